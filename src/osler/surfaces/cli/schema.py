"""`osler schema`: the JSON Schema of everything that goes in and comes out, and of the configuration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, get_args

import typer

from osler.surfaces.cli.output import console, emit_json
from osler.surfaces.cli.printed import printed
from osler.surfaces.cli.shapes import Schema, array, fields, of

app = typer.Typer(help="Print the JSON Schema of an input, an output or the configuration.")


@app.command()
def schema(
    name: Annotated[str, typer.Argument(help="What to describe; 'list' shows every name.")],
    as_json: Annotated[bool, typer.Option("--json", help="With 'list': one JSON document.")] = False,
) -> None:
    """Print a JSON Schema (draft 2020-12)."""
    from osler.errors import UsageError, closest

    known = schemas()
    if name == "list":
        if as_json:
            emit_json([{"name": name, "about": about} for name, (about, _) in known.items()])
            return
        width = max(map(len, known))
        for one, (about, _) in known.items():
            console().print(f"{one:<{width}}  {about}", markup=False, soft_wrap=True)
        return
    if name not in known:
        close = closest(name, known)
        hint = f"did you mean {close}? " if close else ""
        raise UsageError(f"there is no schema {name!r}", mend=f"{hint}'osler schema list' shows them all")
    found = known[name][1]()
    emit_json({"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"osler:{name}", **found})


def schemas() -> dict[str, tuple[str, Callable[[], Schema]]]:
    """Every schema by name, with what it is of and how to make it."""
    from osler.casework import capability_names
    from osler.core.criteria import Criterion, Judgement
    from osler.core.patient import PatientInput, PatientRecord
    from osler.core.results import Problem

    found: dict[str, tuple[str, Callable[[], Schema]]] = {
        "config": ("osler.toml", _config),
        "patient-input": ("a patient as a form, or one line of JSON lines", PatientInput.model_json_schema),
        "patient": ("the record that every format is read into", PatientRecord.model_json_schema),
        "problem": ("something to mend, in an input or a result", Problem.model_json_schema),
        "criterion": ("an eligibility criterion", Criterion.model_json_schema),
    }
    for name in capability_names():
        found[f"{name}.input"] = (f"what a run of {name} is given, as it is stored", partial(_of_run, name, "input"))
        found[f"{name}.output"] = (f"what a run of {name} gives", partial(_of_run, name, "output"))
    bodies: dict[str, tuple[str, Callable[[], Schema]]] = {
        "diagnose": ("diagnose", found["diagnosis.output"][1]),
        "match": ("match", found["trials.output"][1]),
        "ground": ("ground", _grounding),
        "patient-show": ("patient show", lambda: fields(record=of(PatientRecord), problems=array(of(Problem)))),
        "patient-check": ("patient check", lambda: fields(problems=array(of(Problem)))),
        "criteria-show": ("criteria show", lambda: fields(criteria=array(of(Criterion)))),
        "criteria-check": (
            "criteria check",
            lambda: fields(
                patient_source={"type": "string"}, judgements=array(of(Judgement)), problems=array(of(Problem))
            ),
        ),
        "privacy-preview": ("privacy preview", _preview),
        "ask": ("ask", found["guidelines.output"][1]),
        "record-ask": ("record ask", found["record.output"][1]),
        "screen": ("screen", _screened),
        "patient-add": ("patient add", lambda: fields(id={"type": "string"}, problems=array(of(Problem)))),
    }
    for name, (command, body) in bodies.items():
        beside = _screening if name == "screen" else dict
        found[f"results.{name}"] = (f"what 'osler {command} --json' prints", _results(body, beside))
    for name, (command, whole) in printed().items():
        found[f"printed.{name}"] = (f"what 'osler {command} --json' prints", whole)
    found["results.chat"] = ("what 'osler chat --json' prints for each turn", _turn)
    return found


def _config() -> Schema:
    import osler.casework  # noqa: F401 - registers the sections that capabilities have in the settings
    from osler.config import Settings, registered_sections

    whole = Settings.model_json_schema()
    for name, kind in registered_sections().items():
        section = kind.model_json_schema()
        whole.setdefault("$defs", {}).update(section.pop("$defs", {}))
        whole["properties"][name] = section
    return {**whole, "additionalProperties": False}


def _of_run(name: str, side: Literal["input", "output"]) -> Schema:
    from osler.casework import capability_named

    kind = capability_named(name)
    return kind.input_type.model_json_schema() if side == "input" else of(kind.output_type)


def _preview() -> Schema:
    replaced = {"type": "object", "required": ["kind", "surrogate", "original"]}
    return fields(
        texts={"type": "array", "items": {"type": "string"}},
        counts={"type": "object", "additionalProperties": {"type": "integer"}},
        replacements={"type": "array", "items": replaced},
    )


def _grounding() -> Schema:
    """The fields of the state stand beside those of the envelope."""
    from osler.grounding import GroundingOutput, GroundingState

    state, whole = of(GroundingState), of(GroundingOutput)
    whole["properties"].pop("state")
    return {
        "type": "object",
        "properties": {**state["properties"], **whole["properties"]},
        "$defs": {**state.get("$defs", {}), **whole.get("$defs", {})},
    }


def _screened() -> Schema:
    """One patient of a screening; its id and its source stand where those of every result do."""
    from osler.trials.screening import ScreenedPatient

    one = of(ScreenedPatient)
    for name in ("patient_id", "source"):
        one["properties"].pop(name)
    return {**one, "required": [name for name in one["required"] if name in one["properties"]]}


def _screening() -> Schema:
    """What a screening says of all its patients."""
    from osler.trials.screening import Screening

    whole = of(Screening)
    for name in ("patients", "unread"):
        whole["properties"].pop(name)
    return whole


def _turn() -> Schema:
    from osler.consult import ConsultReply

    whole = of(ConsultReply)
    whole["properties"].pop("state")
    whole["properties"]["text"] = {"type": "string"}
    return whole


def _results(body: Callable[[], Schema], beside: Callable[[], Schema] = dict) -> Callable[[], Schema]:
    """A list of results, each with its source and patient; one that failed has its error instead."""

    def whole() -> Schema:
        from osler.core.results import Problem, ResultStatus

        one = body()
        definitions = one.pop("$defs", {})
        about = {"source": {"type": "string"}, "patient": {"type": ["string", "null"]}}
        of_all = fields(status={"enum": list(get_args(ResultStatus))}, problems=array(of(Problem)))
        definitions |= of_all["$defs"]
        about |= of_all["properties"]
        text = {"type": "string"}
        fault = {"code": text, "message": text, "mend": text, "path": text}
        error = {"type": "object", "properties": fault, "required": ["code", "message", "mend"]}
        failed = {
            "type": "object",
            "properties": {
                **about,
                "patient_source": text,
                "question": text,
                "error": error,
            },
            "required": ["source", "patient", "status", "problems", "error"],
            "additionalProperties": False,
        }
        done = {
            **one,
            "properties": {**about, **one["properties"]},
            "required": list(dict.fromkeys(["source", "patient", *of_all["required"], *one.get("required", [])])),
            "additionalProperties": False,
        }
        results = {"type": "array", "items": {"anyOf": [done, failed]}}
        more = beside()
        return {
            "type": "object",
            "properties": {
                "results": results,
                "left_out": {"type": "array", "items": text, "description": "files of folders that were not read"},
                "error": {**error, "description": "why the command ended before its first input"},
                **more.get("properties", {}),
            },
            "required": ["results"],
            "additionalProperties": False,
            "$defs": {**definitions, **more.get("$defs", {})},
        }

    return whole
