"""Is everything that Osler needs in place? Each check says what it found and what to do about it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal

from pydantic import BaseModel

from osler.config import RoleSettings, Settings, cache_dir, data_dir
from osler.errors import ConfigError, OslerError, StorageError

Verdict = Literal["ok", "off", "warning", "error"]
_LOW_DISK_BYTES = 500 * 1024 * 1024


class Check(BaseModel):
    """One thing that was looked at. `off` is a choice, not a fault."""

    area: str
    name: str
    verdict: Verdict
    detail: str
    mend: str = ""


def examine(settings: Settings, *, network: bool = True) -> list[Check]:
    """Every check, in the order of the areas; a check that fails to run is an error of its own.

    With `network`, every configured model is asked one short question that says nothing of any patient.
    """
    checks: list[Check] = []
    areas: list[tuple[str, Callable[[Settings], Iterator[Check]]]] = [
        ("models", partial(_models, network=network)),
        ("vocabularies", _vocabularies),
        ("stores", _stores),
        ("services", _services),
        ("disk", _disk),
    ]
    for area, look in areas:
        try:
            checks.extend(look(settings))
        except OslerError as error:
            checks.append(Check(area=area, name=area, verdict="error", detail=error.message, mend=error.mend))
        except Exception as error:  # noqa: BLE001 - the doctor reports on whatever is broken
            detail = f"the check failed with {type(error).__name__}"
            checks.append(Check(area=area, name=area, verdict="error", detail=detail, mend="run it with --debug"))
    return checks


def _models(settings: Settings, *, network: bool) -> Iterator[Check]:
    from osler.config import OFFLINE, cast_of

    cast = cast_of(settings.models, settings.privacy)
    asked = {item.mind.model_dump_json(): item.mind for item in cast.values() if item.name != OFFLINE}
    found = dict(zip(asked, asyncio.run(_ask_all(list(asked.values()), settings, network=network)), strict=True))
    for role, item in cast.items():
        if item.name == OFFLINE:
            yield Check(area="models", name=role, verdict="ok", detail="offline mind")
            continue
        answer = found[item.mind.model_dump_json()]
        yield answer.model_copy(update={"name": role, "detail": f"{item.described()}: {answer.detail}"})


async def _ask_all(minds: Sequence[RoleSettings], settings: Settings, *, network: bool) -> list[Check]:
    # One after another: a client library that loads while another model is waited for would be taken for its slowness.
    return [await _ask(mind, settings, network=network) for mind in minds]


async def _ask(mind: RoleSettings, settings: Settings, *, network: bool) -> Check:
    """What is known of a model; the price too, for without one a limit on money forbids it."""
    from osler.core.agents import Budget, build_model, describe_model, price_of, probe

    check = Check(area="models", name=mind.model or "", verdict="ok", detail="not asked")
    try:
        await build_model(mind, settings).close()
        if price_of(mind) is None and Budget(settings.budget).limits_money:
            mend = 'set its input_usd and output_usd, or budget.cost_usd = "none"'
            return check.model_copy(update={"verdict": "error", "detail": "its price is not known", "mend": mend})
        if not network:
            return check
        answer = await probe(mind, settings)
    except OslerError as error:
        return check.model_copy(update={"verdict": "error", "detail": error.message, "mend": error.mend})
    if answer.typed:
        return check.model_copy(update={"detail": answer.described()})
    in_words = describe_model(mind).structure == "prompted"
    mend = "" if in_words else 'set structure = "prompted" for its role, or '
    mend += "use a model that can"
    return check.model_copy(update={"verdict": "warning", "detail": answer.described(), "mend": mend})


def _vocabularies(settings: Settings) -> Iterator[Check]:
    from osler.core.terminology import disease_annotations, hpo, vocabulary

    graph, annotated = hpo(), disease_annotations()
    yield Check(area="vocabularies", name="HPO", verdict="ok", detail=f"{len(graph)} terms, {graph.version}")
    detail = f"{len(annotated)} diseases, {annotated.version}"
    yield Check(area="vocabularies", name="disease annotations", verdict="ok", detail=detail)
    yield Check(area="vocabularies", name="bundled vocabularies", verdict="ok", detail=vocabulary().version)
    key = settings.terminology.uts_api_key
    yield Check(
        area="vocabularies",
        name="UMLS Terminology Services",
        verdict="off" if key is None else "ok",
        detail="no key" if key is None else settings.terminology.uts_url,
        mend="set UTS_API_KEY to search the UMLS, or import release files with 'osler vocab import'"
        if key is None
        else "",
    )


def _stores(settings: Settings) -> Iterator[Check]:
    from osler.core.runs import open_store

    runs = open_store(settings).list_runs(limit=1)
    kind = "PostgreSQL" if (settings.stores.runs_url or "").startswith("postgresql") else "SQLite"
    yield Check(area="stores", name="runs", verdict="ok", detail=f"{kind}, {'in use' if runs else 'empty'}")
    yield _session_check(settings)


def _session_check(settings: Settings) -> Check:
    from datetime import timedelta

    from osler.core.runs.sessions import open_session_store

    ttl = timedelta(seconds=settings.stores.session_ttl_seconds)
    try:
        open_session_store(settings.stores.sessions_url, ttl).get("doctor", "context")
    except Exception as error:  # noqa: BLE001 - any failure of the store is what is being asked about
        mend = "start the server or correct stores.sessions_url; analyses go on without it"
        detail, mend = (error.message, error.mend) if isinstance(error, ConfigError) else ("it cannot be reached", mend)
        return Check(area="stores", name="sessions", verdict="warning", detail=detail, mend=mend)
    redis = (settings.stores.sessions_url or "").startswith("redis")
    return Check(area="stores", name="sessions", verdict="ok", detail="Redis" if redis else "SQL database")


def _services(settings: Settings) -> Iterator[Check]:
    from importlib.util import find_spec

    endpoint = settings.telemetry.otlp_endpoint
    yield Check(
        area="services",
        name="OpenTelemetry",
        verdict="off" if endpoint is None else "ok",
        detail=endpoint or "no endpoint",
        mend="" if endpoint else "set telemetry.otlp_endpoint to send spans",
    )
    installed = find_spec("onnxruntime") is not None and find_spec("tokenizers") is not None
    wanted = settings.terminology.semantic
    yield Check(
        area="services",
        name="semantic search",
        verdict="error" if wanted and not installed else "ok" if wanted else "off",
        detail="on" if wanted and installed else "installed" if installed else "not installed",
        mend="pip install 'osler[embeddings]'"
        if not installed
        else ""
        if wanted
        else "set terminology.semantic = true",
    )


def _disk(settings: Settings) -> Iterator[Check]:
    for name, find in (("data", data_dir), ("cache", cache_dir)):
        try:
            folder = find()
        except StorageError as error:
            detail = f"{error.path}: {error.message}"
            yield Check(area="disk", name=name, verdict="error", detail=detail, mend=error.mend)
            continue
        free = shutil.disk_usage(folder).free
        low = free < _LOW_DISK_BYTES
        yield Check(
            area="disk",
            name=name,
            verdict="warning" if low else "ok",
            detail=f"{folder}, {free // 1024**2} MB free",
            mend="free some space, or move it with OSLER_HOME and OSLER_CACHE" if low else "",
        )
