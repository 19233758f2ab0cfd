"""A tool: a function a mind may call, with its arguments checked, its time limited and its failure foreseen."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from osler.core.agents.types import Call, ToolOutcome
from osler.errors import ConfigError

Before = Callable[[Call], ToolOutcome | None]
"""Sees a call before it runs; an outcome it returns is used instead of running the tool."""
After = Callable[[Call, ToolOutcome], ToolOutcome | None]
"""Sees an outcome before the mind does; an outcome it returns replaces it."""

DEFAULT_TIMEOUT = 30.0


@dataclass(frozen=True)
class Tool:
    """A function offered to a mind. Its signature is the schema; its docstring is the description."""

    function: Callable[..., Any] | Callable[..., Awaitable[Any]]
    name: str = ""
    description: str = ""
    fallback: Any = None
    """What the mind is given in place of a result when the tool fails."""
    timeout: float = DEFAULT_TIMEOUT
    before: Sequence[Before] = field(default=())
    after: Sequence[After] = field(default=())

    def __post_init__(self) -> None:
        plain = _plain(self.function)
        if not self.name:
            object.__setattr__(self, "name", getattr(plain, "__name__", ""))
        if not self.description:
            object.__setattr__(self, "description", inspect.getdoc(plain) or "")
        if not self.name.isidentifier():
            raise ConfigError(f"{self.name!r} is not a name for a tool", mend="give the tool a name")

    @property
    def is_async(self) -> bool:
        """Whether the function is awaited rather than run in a thread."""
        return inspect.iscoroutinefunction(_plain(self.function))

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return deepcopy(_schema_of(_plain(self.function)))

    def check(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments with their declared types; ValueError says what is wrong with them."""
        model = _arguments_model(_plain(self.function))
        try:
            checked = model.model_validate(arguments)
        except ValidationError as error:
            problems = (
                f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}"
                for item in error.errors(include_input=False, include_url=False, include_context=False)
            )
            raise ValueError("; ".join(problems)) from None
        return {name: getattr(checked, name) for name in model.model_fields if name in checked.model_fields_set}


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    plain: Callable[..., Any] = inspect.unwrap(getattr(function, "__func__", function))
    return plain


@lru_cache(maxsize=256)
def _schema_of(function: Callable[..., Any]) -> dict[str, Any]:
    return _arguments_model(function).model_json_schema()


@lru_cache(maxsize=256)
def _arguments_model(function: Callable[..., Any]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in {"self", "cls"}:
            continue
        if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY}:
            raise ConfigError(f"tool {function.__name__!r} must take its arguments by name")
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hints.get(parameter.name, Any), default)
    return create_model(f"{function.__name__}_arguments", __config__=ConfigDict(extra="forbid"), **fields)
