"""Spans tell what happened without a word of the patient's."""

from __future__ import annotations

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from osler.config import Settings
from osler.core.agents import Runner, Spans, Tool
from tests.core.agents.scripted import Script, final
from tests.core.agents.toy import SEARCH, Chart, coder

CHART = Chart(note="Fever of Wilhelmina.")


async def spans_of(*, texts: bool = False, tool: Tool = SEARCH) -> tuple[ReadableSpan, ...]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    script = Script([("search", {"term": "Fever of Wilhelmina"})], final(("Fever of Wilhelmina", "HP:0001945")))
    spans = Spans(provider.get_tracer("test"), texts=texts)
    runner = Runner(models={"reasoning": script.handle()}, spans=spans)
    await runner.run(coder(), CHART, tools=[tool])
    return exporter.get_finished_spans()


async def test_steps_requests_and_tools_have_spans() -> None:
    spans = await spans_of()
    assert sorted(span.name for span in spans) == ["osler.request", "osler.request", "osler.step", "osler.tool"]
    step = next(span for span in spans if span.name == "osler.step")
    assert step.attributes is not None
    assert step.attributes["osler.mind"] == "scripted"
    assert step.attributes["osler.status"] == "ok"
    assert step.attributes["osler.requests"] == 2
    assert str(step.attributes["osler.prompt_version"]).startswith("2.1+")
    assert step.context is not None
    assert all(span.parent and span.parent.span_id == step.context.span_id for span in spans if span is not step)


async def test_no_text_of_the_patient_by_default() -> None:
    def fail(term: str) -> str:
        """Fail with what it was given."""
        raise RuntimeError(term)

    for spans in (await spans_of(), await spans_of(tool=Tool(fail, name="search"))):
        for span in spans:
            for word in ("Wilhelmina", "Fever"):
                assert word not in span.to_json()


async def test_text_where_it_is_allowed() -> None:
    assert any("osler.reply" in (span.attributes or {}) for span in await spans_of(texts=True))


def test_nothing_is_traced_unless_configured() -> None:
    spans = Spans.configured(Settings())
    with spans.span("step") as handle:
        handle.set(status="ok")
    assert spans._tracer is None


def test_an_endpoint_configures_a_tracer() -> None:
    spans = Spans.configured(Settings.model_validate({"telemetry": {"otlp_endpoint": "http://127.0.0.1:9/v1/traces"}}))
    assert spans._tracer is not None


def test_missing_packages_are_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from osler.errors import ConfigError

    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ConfigError, match="not installed"):
        Spans.configured(Settings.model_validate({"telemetry": {"otlp_endpoint": "http://127.0.0.1:9/other"}}))
