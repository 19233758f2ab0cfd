"""Whether the sentences that a model cites bear its verdict out: asserted of the patient, not denied, the number within the limit."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from osler.core.criteria import (
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    PatientFacts,
    Pregnancy,
    TruthValue,
    Unparsed,
    atoms,
    evaluate,
)
from osler.core.evidence import Span
from osler.core.language import Assertion, Experiencer, Mention, Polarity, assert_mention, time_expressions
from osler.core.patient import PatientRecord, read_patient
from osler.core.terminology import SemanticType, Vocabularies, fold_unit
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.rules import common_words, empty_words, pattern
from osler.trials.judging.touching import same_word, touching
from osler.trials.judging.trees import text_of
from osler.trials.judging.usual_limits import by_usual_limit
from osler.trials.judging.view import NumberedSentence, PatientView, content_words
from osler.trials.judging.windows import DAYS, days_of, reach_of
from osler.trials.kinship import akin, is_general
from osler.trials.types import CriterionVerdict

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
_UNIT = re.compile(r"\s?[^\s,;()]*")
_OPPOSITE = {"positive": "negative", "negative": "positive"}
_WORD = re.compile(r"[^\W_]+")
_STATES = {"pregnant": "pregnant pregnancy", "breastfeeding": "breastfeeding lactation lactating feeding nursing"}
"""The words in which a note tells of a state that criteria have a kind of atom for."""
_TELLING = 4
"""Letters of a word that can tell one thing from another."""
_SHARE = 0.5
"""The share of the telling words of a phrase that a sentence must have to speak of it."""
_STEM = 5
"""Words that begin with so many letters alike are forms of one."""
_NAMED = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE})
"""The kinds of things that have names, which a sentence that tells of one has."""
_BESIDE = 14
"""Characters between a name and the number that is its value, at most."""
_STATES_IT = "the sentence states it, and does not deny it"


class _Asked(NamedTuple):
    """A part of a criterion, and whether the criterion asks for it or against it."""

    atom: Finding | MeasuredValue | Unparsed
    affirmed: bool


def unsupported(
    verdict: CriterionVerdict, tree: Expression, cited: Sequence[NumberedSentence], view: PatientView
) -> str:
    """Why the cited sentences do not support a verdict; empty where they may."""
    if verdict not in (CriterionVerdict.MET, CriterionVerdict.NOT_MET) or not cited:
        return ""
    reasons: list[str | None] = []
    if (left := _left_unsaid(tree, cited, view)) and verdict is CriterionVerdict.MET:
        return left
    for part in _parts(tree):
        wanted = (verdict is CriterionVerdict.MET) == part.affirmed
        if isinstance(part.atom, MeasuredValue):
            reason = _measured(part.atom, wanted, cited, view)
            reason = _resulted(part.atom, wanted, cited, view) if reason is None else reason
        else:
            reason = _stated(part.atom, wanted, cited, view)
        reasons.append(_untimely(part.atom, wanted, cited, view) or reason)
    if any(reason == _STATES_IT for reason in reasons) and isinstance(tree, AnyOf) and tree.sense == "alternatives":
        # One alternative that is denied does not deny the others.
        return _STATES_IT
    if verdict is CriterionVerdict.MET and (spared := _only_spared(tree, cited, view)):
        return spared
    if "" in reasons:
        return ""
    if verdict is CriterionVerdict.MET and (unnamed := _unnamed(tree, cited, view)):
        return unnamed
    told = next(filter(None, reasons), None) or ""
    if not told and reasons and verdict is CriterionVerdict.NOT_MET and not any(map(_denies, cited)):
        return "no cited sentence denies it"
    return told


def read_otherwise(
    verdict: CriterionVerdict, tree: Expression, cited: Sequence[NumberedSentence], view: PatientView
) -> bool:
    """Whether a criterion hangs on how a note is read, and a cited sentence says in so many words what a verdict says.

    Ages, sexes, values and times are computed; what a sentence says of a disease is read, and may be read wrongly.
    """
    parts = list(_parts(tree))
    if len(parts) < len(list(atoms(tree))) or not cited:
        return False
    for part in parts:
        wanted = (verdict is CriterionVerdict.MET) == part.affirmed
        if isinstance(part.atom, MeasuredValue | Unparsed) or part.atom.windows:
            return False
        own = [said for said in _assertions(text_of(part.atom), cited, view) if said.experiencer is Experiencer.PATIENT]
        if not any(
            said.polarity is Polarity.PRESENT and not said.resolved if wanted else said.negated or said.resolved
            for said in own
        ):
            return False
    return True


def inferred(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> bool:
    """Whether no cited sentence names anything that is asked, so that a verdict is the mind's own inference."""
    parts = [part.atom for part in _parts(tree)]
    return bool(cited and parts) and not any(_names(atom, cited, view) for atom in parts)


