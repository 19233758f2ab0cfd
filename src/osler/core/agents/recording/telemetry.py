"""OpenTelemetry spans of steps, model requests and tool calls, when an endpoint is configured.

Spans carry names, counts, versions and statuses. Text goes in only where `privacy.log_patient_text` allows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from osler.config import Settings
from osler.errors import ConfigError

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

_PREFIX = "osler."


class SpanHandle:
    """A span that can be told more while it is open, or nothing at all when tracing is off."""

    __slots__ = ("_span", "_texts")

    def __init__(self, span: Span | None = None, *, texts: bool = False) -> None:
        self._span = span
        self._texts = texts

    def set(self, **attributes: str | int | float | bool | None) -> None:
        """Add attributes; None is left out."""
        if self._span is not None:
            for name, value in attributes.items():
                if value is not None:
                    self._span.set_attribute(_PREFIX + name, value)

    def text(self, name: str, value: Any) -> None:
        """Add text that may be the patient's: only where the settings allow it."""
        if self._span is not None and self._texts:
            self._span.set_attribute(_PREFIX + name, str(value))


_SILENT = SpanHandle()


class Spans:
    """Where spans go: to a tracer, or nowhere."""

    def __init__(self, tracer: Tracer | None = None, *, texts: bool = False) -> None:
        self._tracer = tracer
        self._texts = texts

    @classmethod
    def configured(cls, settings: Settings) -> Spans:
        """The spans that the settings ask for."""
        endpoint = settings.telemetry.otlp_endpoint
        if endpoint is None:
            return cls()
        return cls(_tracer(endpoint), texts=settings.privacy.log_patient_text)

    @contextmanager
    def span(self, kind: str, **attributes: str | int | float | bool | None) -> Iterator[SpanHandle]:
        """A span around a piece of work."""
        if self._tracer is None:
            yield _SILENT
            return
        # Exceptions are not recorded: their text may quote the patient.
        with self._tracer.start_as_current_span(
            f"osler.{kind}", record_exception=False, set_status_on_exception=False
        ) as span:
            handle = SpanHandle(span, texts=self._texts)
            handle.set(**attributes)
            try:
                yield handle
            except BaseException as error:
                handle.set(error=type(error).__name__)
                raise


@lru_cache(maxsize=4)
def _tracer(endpoint: str) -> Tracer:
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise ConfigError(
            "telemetry.otlp_endpoint is set but OpenTelemetry is not installed",
            mend="pip install 'osler[telemetry]' or unset telemetry.otlp_endpoint",
        ) from None
    provider = TracerProvider(resource=Resource.create({"service.name": "osler"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    return provider.get_tracer("osler.agents")
