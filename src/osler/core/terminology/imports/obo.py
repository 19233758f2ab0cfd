"""Concepts of an ontology file: OBO text, or the JSON form of OBO graphs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from osler.core.terminology.imports.kinds import semantic_types, system_name
from osler.core.terminology.types import Concept, SemanticType
from osler.errors import DataError

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_IRI = re.compile(r"^.*/(?P<prefix>[A-Za-z]+)_(?P<code>[A-Za-z0-9]+)$")
_CURIE = re.compile(r"^[A-Za-z][\w.]*:\S+$")


def read_obo(path: Path, semantic_type: SemanticType | None, version: str) -> Iterator[Concept]:
    """The current terms of an OBO file."""
    try:
        with path.open(encoding="utf-8") as handle:
            stanza = ""
            tags: list[tuple[str, str]] = []
            for line in handle:
                text = line.strip()
                if text.startswith("[") and text.endswith("]"):
                    yield from _term(stanza, tags, semantic_type, version)
                    stanza, tags = text, []
                elif ": " in text and not text.startswith("!"):
                    tag, _, value = text.partition(": ")
                    tags.append((tag, value))
                    if not stanza and tag == "data-version":
                        version = version or _release(value)
            yield from _term(stanza, tags, semantic_type, version)
    except UnicodeDecodeError:
        raise DataError(f"{path.name} is not UTF-8 text", mend="give the original .obo file") from None


def read_obo_json(path: Path, semantic_type: SemanticType | None, version: str) -> Iterator[Concept]:
    """The current terms of an OBO graph in JSON."""
    try:
        graphs = json.loads(path.read_text(encoding="utf-8"))["graphs"]
    except (ValueError, KeyError, TypeError):
        raise DataError(f"{path.name} is not an OBO graph in JSON", mend="give the ontology's own .json file") from None
    for graph in graphs:
        version = version or _release(str(graph.get("meta", {}).get("version", "")))
        for node in graph.get("nodes", ()):
            concept = _node(node, semantic_type, version)
            if concept is not None:
                yield concept


def read_links(path: Path) -> Iterator[tuple[str, str]]:
    """(term, more general term) of an ontology, OBO text or JSON."""
    if path.suffix == ".json":
        for graph in json.loads(path.read_text(encoding="utf-8"))["graphs"]:
            for edge in graph.get("edges", ()):
                ends = to_curie(str(edge.get("sub", ""))), to_curie(str(edge.get("obj", "")))
                if edge.get("pred") in {"is_a", "subClassOf"} and ends[0] and ends[1]:
                    yield ends[0], ends[1]
        return
    term = ""
    with path.open(encoding="utf-8") as handle:
        for line in handle:
            tag, _, value = line.strip().partition(": ")
            if tag == "id":
                term = value
            elif tag == "is_a" and term:
                yield term, value.split()[0]


def _term(
    stanza: str, tags: list[tuple[str, str]], semantic_type: SemanticType | None, version: str
) -> Iterator[Concept]:
    if stanza != "[Term]" or ("is_obsolete", "true") in tags:
        return
    first = dict(reversed(tags))
    if "id" not in first or "name" not in first:
        return
    definition = _QUOTED.search(first.get("def", ""))
    yield _concept(
        first["id"],
        first["name"],
        [found[1] for tag, value in tags if tag == "synonym" and (found := _QUOTED.match(value))],
        [value.split()[0] for tag, value in tags if tag == "xref" and value],
        _unescape(definition[1]) if definition else "",
        semantic_type,
        version,
    )


def _node(node: dict[str, Any], semantic_type: SemanticType | None, version: str) -> Concept | None:
    meta = node.get("meta") or {}
    curie = to_curie(str(node.get("id", "")))
    if not node.get("lbl") or curie is None or meta.get("deprecated") or node.get("type") not in {"CLASS", None}:
        return None
    return _concept(
        curie,
        node["lbl"],
        [str(synonym["val"]) for synonym in meta.get("synonyms", ())],
        [str(xref["val"]) for xref in meta.get("xrefs", ())],
        str((meta.get("definition") or {}).get("val", "")),
        semantic_type,
        version,
    )


def _concept(
    curie: str,
    name: str,
    synonyms: Iterable[str],
    xrefs: Iterable[str],
    definition: str,
    semantic_type: SemanticType | None,
    version: str,
) -> Concept:
    prefix = curie.partition(":")[0]
    kind = semantic_type or _type_of(prefix)
    codes: dict[str, list[str]] = {}
    for xref in xrefs:
        system, _, code = xref.partition(":")
        if (known := system_name(system)) and code and code not in codes.get(known, ()):
            codes.setdefault(known, []).append(code)
    others = dict.fromkeys(text for text in map(_unescape, synonyms) if text and text != name)
    return Concept(
        id=curie,
        vocabulary=prefix,
        name=_unescape(name),
        synonyms=tuple(others),
        semantic_type=kind,
        xrefs=codes,
        definition=definition,
        version=version,
    )


def _type_of(prefix: str) -> SemanticType:
    found = semantic_types("obo").get(prefix)
    if found is None:
        raise DataError(
            f"it is not known what kind of thing {prefix} terms are",
            mend=f"give --type, one of: {', '.join(SemanticType)}",
        )
    return SemanticType(found.type)


def _release(text: str) -> str:
    """The date in `hp/releases/2025-05-06` or `…/releases/2025-06-03/mondo.owl`, or the text itself."""
    found = re.search(r"\d{4}-\d{2}-\d{2}", text)
    return found[0] if found else text


def to_curie(identifier: str) -> str | None:
    """`http://purl.obolibrary.org/obo/HP_0001250` or `HP:0001250` → `HP:0001250`; None for anything else."""
    found = _IRI.match(identifier)
    if found:
        return f"{found['prefix']}:{found['code']}"
    return identifier if _CURIE.match(identifier) and "//" not in identifier else None


def _unescape(text: str) -> str:
    # JSON can hold half of a surrogate pair, which no other file can.
    return re.sub(r"\\(.)", r"\1", text).encode("utf-8", "ignore").decode("utf-8")
