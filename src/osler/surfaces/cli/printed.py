"""The JSON Schemas of what commands print that read no patients and no criteria: runs, reviews, vocabularies, libraries, trials."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from osler.surfaces.cli.shapes import Schema, array, fields, of

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer"}
_TRIAL: Schema = {
    "type": "object",
    "required": ["nct_id", "brief_title", "phase", "conditions", "interventions", "status", "sponsor", "enrollment"],
}
_ITEM: Schema = {"type": "object", "required": ["kind", "id", "status"]}


def printed() -> dict[str, tuple[str, Callable[[], Schema]]]:
    """Each by its name, with the command that prints it and how the schema is made."""
    return {
        "runs-list": ("runs list", _runs),
        "runs-show": ("runs show", partial(_model, "osler.core.runs", "RunDetail")),
        "runs-compare": (
            "runs compare",
            lambda: fields(left=_TEXT, right=_TEXT, same_input={"type": "boolean"}, lines=array(_TEXT), changes={}),
        ),
        "runs-replay": ("runs replay", partial(_model, "osler.core.runs", "Replay")),
        "review-list": ("review list", lambda: fields(results=array(_ITEM))),
        "review-show": ("review show", lambda: dict(_ITEM)),
        "doctor": ("doctor", _doctor),
        "vocab-list": ("vocab list", partial(_listed, "osler.core.terminology.sources", "VocabularyInfo")),
        "vocab-search": ("vocab search", partial(_listed, "osler.core.terminology", "Candidate")),
        "vocab-show": ("vocab show", _concept),
        "trials-search": (
            "trials search",
            lambda: fields(count=_COUNT, total_available={"type": ["integer", "null"]}, trials=array(_TRIAL)),
        ),
        "trials-show": ("trials show", _trial),
        "guidelines-list": ("guidelines list", _libraries),
        "guidelines-search": ("guidelines search", partial(_listed, "osler.core.library", "Hit")),
        "guidelines-show": ("guidelines show", partial(_listed, "osler.core.library", "Chunk")),
        "patient-list": ("patient list", partial(_listed, "osler.consult", "PatientLine")),
        "bench": ("bench SUITE", partial(_model, "osler.evals", "BenchReport")),
    }


def _model(module: str, name: str) -> Schema:
    from importlib import import_module

    return of(getattr(import_module(module), name))


def _listed(module: str, name: str) -> Schema:
    return array(_model(module, name))


def _runs() -> Schema:
    one = _model("osler.core.runs", "RunRecord")
    one["properties"].pop("settings")
    one["required"] = [name for name in one.get("required", []) if name != "settings"]
    return array(one)


def _doctor() -> Schema:
    return fields(healthy={"type": "boolean"}, checks=_listed("osler.surfaces.health", "Check"))


def _concept() -> Schema:
    """A concept with its neighbours beside its own fields."""
    concept = _model("osler.core.terminology", "Concept")
    around = _model("osler.core.terminology.sources", "Neighbours")
    for name in ("concept_id", "is_a"):
        around["properties"].pop(name, None)
    definitions = {**concept.get("$defs", {}), **around.get("$defs", {})}
    return {
        "type": "object",
        "properties": {**concept["properties"], **around["properties"]},
        "required": concept.get("required", []),
        "$defs": definitions,
    }


def _trial() -> Schema:
    return fields(study={"type": "object"}, criteria=_listed("osler.core.criteria", "Criterion"))


def _libraries() -> Schema:
    documents = _listed("osler.core.library", "Document")
    definitions = documents.pop("$defs", {})
    return {"type": "object", "additionalProperties": documents, "$defs": definitions}
