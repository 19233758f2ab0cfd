"""Typed output from minds: the shape asked for, and reading it out of whatever text came back."""

from __future__ import annotations

import json
import re
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

OutputT = TypeVar("OutputT")

_FENCE = re.compile(r"```[A-Za-z0-9_+-]*[ \t]*\r?\n?(.*?)```", re.DOTALL)
# Reasoning that some models write before their answer; MedGemma's markers are two unused tokens.
_THOUGHT = re.compile(r"\A\s*(?:<think>.*?</think>|<unused94>.*?<unused95>)", re.DOTALL)
_THINKS = re.compile(r"\A\s*<(?:think|unused94)>")
_WRAP = "response"
_MAX_PROBLEMS = 8


class InvalidOutput(Exception):
    """An output that does not have the shape asked for, in words the mind can act on."""


class OutputShape(Generic[OutputT]):
    """The type a step must produce, as a schema to show and a validator to apply."""

    def __init__(self, output_type: Any) -> None:
        self.is_text = output_type is str
        self._adapter: TypeAdapter[OutputT] = TypeAdapter(output_type)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the output itself."""
        return self._adapter.json_schema()

    @cached_property
    def object_schema(self) -> dict[str, Any]:
        """The schema as an object, which is all that tool calling can express."""
        if self.schema.get("type") == "object":
            return self.schema
        inner = dict(self.schema)
        definitions = inner.pop("$defs", None)
        wrapped: dict[str, Any] = {"type": "object", "properties": {_WRAP: inner}, "required": [_WRAP]}
        return {**wrapped, "$defs": definitions} if definitions else wrapped

    def validate(self, value: Any) -> OutputT:
        """The value as the output type, or InvalidOutput."""
        try:
            return self._adapter.validate_python(value)
        except ValidationError as error:
            if isinstance(value, dict) and value.keys() == {_WRAP}:
                return self.validate(value[_WRAP])
            if _is_json(value):
                return self._validate_json(value, error)
            raise InvalidOutput(_in_words(error)) from None

    def _validate_json(self, value: Any, first: ValidationError) -> OutputT:
        # JSON has no dates, enumerations or sets; only the JSON mode reads them back from strings.
        try:
            return self._adapter.validate_json(json.dumps(value))
        except (ValidationError, TypeError):
            raise InvalidOutput(_in_words(first)) from None

    def dump(self, output: OutputT) -> Any:
        """The output as plain JSON values, for the trace."""
        return self._adapter.dump_python(output, mode="json")


@lru_cache(maxsize=256)
def shape_of(output_type: Any) -> OutputShape[Any]:
    """The shape of a type, built once."""
    return OutputShape(output_type)


def without_thought(text: str) -> str | None:
    """A reply after the reasoning it begins with; None while that has not ended."""
    said = _THOUGHT.sub("", text)
    return None if _THINKS.match(said) else said


def json_from_text(text: str) -> Any:
    """The JSON value in a reply: inside a code fence, or from the first bracket to the last."""
    text = _THOUGHT.sub("", text)
    candidates = [text.strip()]
    candidates += [match.strip() for match in _FENCE.findall(text)]
    starts = [index for index in (text.find("["), text.find("{")) if index >= 0]
    end = max(text.rfind("]"), text.rfind("}"))
    if starts and end > min(starts):
        candidates.append(text[min(starts) : end + 1])
    problem = "the reply holds no JSON"
    for candidate in candidates:
        if not candidate or candidate[0] not in "[{":
            continue
        try:
            return json.loads(candidate, strict=False)
        except (ValueError, RecursionError) as error:
            problem = f"the reply is not valid JSON: {error}" if isinstance(error, ValueError) else "too deeply nested"
    raise InvalidOutput(problem)


def _is_json(value: Any) -> bool:
    return isinstance(value, dict | list | str | int | float | bool) or value is None


def _in_words(error: ValidationError) -> str:
    # The offending input stays out of the message: it may be patient text.
    problems = [
        f"{'.'.join(str(part) for part in item['loc']) or 'output'}: {item['msg']}"
        for item in error.errors(include_input=False, include_url=False, include_context=False)
    ]
    more = [f"and {len(problems) - _MAX_PROBLEMS} more"] if len(problems) > _MAX_PROBLEMS else []
    return "; ".join(problems[:_MAX_PROBLEMS] + more)
