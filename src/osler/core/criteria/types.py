"""An eligibility criterion as an expression tree: atomic conditions under and, or, not, at-least and except.

Trees are values: frozen, comparable, and free of anything that depends on a patient. `span` fields say where in the
criterion's text a part was read; they take no part in what a tree means (see `without_spans`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from osler.core.evidence import Span


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Comparator(StrEnum):
    """How a value is compared with a limit."""

    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    EQ = "="


Limit = Literal["", "ULN", "LLN"]
"""What a value is a multiple of: nothing, or the upper or lower limit of normal."""


class Bound(_Part):
    """One limit: `>= 1.5 x10^9/L`, `<= 2.5 x ULN`."""

    comparator: Comparator
    value: float = Field(allow_inf_nan=False)
    unit: str = ""
    times: Limit = ""


QualitativeResult = Literal["positive", "negative", "normal", "abnormal", "elevated", "low"]


class ValueTest(_Part):
    """What a measured value must be: within all bounds, one of some values, or a named result."""

    bounds: tuple[Bound, ...] = ()
    values: tuple[float, ...] = ()
    result: QualitativeResult | None = None
    span: Span | None = None


TimeUnit = Literal["minutes", "hours", "days", "weeks", "months", "years"]

WindowKind = Literal["ever", "current", "recent", "within", "before", "lasting", "planned", "at"]


class Window(_Part):
    """When a condition must hold, relative to the day on which eligibility is judged.

    `within` 6 months: on a day not longer ago; `before` 6 months: longer ago; `lasting` 3 months: for that long;
    `at` a visit counts as now; `planned` lies in the future.
    """

    kind: WindowKind
    comparator: Comparator | None = None
    length: float | None = Field(default=None, allow_inf_nan=False)
    unit: TimeUnit | None = None
    anchor: str = ""
    """The event the window is counted from, as written; empty for the day of judgement."""
    after: bool = False
    """Whether it is counted onwards from the event ("within 30 days after surgery"), not back from it."""
    open: bool = False
    """Whether it may reach further than its length: "14 days or 5 half-lives, whichever is longer"."""
    span: Span | None = None


class Mention(_Part):
    """A concept that an atom's words name without being all that it asks: the vaccine in "reaction to a vaccine".

    It is there for readers and for search; it decides nothing.
    """

    name: str
    codes: tuple[str, ...]
    span: Span | None = None


class Finding(_Part):
    """That the patient has, had or takes something: a condition, a drug, a procedure, an observation."""

    kind: Literal["finding"] = "finding"
    name: str
    target: str = ""
    """What the finding is directed at, where the name says so: "allergy to penicillin", "surgery for glaucoma"."""
    target_span: Span | None = None
    codes: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    windows: tuple[Window, ...] = ()
    qualifier: str = ""
    """What the sentence says of it besides, as written: by which rules it was found, which numbers are its own. It decides nothing."""
    span: Span | None = None


class MeasuredValue(_Part):
    """That a laboratory value, a vital sign or a score passes a test."""

    kind: Literal["measure"] = "measure"
    name: str
    also: tuple[str, ...] = ()
    """Other names that the criterion gives it: the short one in brackets."""
    scale: str | None = None
    """The ordinal scale (see `scales.yml`) when the measure is one."""
    of: str = ""
    """The disease whose stage, grade or class it is, where the sentence names no system of its own."""
    codes: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    test: ValueTest
    windows: tuple[Window, ...] = ()
    qualifier: str = ""
    span: Span | None = None


class Age(_Part):
    """That the patient's age passes a test."""

    kind: Literal["age"] = "age"
    codes: tuple[str, ...] = ()
    test: ValueTest
    qualifier: str = ""
    span: Span | None = None


class SexIs(_Part):
    """That the patient is of a sex."""

    kind: Literal["sex"] = "sex"
    sex: Literal["female", "male"]
    codes: tuple[str, ...] = ()
    span: Span | None = None


class Pregnancy(_Part):
    """That the patient is pregnant, breast-feeding, or able to become pregnant."""

    kind: Literal["pregnancy"] = "pregnancy"
    state: Literal["pregnant", "breastfeeding", "childbearing_potential"]
    codes: tuple[str, ...] = ()
    windows: tuple[Window, ...] = ()
    qualifier: str = ""
    span: Span | None = None


UnparsedReason = Literal["not_understood", "consent", "judgement", "too_long", "no_condition"]


class Unparsed(_Part):
    """Text that was not turned into a condition: it evaluates to UNKNOWN, or to NOT_APPLICABLE where it states none."""

    kind: Literal["unparsed"] = "unparsed"
    text: str
    reason: UnparsedReason = "not_understood"
    mentions: tuple[Mention, ...] = ()
    span: Span | None = None


Atom: TypeAlias = Finding | MeasuredValue | Age | SexIs | Pregnancy | Unparsed


class AllOf(_Part):
    """Every child holds."""

    kind: Literal["all"] = "all"
    children: tuple[Expression, ...] = Field(min_length=1)


AnySense = Literal["alternatives", "examples", "definition", "requirement"]


class AnyOf(_Part):
    """At least one child holds."""

    kind: Literal["any"] = "any"
    sense: AnySense = "alternatives"
    """How the children belong together. `examples`: those after the first are kinds of it. `definition`: the second says
    what the first means, and decides wherever it is known ("hypotension (SBP < 100)"). `requirement`: the first is the
    denial of an antecedent ("if female, …"); of whom it holds, the criterion asks nothing and is NOT_APPLICABLE."""
    children: tuple[Expression, ...] = Field(min_length=1)


class AtLeast(_Part):
    """At least `count` children hold."""

    kind: Literal["at_least"] = "at_least"
    count: int = Field(ge=1)
    children: tuple[Expression, ...] = Field(min_length=1)


class Not(_Part):
    """The child does not hold."""

    kind: Literal["not"] = "not"
    child: Expression
    cue: Span | None = None
    """The words that negate."""


class Except(_Part):
    """The child holds by something that none of the exceptions covers."""

    kind: Literal["except"] = "except"
    child: Expression
    exceptions: tuple[Expression, ...] = Field(min_length=1)
    cue: Span | None = None


Expression = Annotated[
    Finding | MeasuredValue | Age | SexIs | Pregnancy | Unparsed | AllOf | AnyOf | AtLeast | Not | Except,
    Field(discriminator="kind"),
]

for _node in (AllOf, AnyOf, AtLeast, Not, Except):
    _node.model_rebuild()

CriterionKind = Literal["inclusion", "exclusion"]


class Criterion(_Part):
    """One criterion of an eligibility text: its words, where they stand, and what they say."""

    id: str
    kind: CriterionKind
    text: str
    start: int
    end: int
    """`eligibility_text[start:end]`; a list under the criterion is part of it."""
    group: str = ""
    """The sub-heading that the criterion stands under, such as "For parent participants"."""
    tree: Expression


class TruthValue(StrEnum):
    """Three-valued truth, and the mark of what asks nothing of this patient."""

    MET = "MET"
    NOT_MET = "NOT_MET"
    UNKNOWN = "UNKNOWN"
    NOT_APPLICABLE = "NOT_APPLICABLE"
    """The antecedent is false ("if female" of a man): neither for nor against taking part."""


ClosedWorld = Literal["strict", "clinical"]
"""What the silence of a record means. `strict`: nothing, so that UNKNOWN is left. `clinical`: a disease, a medicine or an
operation that the vocabularies know, and that nothing in a record with content hints at, is taken as absent and marked
as assumed; values, results, wishes, pregnancy and the patient's person are never assumed."""
