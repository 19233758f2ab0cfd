"""The red flags of a patient: from coded findings, from a note or an utterance, from values, or from all together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.evidence import Pointer
from osler.core.language import AnalysedText, analyse
from osler.core.safety.coded import coded_cause
from osler.core.safety.context import PatientContext
from osler.core.safety.engine import ADULT_YEARS, HISTORY, Cause, MeasuredCause, Patient, apply_rules, matching, titled
from osler.core.safety.note import Asserted, asserted_in, not_inside_longer
from osler.core.safety.ruleset import NamedFinding, Rule, Ruleset, Trigger, ruleset
from osler.core.safety.speaking import age_in, sex_in
from osler.core.safety.types import RedFlag, Severity
from osler.core.safety.units import bare_unit
from osler.core.terminology import Vocabularies, bundled_vocabularies

_NOWHERE = PatientContext()
_MOTHERS = frozenset({"pregnant", "maybe_pregnant", "postpartum", "preterm"})
_YOUNGEST_MOTHER = 10.0
"""Years; the rules have no pregnancy of a younger patient."""


def coded_red_flags(hpo_ids: Iterable[str]) -> list[RedFlag]:
    """The rules that observed HPO terms set off, gravest first; an id that the HPO does not have sets off none."""
    return red_flags(hpo_ids)


def note_red_flags(note: str | AnalysedText, *, source_id: str = "note") -> list[RedFlag]:
    """The rules that a note sets off by what it asserts of the patient as present."""
    return red_flags((), note, source_id=source_id)


def red_flags(
    hpo_ids: Iterable[str] = (),
    note: str | AnalysedText | None = None,
    *,
    context: PatientContext = _NOWHERE,
    past: Iterable[str] = (),
    source_id: str = "note",
    vocabularies: Vocabularies | None = None,
) -> list[RedFlag]:
    """The rules that coded findings, a text and values set off together; a combination may be met by all of them.

    `past` are coded findings that are history: what would be urgent is a warning for them. The vocabularies are by default
    those in which the text was analysed, or the bundled ones.
    """
    read_in = note.vocabularies if isinstance(note, AnalysedText) else None
    vocabularies = vocabularies or read_in or bundled_vocabularies()
    graph = vocabularies.hpo
    terms = [cause for hpo_id in dict.fromkeys(hpo_ids) if (cause := coded_cause(hpo_id, graph))]
    terms += [cause for hpo_id in dict.fromkeys(past) if (cause := coded_cause(hpo_id, graph, standing="past"))]
    text = analyse(note, vocabularies, source_id=source_id) if isinstance(note, str) and note.strip() else note
    asserted = Asserted()
    age, sex = context.age_years, context.sex
    if isinstance(text, AnalysedText):
        age = age_in(text) if age is None else age
        sex = sex or sex_in(text)
        asserted = asserted_in(text, graph, context.model_copy(update={"age_years": age}))
    asserted.terms[:0] = terms
    asserted.values[:0] = _measured(context)
    rules = ruleset()
    finder = _Finder(rules, asserted, context.model_copy(update={"age_years": age}))
    patient = Patient(finder.direct, finder.named, asserted.values, age, sex)
    return apply_rules(rules.rules, patient)


def as_history(flags: Iterable[RedFlag]) -> list[RedFlag]:
    """Flags of a text that is itself old: what was urgent then is a warning now."""
    return [_of_the_past(flag) for flag in flags]


def _of_the_past(flag: RedFlag) -> RedFlag:
    if flag.standing == "past":
        return flag
    told = {"severity": Severity.WARNING, "standing": "past", "title": titled(flag.title, "past")}
    return flag.model_copy(update={**told, "recommended_action": HISTORY} if urgent([flag]) else told)


def urgent(flags: Iterable[RedFlag]) -> list[RedFlag]:
    """The flags that end an analysis."""
    return [flag for flag in flags if flag.severity is Severity.URGENT]


def _measured(context: PatientContext) -> list[MeasuredCause]:
    """The values of the record that are recent enough to speak of now."""
    return [
        MeasuredCause(
            Cause(
                identity=f"value {number}",
                span=reading.evidence or Pointer(source_id="record", path=f"measurement/{reading.measure}"),
                value=f"{reading.measure} {reading.value:g} {bare_unit(reading.measure, reading.value) or ''}".strip(),
            ),
            reading.measure,
            reading.value,
        )
        for number, reading in enumerate(context.readings)
        if not context.is_old(reading.day)
    ]


class _Finder:
    """Finds the causes of one patient for rules and named findings."""

    def __init__(self, rules: Ruleset, asserted: Asserted, context: PatientContext) -> None:
        self._rules = rules
        self._asserted = asserted
        self._context = context
        self._every = [cause for causes in asserted.phrases.values() for cause in causes]
        self._known: dict[str, list[Cause]] = {}
        codes = (code for cause in asserted.terms for code in (cause.identity, *cause.lineage))
        measures = (value.measure for value in asserted.values)
        diseases = (kind for cause in asserted.diseases for kind in cause.lineage)
        self._spoken_for = rules.spoken_for([*asserted.phrases, *asserted.kinds, *codes, *measures, *diseases])

    def direct(self, rule: Rule) -> list[Cause]:
        """The causes that fit a rule's own codes and phrases."""
        if rule.id not in self._spoken_for:
            return []
        coded = matching(self._asserted.terms, rule, rule.except_subtrees)
        causes = [*self._meant(coded, rule), *not_inside_longer(self._worded(rule), self._every)]
        return [cause._replace(standing="past") if cause.lasting else cause for cause in causes]

    def named(self, name: str) -> list[Cause]:
        """The causes that are a named finding."""
        if name not in self._known:
            self._known[name] = self._named(name)
        return self._known[name]

    def _named(self, name: str) -> list[Cause]:
        found = [
            cause
            for member in (self._rules.members(name) if name in self._spoken_for else ())
            for cause in [
                *self._meant(matching(self._asserted.terms, member), member),
                *self._worded(member),
                *self._valued(member),
                *(cause for kind in member.semantic for cause in self._asserted.kinds.get(kind, ())),
                *(cause for cause in self._asserted.diseases if not cause.lineage.isdisjoint(member.diseases)),
            ]
            if _counts_as(cause, member)
        ]
        if name in _MOTHERS and (self._context.age_years or ADULT_YEARS) < _YOUNGEST_MOTHER:
            return []  # the pregnancy that a child's note tells of is the mother's
        if name == "pregnant" and self._context.pregnant is not None:
            return [Cause(identity="pregnant")] if self._context.pregnant else []
        return found

    def _worded(self, trigger: Trigger) -> list[Cause]:
        said = self._asserted.phrases
        if not said:
            return []
        worded = [cause for phrase in trigger.phrases if phrase in said for cause in said[phrase]]
        return self._meant(worded, trigger)

    def _meant(self, causes: list[Cause], trigger: Trigger) -> list[Cause]:
        """Without the causes whose words an exception of this trigger overlaps."""
        if not causes or not trigger.except_phrases:
            return causes
        places = [place for phrase in trigger.except_phrases for place in self._asserted.exceptions.get(phrase, ())]
        return [
            cause
            for cause in causes
            if not (own := cause.place) or not any(start < own[2] and own[1] < end for start, end in places)
        ]

    def _valued(self, finding: NamedFinding) -> Sequence[Cause]:
        return [
            value.cause
            for value in self._asserted.values
            if any(value.meets(condition) for condition in finding.thresholds)
        ]


def _counts_as(cause: Cause, finding: NamedFinding) -> bool:
    if finding.on_suspicion and cause.standing == "suspected":
        return True
    if finding.kind == "sign":
        return cause.standing == "present" and not cause.chronic
    if finding.kind == "event" and cause.dated_old:
        return False
    return cause.standing in ("present", "past")
