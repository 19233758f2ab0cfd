"""The names of vocabularies: FHIR's URIs on one side, CURIE prefixes on the other."""

from __future__ import annotations

import csv
import re
from functools import cache, lru_cache
from importlib.resources import files

from osler.core.patient.types import Coding

_OWN = "urn:osler:vocabulary:"
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


@cache
def _table() -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """URI → prefix, prefix → preferred URI (the first row), and the prefixes that FHIR repeats inside the code."""
    lines = files(__package__).joinpath("systems.tsv").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    prefixes = {row["uri"]: row["prefix"] for row in rows}
    uris = {row["prefix"]: row["uri"] for row in reversed(rows)}
    return prefixes, uris, frozenset(row["prefix"] for row in rows if row["code_has_prefix"] == "yes")


@lru_cache(maxsize=4096)
def coding_from_fhir(system: str | None, code: str, display: str | None) -> Coding:
    """The coding that FHIR's system and code name; an unknown system keeps its URI."""
    prefixes, _, _ = _table()
    uri = system or ""
    prefix = prefixes.get(uri) or prefixes.get(uri.rstrip("/")) or uri.removeprefix(_OWN)
    bare = code.removeprefix(f"{prefix}:") if prefix else code
    return Coding(system=prefix, code=bare or code, display=display)


def coding_to_fhir(coding: Coding) -> dict[str, str]:
    """FHIR's Coding for a code; a vocabulary without a URI gets one of ours."""
    _, uris, prefixed = _table()
    known = uris.get(coding.system)
    own = f"{_OWN}{coding.system}" if _SIMPLE.fullmatch(coding.system) else coding.system
    body = {"code": f"{coding.system}:{coding.code}" if coding.system in prefixed else coding.code}
    if known or own:
        body["system"] = known or own
    if coding.display:
        body["display"] = coding.display
    return body
