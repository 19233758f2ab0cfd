"""A capability as casework knows it: its name, its types, how it runs, how two results differ."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from osler.casework.homes import HOMES
from osler.casework.wiring import kept_by, replaying
from osler.casework.work import Work
from osler.core.privacy import Deidentifier
from osler.core.results import Envelope
from osler.core.runs import Changes, RunContext, RunDetail, register_kind
from osler.core.terminology import Vocabularies
from osler.errors import DataError, UsageError

InputT = TypeVar("InputT", bound=BaseModel)
OutputT = TypeVar("OutputT", bound=Envelope)

_OWN_OF_A_RUN = ("run_id", "stored", "not_stored", "usage", "roles")
"""What differs between any two runs of the same input."""


def _same(value: Any) -> Any:
    return value


def _nothing_known(_given: Any) -> RunContext:
    return RunContext()


def _no_gate(_given: Any) -> None:
    return None


_READ_WITH = ("hpo", "names", "hierarchy", "searchers")
"""The parts of the vocabularies that every text and record is read with."""


def load(vocabularies: Vocabularies, more: Sequence[str] = ()) -> None:
    """Have the vocabularies loaded, with more of their parts: what is compiled the first time counts for no run's budget."""
    for part in (*_READ_WITH, *more):
        getattr(vocabularies, part)


def _status(output: Envelope) -> str:
    return output.status


@dataclass(frozen=True)
class Capability(Generic[InputT, OutputT]):
    """Everything that recording, showing, comparing and replaying a capability's runs needs to know of it."""

    name: str
    input_type: type[InputT]
    """What is stored as the run's input, and all that a replay is given."""
    output_type: type[OutputT]
    run: Callable[[InputT, Work], Awaitable[OutputT]]
    compare: Callable[[OutputT, OutputT], Changes]
    """What changed from an earlier result to a later one, in clinical terms."""
    outcome: Callable[[OutputT], str] = _status
    """What came out, in a few words, for the list of runs."""
    about: Callable[[InputT], RunContext] = _nothing_known
    """Patient and label, as far as the input tells them."""
    gate: Callable[[InputT], Deidentifier | None] = _no_gate
    """The de-identification gate; identifiers are derived from the input, here and in a replay alike."""
    own_of_a_run: tuple[str, ...] = ()
    """Further fields (`session_id`, `state.batch_id`) that differ between any two runs and are not compared."""
    prepare: Callable[[Vocabularies], object] = load
    """Loads what every run of it looks things up in; called in a thread, once for all runs that come after."""
    older_input: Callable[[Any], Any] = _same
    older_result: Callable[[Any], Any] = _same
    """How what earlier versions stored is brought to today's form."""

    def input_of(self, stored: RunDetail) -> InputT:
        """The input of a stored run."""
        return self._read(self.input_type, self.older_input, stored, stored.input, "input")

    def output_of(self, stored: RunDetail) -> OutputT:
        """The result of a finished run."""
        if stored.capability != self.name or not stored.result:
            raise UsageError(
                f"run {stored.run_id} is no finished {self.name}",
                mend=f"choose a run that 'osler runs list --capability {self.name} --status done' shows",
            )
        return self._read(self.output_type, self.older_result, stored, stored.result, "result")

    def result_of(self, stored: RunDetail) -> Any:
        """The stored result in today's form, as plain values."""
        return self.output_of(stored).model_dump(mode="json")

    def changes(self, before: RunDetail, after: RunDetail) -> Changes:
        """What changed between two stored runs."""
        return self.compare(self.output_of(before), self.output_of(after))

    async def replay(self, stored: RunDetail) -> Any:
        """A stored run again from its input and its own exchanges; what is a run's own is kept as it was."""
        given = self.input_of(stored)
        async with replaying(stored) as runner:
            work = Work(runner=runner, gate=self.gate(given), today=stored.started_at.date(), kept=kept_by(stored))
            output = await self.carry_out(given, work)
        return _keeping(output.model_dump(mode="json"), self.result_of(stored), (*_OWN_OF_A_RUN, *self.own_of_a_run))

    async def carry_out(self, given: InputT, work: Work) -> OutputT:
        """The result; a model that gave no answer is its first problem, and what the offline mind did for one is partial."""
        output = await self.run(given, work)
        output.problems = work.runner.told_once(output.problems)
        if output.status == "complete" and any(one.is_of_a_model for one in output.problems):
            output.status = "partial"
        return output

    def _read(
        self,
        wanted: type[T],
        older: Callable[[Any], Any],
        stored: RunDetail,
        value: Any,
        part: Literal["input", "result"],
    ) -> T:
        try:
            return wanted.model_validate(older(value))
        except (ValidationError, LookupError, TypeError, AttributeError) as error:
            count = f" ({error.error_count()} fields)" if isinstance(error, ValidationError) else ""
            raise DataError(
                f"the {part} of run {stored.run_id} is not of a form that this version reads{count}",
                mend="open it with the version that made it ('osler runs show' names it), or export it",
            ) from None


T = TypeVar("T", bound=BaseModel)


def register(capability: Capability[InputT, OutputT]) -> Capability[InputT, OutputT]:
    """Make a capability's runs replayable and comparable; gives it back, for `NAME = register(Capability(…))`."""
    register_kind(capability)
    _CAPABILITIES[capability.name] = capability
    return capability


_CAPABILITIES: dict[str, Capability[Any, Any]] = {}


def capability_names() -> list[str]:
    """The name of every capability; none of them is loaded for it."""
    return sorted(HOMES)


def capability_named(name: str) -> Capability[Any, Any]:
    """The capability of that name, which is loaded."""
    import_module(HOMES[name])
    return _CAPABILITIES[name]


def capabilities() -> dict[str, Capability[Any, Any]]:
    """Every capability, by name; all of them are loaded."""
    return {name: capability_named(name) for name in capability_names()}


def _keeping(result: dict[str, Any], stored: Mapping[str, Any], paths: tuple[str, ...]) -> dict[str, Any]:
    for path in paths:
        head, _, rest = path.partition(".")
        if rest and isinstance(result.get(head), dict):
            result[head] = _keeping(result[head], stored.get(head) or {}, (rest,))
        elif not rest and head in stored:
            result[head] = stored[head]
    return result