def _names(atom: Finding | MeasuredValue | Unparsed, cited: Sequence[NumberedSentence], view: PatientView) -> bool:
    """Whether a cited sentence names an atom; a value that it gives stands right behind the name."""
    if not isinstance(atom, MeasuredValue):
        return any(_assertions(text_of(atom), cited, view))
    if not atom.test.bounds:
        return any(_assertions(atom.name, cited, view))
    told = (read_patient(item.text, "note", view.vocabularies).record for item in cited)
    read = any(evaluate(atom, PatientFacts(record, view.vocabularies)).evidence for record in told)
    return read or any(True for _ in _numbers(atom, cited, within=_BESIDE))


def _left_unsaid(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """What a criterion asks for and no cited sentence says: "haemorrhagic" where only a stroke is told of."""
    if isinstance(tree, AnyOf | AtLeast | Not | Except):
        return ""
    if isinstance(tree, AllOf):
        findings = [child for child in tree.children if isinstance(child, Finding)]
        said = [child for child in findings if any(_assertions(text_of(child), cited, view))]
        silent = next((child for child in findings if said and child not in said), None)
        if silent is not None:
            return f"no cited sentence says {silent.name}"
        return next(filter(None, (_left_unsaid(child, cited, view) for child in tree.children)), "")
    if not isinstance(tree, Finding):
        return ""
    words = _told_words(cited, view)
    asked = content_words(pattern("said_of_any").sub(" ", text_of(tree).casefold()))
    if not asked & words:
        # Another wording of the whole is the mind's inference, and marked as one.
        return ""
    unsaid = sorted(word for word in asked - words if len(word) >= _TELLING and not _shortened(word, words))
    return f"no cited sentence says {', '.join(unsaid)}" if unsaid else ""


def _told_words(cited: Sequence[NumberedSentence], view: PatientView) -> frozenset[str]:
    """The words of sentences, with those of the names of what they mention and of what it is a kind of."""
    found = set(content_words(" ".join(sentence.text for sentence in cited)))
    for sentence in cited:
        for mention in view.mentions:
            if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end:
                for code in lineage_of(frozenset(mention.concept_ids), view.vocabularies):
                    concept = view.vocabularies.concept(code)
                    if concept is not None:
                        found |= content_words(" ".join((concept.name, *concept.synonyms)).casefold())
    return frozenset(found)


def _shortened(word: str, words: frozenset[str]) -> bool:
    """Whether a word is there in another form: treated, treatment; ischaemic, ischemic."""
    plain = word.replace("ae", "e").replace("oe", "e")
    return any(plain[:_STEM] == other.replace("ae", "e").replace("oe", "e")[:_STEM] for other in words)


def _parts(tree: Expression, affirmed: bool = True) -> Iterator[_Asked]:
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            yield from _parts(child, affirmed)
    elif isinstance(tree, Not):
        yield from _parts(tree.child, not affirmed)
    elif isinstance(tree, Except):
        yield from _parts(tree.child, affirmed)
    elif isinstance(tree, Finding | MeasuredValue | Unparsed):
        yield _Asked(tree, affirmed)
    elif isinstance(tree, Pregnancy) and tree.state in _STATES:
        yield _Asked(Unparsed(text=_STATES[tree.state]), affirmed)


def _measured(atom: MeasuredValue, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView) -> str | None:
    """Empty where a cited number passes, the reason where none does, None where the test is not one of numbers."""
    if not atom.test.bounds and not atom.test.values:
        return None
    vocabularies = view.vocabularies
    told = [read_patient(item.text, "note", vocabularies).record for item in cited]
    truths = [evaluate(atom, PatientFacts(record, vocabularies)).truth for record in told]
    proved = TruthValue.MET if wanted else TruthValue.NOT_MET
    if proved in truths:
        return ""
    if any(bound.times for bound in atom.test.bounds):
        return _by_multiple(atom, proved, told, view)
    contrary = any(truth is not TruthValue.UNKNOWN for truth in truths)
    if not contrary and any(_passes(float(number), atom) is wanted for number in _numbers(atom, cited)):
        return ""
    return f"no number of the sentence {'is within' if wanted else 'breaks'} the limit of {atom.name}"


def _by_multiple(atom: MeasuredValue, proved: TruthValue, told: Sequence[PatientRecord], view: PatientView) -> str:
    """Whether the sentences' values prove a multiple of a limit of normal: nobody's word for it counts."""
    found = [by_usual_limit(atom, PatientFacts(record, view.vocabularies), view) for record in told]
    if any(one is not None and one.proof.truth is proved for one in found):
        return ""
    return f"the values and limits of the sentence do not show a multiple of the limit of normal for {atom.name}"


def _resulted(atom: MeasuredValue, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView) -> str | None:
    """Empty where a sentence gives the result that the verdict needs, the reason where it gives another or none."""
    if atom.test.result not in _OPPOSITE:
        return None
    needed = atom.test.result if wanted else _OPPOSITE[atom.test.result]
    about = [item for item in cited if any(_assertions(atom.name, [item], view))]
    said = {_result_in(item.text) for item in about or cited} - {""}
    if needed in said:
        return ""
    if said:
        return f"the sentence says {' and '.join(sorted(said))}"
    # Who has the disease is positive; a sentence that names neither test nor disease gives no result.
    return (
        _stated(Unparsed(text=atom.name), needed == "positive", about, view) if about else "no sentence names the test"
    )


def _result_in(text: str) -> str:
    words = text.casefold()
    if pattern("results", "negative").search(words):
        return "negative"
    return "positive" if pattern("results", "positive").search(words) else ""


def _unnamed(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Which drug or disease that is asked for no cited sentence names, nor a member, a sign or shorthand of it."""
    asked = [part.atom for part in _parts(tree) if part.affirmed and isinstance(part.atom, Finding)]
    known = [atom for atom in asked if named(text_of(atom), view.vocabularies).kinds & _NAMED]
    if not known or len(known) < len(list(atoms(tree))):
        return ""
    for atom in known:
        spans = [item for item in touching(atom, view) if isinstance(item, Span)]
        if any(_assertions(text_of(atom), cited, view)) or any(_lies_in(span, cited) for span in spans):
            return ""
    return f"no cited sentence names {' or '.join(atom.name for atom in known)}"


def _only_spared(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Why sentences do not show what is excepted from: all that they tell of it is one of the exceptions."""
    if isinstance(tree, AllOf | AnyOf):
        told = [_only_spared(child, cited, view) for child in tree.children]
        return next(filter(None, told), "") if len(list(filter(None, told))) >= len(list(_excepting(tree))) > 0 else ""
    if not isinstance(tree, Except) or not isinstance(tree.child, Finding):
        return ""
    spared = [part for part in tree.exceptions if isinstance(part, Finding)]
    concepts = frozenset(code for part in spared for code in named(part.name, view.vocabularies).concepts)
    kinds = list(named(tree.child.name, view.vocabularies).concepts)
    told_of = [
        mention
        for mention in _mentioned(cited, view)
        if any(akin(one, other, view.vocabularies) for one in kinds for other in mention.concept_ids)
    ]
    if told_of and all(lineage_of(frozenset(one.concept_ids), view.vocabularies) & concepts for one in told_of):
        return "the sentence tells only of what is excepted"
    return ""


def _excepting(tree: Expression) -> Iterator[Except]:
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            yield from _excepting(child)
    elif isinstance(tree, Except):
        yield tree


def _mentioned(cited: Sequence[NumberedSentence], view: PatientView) -> Iterator[Mention]:
    """What sentences name."""
    for sentence in cited:
        for mention in view.mentions:
            if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end:
                yield mention


def _lies_in(span: Span, cited: Sequence[NumberedSentence]) -> bool:
    return any(one.source_id == span.source_id and one.start <= span.start < one.end for one in cited)


def _untimely(
    atom: Finding | MeasuredValue | Unparsed, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView
) -> str:
    """Why the times that the sentences give are against a verdict; empty where they are not."""
    reach = [] if isinstance(atom, Unparsed) else reach_of(atom)
    ago = [days for sentence in cited for days in _days_ago(sentence, view)]
    if not wanted and ago and isinstance(atom, Finding) and (lasting := _lasting(atom)):
        longest = max(nearest for nearest, _ in ago)
        if longest >= lasting and any(
            said.polarity is Polarity.PRESENT for said in _assertions(atom.name, cited, view)
        ):
            return f"the sentence dates it to {longest} days ago, which is long enough"
    if not reach or not ago:
        return ""
    if wanted and min(nearest for nearest, _ in ago) > min(reach):
        return f"what the sentence dates is {min(nearest for nearest, _ in ago)} days ago"
    inside = [farthest for _, farthest in ago if 0 <= farthest <= min(reach)]
    spoken = isinstance(atom, MeasuredValue) or any(
        said.polarity is Polarity.PRESENT for said in _assertions(text_of(atom), cited, view)
    )
    if not wanted and spoken and isinstance(atom, Finding) and inside:
        return f"the sentence dates it to {min(inside)} days ago, which is within the time"
    return ""


def _lasting(atom: Finding) -> float:
    """The days that a finding has to have lasted; none where no length is asked."""
    at_least = (None, Comparator.GE, Comparator.GT)
    windows = (w for w in atom.windows if w.kind == "lasting" and w.comparator in at_least and w.unit in DAYS)
    return max((float(w.length or 0) * DAYS[w.unit or ""] for w in windows), default=0)


def _days_ago(sentence: NumberedSentence, view: PatientView) -> Iterator[tuple[int, int]]:
    """How many days ago at least and at most each time lies that a sentence gives."""
    for time in time_expressions(sentence.text):
        if time.kind == "ago" and time.years is not None:
            days = round(time.years * DAYS["years"])
            yield days, days
        elif time.date is not None and view.day is not None:
            first, last = days_of(time.date, time.date_precision)
            if first <= view.day:
                yield max(0, (view.day - last).days), (view.day - first).days


def _denies(sentence: NumberedSentence) -> bool:
    words = sentence.text.casefold()
    return bool(pattern("denying").search(words) or pattern("results", "negative").search(words))


def _numbers(atom: MeasuredValue, cited: Sequence[NumberedSentence], within: int = 10_000) -> Iterator[str]:
    """The numbers that follow a word of the measure's name, for values that are written without a unit."""
    names = content_words(" ".join((atom.name, *atom.also)))
    for sentence in cited:
        for word in _WORD.finditer(sentence.text):
            if content_words(word[0]) & names and (
                found := _NUMBER.search(sentence.text, word.end(), word.end() + within)
            ):
                unit = _UNIT.match(sentence.text, found.end())
                if _in_unit(atom, unit[0] if unit else ""):
                    yield found[0]


def _in_unit(atom: MeasuredValue, written: str) -> bool:
    """Whether what stands behind a number may be the unit of the limits; where none is asked, nothing may be joined to it."""
    asked = {fold_unit(bound.unit) for bound in atom.test.bounds if bound.unit}
    plain = written.strip(" ,.;)")
    if not asked:
        return not written or (written[0] in " .,;)" and "/" not in plain)
    return fold_unit(plain) in asked or not re.search(r"[/%]|^\w{1,2}$", plain)


def _passes(number: float, atom: MeasuredValue) -> bool:
    if atom.test.values:
        return number in atom.test.values
    return all(_compare(number, bound.comparator, bound.value) for bound in atom.test.bounds if not bound.times)


def _compare(number: float, comparator: Comparator, limit: float) -> bool:
    compare = _HOLDS.get(str(comparator))
    return compare is None or bool(compare(number, limit))


def _stated(atom: Finding | Unparsed, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView) -> str | None:
    """Empty where a mention says what the verdict says, the reason where all say otherwise, None where none is found."""
    said = list(_assertions(text_of(atom), cited, view))
    if not said:
        return None
    own = [assertion for assertion in said if assertion.experiencer is Experiencer.PATIENT]
    if not own:
        return "the sentence speaks of somebody else"
    if pattern("reactions", "asked").search(text_of(atom).casefold()):
        own = [said for said in _reactions(cited) if said.experiencer is Experiencer.PATIENT]
        if wanted and not any(said.polarity is Polarity.PRESENT for said in own):
            return "the sentence tells of no reaction"
    timed = isinstance(atom, Finding) and any(window.kind not in ("ever", "current") for window in atom.windows)
    if wanted:
        if any(assertion.polarity is Polarity.PRESENT for assertion in own):
            return ""
        return "the sentence denies it, or leaves it open"
    if any(assertion.negated or assertion.resolved or assertion.historical for assertion in own):
        return ""
    dated = timed and any(True for sentence in cited for _ in time_expressions(sentence.text))
    return "" if dated else _STATES_IT


def _reactions(cited: Sequence[NumberedSentence]) -> Iterator[Assertion]:
    """What the cited sentences say of a reaction to something."""
    for sentence in cited:
        for word in pattern("reactions", "told").finditer(sentence.text.casefold()):
            yield assert_mention(sentence.text, *word.span())


def _assertions(text: str, cited: Sequence[NumberedSentence], view: PatientView) -> Iterator[Assertion]:
    """What the cited sentences say of a phrase: by its concepts, and where they name none by its words."""
    concepts = [
        concept for concept in named(text, view.vocabularies).concepts if not is_general(concept, view.vocabularies)
    ]
    for sentence in cited:
        mentions = [
            mention
            for mention in view.mentions
            if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end
        ]
        found = [
            mention.assertion
            for mention in mentions
            if any(akin(one, other, view.vocabularies) for one in concepts for other in mention.concept_ids)
        ]
        yield from found or _of_words(text, sentence, view.vocabularies)


def _of_words(text: str, sentence: NumberedSentence, vocabularies: Vocabularies) -> list[Assertion]:
    """What is said of the words of a phrase; one that is denied speaks for all ("MRI brain: no metastases").

    A sentence that has only a few of them ("nasal", "test") speaks of something else.
    """
    asked, said = named(text, vocabularies).words, []
    telling = [word for word in asked if word not in common_words() and word not in empty_words()]
    here = content_words(sentence.text)
    held = [word for word in telling if any(same_word(word, other) for other in here)]
    if (
        not held
        or len(held) < _SHARE * len(telling)
        or (len(telling) == 1 and pattern("adjectives").search(telling[0]))
    ):
        return []
    for word in _WORD.finditer(sentence.text):
        if content_words(word[0]) & asked:
            assertion = assert_mention(sentence.text, word.start(), word.end())
            rest = sentence.text[word.end() :].casefold()
            if assertion.polarity is Polarity.PRESENT and pattern("found_negative").match(rest):
                assertion = Assertion(polarity=Polarity.NEGATED, experiencer=assertion.experiencer)
            said.append(assertion)
    return [assertion for assertion in said if assertion.negated] or said
