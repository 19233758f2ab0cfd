"""The local index as a read API of the ClinicalTrials.gov v2 form, on loopback only."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from pydantic import ValidationError

from osler.errors import OslerError
from osler.trials.registry.local import LocalRegistry
from osler.trials.registry.port import MAX_PAGE_SIZE, TrialQuery
from osler.trials.registry.projection import UnknownField, projected
from osler.trials.registry.study import age_in_years

_LARGEST_HEAD = 16_384
_PHASES = {"0": "EARLY_PHASE1", "1": "PHASE1", "2": "PHASE2", "3": "PHASE3", "4": "PHASE4"}
_SEXES = {"m": "MALE", "f": "FEMALE"}
_LEAST = re.compile(r"AREA\[MinimumAge\]\s*RANGE\[\s*MIN\s*,\s*([^\]]+)\]", re.IGNORECASE)
_MOST = re.compile(r"AREA\[MaximumAge\]\s*RANGE\[\s*([^\],]+),\s*MAX\s*\]", re.IGNORECASE)
_TYPE = re.compile(r"AREA\[StudyType\]\s*\(?\"?(\w+)\"?\)?", re.IGNORECASE)
_SINCE = re.compile(r"AREA\[LastUpdatePostDate\]\s*RANGE\[\s*(\d{4}-\d\d-\d\d)\s*,\s*MAX\s*\]", re.IGNORECASE)
_GEO = re.compile(r"distance\((-?[\d.]+),(-?[\d.]+),([\d.]+)(km|mi)?\)")
_PHASE = re.compile(r"AREA\[Phase\]\s*\(?((?:\bOR\b|\b(?:EARLY_)?PHASE\d\b|\bNA\b|\s)+)\)?", re.IGNORECASE)
_CLAUSES = (_LEAST, _MOST, _TYPE, _SINCE, _PHASE)
_KNOWN = frozenset(
    ["format", "query.cond", "query.term", "query.locn", "query.intr", "query.titles", "filter.overallStatus", "filter.geo",
     "filter.ids", "filter.advanced", "aggFilters", "fields", "sort", "countTotal", "pageSize", "pageToken", "markupFormat"]
)  # fmt: skip
_ONLY = {"format": ("json",), "countTotal": ("true", "false"), "sort": ("@relevance",)}
"""What this API does of a parameter; anything else it refuses, where ignoring it would be another answer than was asked for."""


class BadRequest(ValueError):
    """A request that the API would answer with 400."""


async def serve_registry(
    registry: LocalRegistry, *, port: int = 8765, ready: Callable[[str], None] | None = None
) -> None:
    """Serve until cancelled; only this machine can reach it."""
    server = await asyncio.start_server(lambda reader, writer: _answer(registry, reader, writer), "127.0.0.1", port)
    host, chosen = server.sockets[0].getsockname()[:2]
    if ready is not None:
        ready(f"http://{host}:{chosen}/api/v2")
    try:
        async with server:
            await server.serve_forever()
    finally:
        await registry.aclose()


async def respond(registry: LocalRegistry, target: str) -> tuple[int, Any]:
    """Status and body for the target of a GET request."""
    parts = urlsplit(target)
    path = parts.path.removeprefix("/api/v2").rstrip("/")
    parameters = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if path == "/version":
        return HTTPStatus.OK, {"apiVersion": "2.0.3", "dataTimestamp": registry.store.latest_update()}
    if path == "/studies":
        try:
            return HTTPStatus.OK, await _search(registry, parameters)
        except ValidationError as error:
            place = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
            return HTTPStatus.BAD_REQUEST, f"invalid parameter: {place}"
        except OslerError as error:
            # Whoever asks over HTTP need not know where the index lies.
            return HTTPStatus.BAD_REQUEST, error.message
        except (BadRequest, UnknownField) as error:
            return HTTPStatus.BAD_REQUEST, str(error)
    if path.startswith("/studies/"):
        study = await registry.study(unquote(path.removeprefix("/studies/")))
        if study is None:
            return HTTPStatus.NOT_FOUND, "study not found"
        try:
            return HTTPStatus.OK, _cut(study.record, parameters)
        except UnknownField as error:
            return HTTPStatus.BAD_REQUEST, str(error)
    return HTTPStatus.NOT_FOUND, "not found"


async def _search(registry: LocalRegistry, parameters: Mapping[str, str]) -> dict[str, Any]:
    if unknown := sorted(set(parameters) - _KNOWN):
        raise BadRequest(f"`{unknown[0]}` is unknown parameter")
    for name, values in _ONLY.items():
        if parameters.get(name, values[0]) not in values:
            raise BadRequest(f"`{name}` can be {' or '.join(values)} here")
    page = await registry.search(query_of(parameters))
    answer: dict[str, Any] = {"studies": [_cut(study.record, parameters) for study in page.studies]}
    if parameters.get("countTotal") == "true" and page.total is not None:
        answer = {"totalCount": page.total, **answer}
    if page.next_page_token:
        answer["nextPageToken"] = page.next_page_token
    return answer


def _cut(record: dict[str, Any], parameters: Mapping[str, str]) -> dict[str, Any]:
    """A record with the fields that were asked for; all of it where none was."""
    fields = [name.strip() for name in re.split(r"[,|]", parameters.get("fields", "")) if name.strip()]
    return projected(record, fields) if fields else record


def query_of(parameters: Mapping[str, str]) -> TrialQuery:
    """The query that the API's parameters ask, as far as the index can answer it."""
    asked = [(name, _without_clauses(name, parameters.get(name, ""))) for name in ("query.term", "filter.advanced")]
    expressions = " AND ".join(filter(None, (parameters.get(name, "") for name, _ in asked)))
    least, most, kind, since, phase = (_only(pattern, expressions) for pattern in _CLAUSES)
    words = " AND ".join(
        f"({text})" for _, text in asked if re.search(r"[^\W_]", re.sub(r"\b(?:AND|OR|NOT)\b", "", text))
    )
    filters = _filters(parameters.get("aggFilters", ""))
    size = parameters.get("pageSize") or "10"
    if not size.isdigit():
        raise BadRequest("`pageSize` must be a number")
    given: dict[str, Any] = {
        "condition": parameters.get("query.cond", ""),
        "intervention": parameters.get("query.intr", ""),
        "titles": parameters.get("query.titles", ""),
        "location": parameters.get("query.locn", ""),
        "ids": tuple(filter(None, re.split(r"[,|]", parameters.get("filter.ids", "")))),
        "eligibility_keywords": words,
        "status": tuple(filter(None, re.split(r"[,|]", parameters.get("filter.overallStatus", "")))),
        "phase": tuple(re.sub(r"\bOR\b", " ", phase[1].upper()).split())
        if phase
        else tuple(_PHASES[key] for key in filters.get("phase", "").split()),
        "sex": _SEXES.get(filters.get("sex", "")),
        "min_age": age_in_years(least[1]) if least else None,
        "max_age": age_in_years(most[1]) if most else None,
        "study_type": kind[1].upper() if kind else None,
        "updated_since": since[1] if since else "",
        "page_size": min(max(1, int(size)), MAX_PAGE_SIZE),
        "page_token": parameters.get("pageToken", ""),
        "near": _near(parameters.get("filter.geo")),
    }
    return TrialQuery.model_validate(given)


def _without_clauses(name: str, text: str) -> str:
    """The words of an expression beside the clauses that are understood; a clause that is not is refused."""
    for pattern in _CLAUSES:
        text = pattern.sub(" ", text)
    if "[" in text:
        asked = re.search(r"[A-Za-z]*\[[^\]]*\]?", text)
        raise BadRequest(
            f"`{name}` has an expression that this index does not know: {asked[0] if asked else text.strip()}; it knows AREA of "
            "MinimumAge, MaximumAge, StudyType, LastUpdatePostDate and Phase"
        )
    return text


def _only(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The one place where a clause stands; of two, or of one that is denied or a mere choice, another answer would be given."""
    found = list(pattern.finditer(text))
    if not found:
        return None
    beside = f"{text[: found[0].start()].rstrip(' (')[-4:]}|{text[found[0].end() :].lstrip(' )')[:3]}"
    if len(found) > 1 or re.search(r"\b(?:NOT|OR)\||\|OR\b", beside):
        raise BadRequest(
            "an expression asks twice of one field, or for either of several; this index does not know that"
        )
    return found[0]


def _filters(text: str) -> dict[str, str]:
    """The filters by id, each with its keys."""
    filters: dict[str, str] = {}
    for pair in filter(None, re.split(r"[,|]", text)):
        name, _, keys = pair.partition(":")
        known: Mapping[str, str] = {"phase": _PHASES, "sex": _SEXES}.get(name, {})
        if not keys.split() or any(key not in known for key in keys.split()):
            raise BadRequest(f"`aggFilters` has `{pair}`, which this index does not know")
        filters[name] = keys
    return filters


def _near(text: str | None) -> dict[str, float] | None:
    if text is None:
        return None
    found = _GEO.fullmatch(text)
    if not found:
        raise BadRequest("`filter.geo` has invalid format")
    km = float(found[3]) * (1.0 if found[4] == "km" else 1.609344)
    return {"latitude": float(found[1]), "longitude": float(found[2]), "km": km}


async def _answer(registry: LocalRegistry, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, target, _ = head.split(" ", 2)
        if method not in ("GET", "HEAD") or len(head) > _LARGEST_HEAD:
            status, body = int(HTTPStatus.METHOD_NOT_ALLOWED), "only GET"
        else:
            status, body = await respond(registry, target)
        content = b"" if method == "HEAD" else json.dumps(body, ensure_ascii=False).encode()
        writer.write(
            f"HTTP/1.1 {int(status)} {HTTPStatus(status).phrase}\r\ncontent-type: application/json; charset=utf-8\r\n"
            f"content-length: {len(content)}\r\nconnection: close\r\n\r\n".encode()
            + content
        )
        await writer.drain()
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
        pass
    finally:
        writer.close()
