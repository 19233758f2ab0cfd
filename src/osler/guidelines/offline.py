"""The offline mind: the plan, the summary, the extractive draft and its correction, by rule.

The verifier's rules stand in `steps/verify.py`, because they run beside a model's verifier as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from osler.core.library import Chunk, passage_sentences, pregnancy_of, row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.exchanges import Plan, ReasoningInput, SummariserInput, Summary, Written, WrittenSentence
from osler.guidelines.steps.applicability import cannot_be_pregnant
from osler.guidelines.steps.asked import without_person
from osler.guidelines.steps.asked_amounts import first_met
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.dosing import changes_in
from osler.guidelines.steps.nameless import naming_before
from osler.guidelines.steps.naming import classes_in, drugs_in, named_by
from osler.guidelines.steps.pairs import pair_of
from osler.guidelines.steps.parts import PART_TASK, Part, asking_stems, parts_of
from osler.guidelines.steps.quote import GOES_ON_IF, GRADE_NOTE
from osler.guidelines.steps.safety import Caution, advises_drug
from osler.guidelines.steps.siblings import OTHER_DOSE
from osler.guidelines.steps.whose import is_for_others, is_for_takers
from osler.guidelines.types import QueryContext, SubTaskPlan, SummarySentence

_PARTS = 4
"""Parts of a question that are looked for one by one; the cap of sub-tasks leaves room for the patient."""

_VALUES = 3
"""Values of the patient whose names are looked for beside what they have and take."""
_TREATS = re.compile(
    r"\b(?:treat|manag|therap|drug|medic|dose|dosage|prescri|start|give|first[- ]line|take|use|stop|add)\w*",
    re.IGNORECASE,
)

_LOOKS = re.compile(r"\b(?:screen|diagnos|test|check|detect|confirm|criteri|measure|scan|assess)\w*", re.IGNORECASE)

_CHARACTERS_PER_TOKEN = 4
_BEST = 3
"""Recommendations that are stated first though something that they ask for is not known of the patient."""
_AS_MUCH = 0.8
"""The share of the relevance of what is unclear that something which applies must have to be told before it."""
_ENOUGH = 0.5
"""The share that is enough for the first of those that apply to be told before anything unclear."""
_LIMITS = 3
"""Contraindications of what is advised that are stated beside it."""


_PRONOUN = re.compile(
    r"\W*(?:(?:in|for|of|to) )?(?:it|they|this|these|those|such)\b(?! (?:guideline|recommendation|document))|Note \w{1,3}: ",
    re.IGNORECASE,
)


def plan_by_rule(context: QueryContext, vocabularies: Vocabularies) -> Plan:
    """The offline planner: from the kind of question, and from what the patient brings along."""
    question, patient = context.question_text, context.patient
    wanted = without_person(question)
    treats, looks = bool(_TREATS.search(question)), bool(_LOOKS.search(question))
    plan = _answering(context, vocabularies)
    if patient.problems:
        plan.append(
            SubTaskPlan(
                name="patient_problems",
                description="Find what the guidelines say of the question for someone with these problems.",
                retrieval_query=f"{wanted} {' '.join(patient.problems[:6])}",
                priority="medium",
                kind="patient_summary",
            )
        )
    brought = [
        *patient.allergies,
        *patient.medications,
        *patient.problems,
        *(["pregnancy"] if patient.pregnant else []),
        *(["breastfeeding"] if patient.breastfeeding else []),
        *_values(context),
    ]
    if treats or brought:
        plan.append(
            SubTaskPlan(
                name="contraindications",
                description="Find contraindications and precautions, first of all those that concern this patient.",
                retrieval_query=" ".join(
                    [wanted, "contraindicated avoid", *brought[:8], *classes_in(question, vocabularies)]
                ),
                priority="medium",
                kind="contraindications",
            )
        )
    if treats and looks:
        plan.append(
            SubTaskPlan(
                name="diagnosis",
                description="Find how the condition is recognised.",
                retrieval_query=f"{wanted} diagnosis screening criteria",
                priority="low",
                kind="screening_and_diagnosis",
            )
        )
    return Plan(subtasks=plan)


def _values(context: QueryContext) -> list[str]:
    """The names of the values that a question states or that are out of range: limits of a guideline hang on them."""
    asked = context.question_text.casefold()
    told = [one.name for one in context.patient.labs if one.out_of_range or one.name.casefold() in asked]
    return list(dict.fromkeys(told))[:_VALUES]


def _answering(context: QueryContext, vocabularies: Vocabularies) -> list[SubTaskPlan]:
    """One sub-task for the question, or one for each thing that it asks; for a pair, the whole and each of the two."""
    question = context.question_text
    parts = parts_of(question, vocabularies)[:_PARTS]
    if len(parts) > 1:
        return _for_each(parts)
    whole = _looking_for("answer_question", "Find the recommendations that answer the question.", question, question)
    return [whole, *_for_each(pair_of(question, vocabularies))]


def _for_each(parts: Sequence[Part]) -> list[SubTaskPlan]:
    return [
        _looking_for(
            f"{PART_TASK}{number}", f"Find the recommendations that answer: {part.asked}", part.asked, part.about
        )
        for number, part in enumerate(parts, start=1)
    ]


def _looking_for(name: str, description: str, asked: str, about: str) -> SubTaskPlan:
    return SubTaskPlan(
        name=name,
        description=description,
        retrieval_query=with_clinical_names(without_person(about)),
        priority="high",
        kind="screening_and_diagnosis" if _LOOKS.search(asked) and not _TREATS.search(asked) else "management",
    )


_CLOSER = 2
"""Words of the question that a sentence must have more than the first drug that is advised, to be told before it."""
_INSTEAD = re.compile(r"\binstead\b(?! of\b)|\bin (?:its|their) place\b", re.IGNORECASE)
"""What is given in the place of what the sentence before it names."""


def extract_summary(given: SummariserInput) -> Summary:
    """The offline summary: of each passage the sentences that advise something, until the bound."""
    left = given.tokens * _CHARACTERS_PER_TOKEN
    kept: list[SummarySentence] = []
    for one in given.bundle.chunks:
        for sentence in passage_sentences(one.chunk.text):
            if stance_of(sentence.text) != "none" and len(sentence.text) <= left:
                kept.append(SummarySentence(text=sentence.text, chunk_id=one.chunk.id))
                left -= len(sentence.text)
    return Summary(sentences=kept)


class _Telling:
    """The sentences of a draft as they are told, each once, with the passage that it is of."""

    def __init__(self, given: ReasoningInput, vocabularies: Vocabularies) -> None:
        self.told: dict[str, str] = {}
        self._limit = given.limit
        self._vocabularies = vocabularies
        self._chunks = {one.chunk.id: one.chunk for bundle in given.bundles for one in bundle.chunks}
        self._others = {text for one in given.chosen if not one.fits for text in one.quoted}

    def say(self, text: str, chunk_id: str) -> None:
        """Tell a sentence; one that begins with "It" or "In these people" after the one that names them."""
        for one in (*_antecedent(self._chunks.get(chunk_id), text, self._vocabularies), text):
            if one not in self._others or one == text:
                self.told.setdefault(one, chunk_id)

    def add(self, texts: Sequence[str], candidate: Candidate) -> None:
        """Tell what a passage advises, a dose with what changes it; what goes on from advice for others is for them."""
        for text in texts:
            of_others = self._others & set(_antecedent(candidate.chunk, text, self._vocabularies))
            if text in self.told or len(self.told) >= self._limit or of_others:
                continue
            # A dose and what changes it are said together, whatever the limit.
            for one in _with_changes(candidate, text, self._vocabularies):
                self.say(one, candidate.chunk.id)


def extract(given: ReasoningInput, vocabularies: Vocabularies) -> Written:
    """The offline draft: the sentences of the recommendations that are for this patient, then those against, quoted."""
    telling = _Telling(given, vocabularies)
    chunks = {one.chunk.id: one.chunk for bundle in given.bundles for one in bundle.chunks}
    for text, chunk_id in _cautioned(_against_asked(given, vocabularies), chunks):
        telling.say(text, chunk_id)
    # Those that answer best and every one that applies are stated before any of them is explained.
    fitting = [candidate for candidate in given.chosen if candidate.fits]
    if given.patient_known:
        fitting = _certain_first(fitting)
    for place, candidate in enumerate(fitting):
        if candidate.applicability.fit == "applies" or not given.patient_known or place < _BEST:
            telling.add(_stated_first(candidate, given.question, vocabularies), candidate)
    for candidate in fitting:
        telling.add(candidate.quoted, candidate)
    stated = [one for one in fitting if set(telling.told) & set(one.quoted)]
    others = {text for one in given.chosen if one.applicability.fit == "does_not_apply" for text in one.quoted}
    limits = _limits_of(stated, given, others | set(telling.told), vocabularies)
    # A dose that another passage overrules is not told because its sentence warns of something else as well.
    overruled = {
        text
        for one in given.chosen
        if any(why.startswith(OTHER_DOSE) for why in one.applicability.reasons)
        for text in one.quoted
    }
    for text, chunk_id in [*limits, *_cautioned(given.cautions, chunks)]:
        if text not in overruled:
            telling.say(text, chunk_id)
    return Written(
        sentences=[
            WrittenSentence(text=text, citations=[chunk_id], quotes=[text]) for text, chunk_id in telling.told.items()
        ]
    )


def _certain_first(fitting: Sequence[Candidate]) -> list[Candidate]:
    """What applies before what hangs on something unknown: never first, and after all that speaks of the question as much."""

    def is_open(one: Candidate) -> bool:
        return one.idle or one.applicability.fit == "unclear"

    certain = [one for one in fitting if not is_open(one)]
    told = [one for one in certain if one.relevance >= _ENOUGH * fitting[0].relevance][:1] if fitting else []
    for one in fitting:
        if is_open(one):
            ahead = [other for other in certain if other.relevance >= _AS_MUCH * one.relevance]
            told += [other for other in ahead if other not in told]
        told += [one] if one not in told else []
    return told


def _against_asked(given: ReasoningInput, vocabularies: Vocabularies) -> list[Caution]:
    """What speaks here against the drug that is asked about: that is the answer."""
    asked = drugs_in(with_clinical_names(given.question), vocabularies)
    return [
        one
        for one in given.cautions
        if not one.changes and (named_by(one.drugs, asked, vocabularies) or named_by(asked, one.drugs, vocabularies))
    ]


def _stated_first(candidate: Candidate, question: str, vocabularies: Vocabularies) -> Sequence[str]:
    """The sentence of a passage that states what it advises: at an amount that is asked about, and the drug that is to be given before what is not.

    What else is to be done after a ban ("Do not stop it. Refer …") hangs on it, and is not torn from it.
    """
    if met := first_met(candidate.quoted, question):
        return [met]
    if own := next((text for text in candidate.quoted if is_for_takers(text, question, vocabularies)), ""):
        return [own]
    advising = [text for text in candidate.quoted if stance_of(text) != "none"]
    given = [text for text in advising if stance_of(text) != "against" and advises_drug(text, vocabularies)]
    first = (given[:1] or advising[:1] or candidate.quoted[:1])[0]
    # One that has much more of the question's own words is what is asked for.
    wanted = frozenset(stems(question)) - asking_stems()
    nearest = max(advising, key=lambda text: len(wanted & set(stems(text))), default=first)
    return [nearest if len(wanted & set(stems(nearest))) >= len(wanted & set(stems(first))) + _CLOSER else first]


def _antecedent(chunk: Chunk | None, text: str, vocabularies: Vocabularies) -> list[str]:
    """The sentence of its passage that one goes on from which opens with a pronoun, or gives a dose and not its drug."""
    if chunk is None:
        return []
    if not (_PRONOUN.match(text) or _INSTEAD.search(text)):
        named = naming_before(chunk, text, vocabularies)
        return [named] if named else []
    whole = [one.text for one in passage_sentences(chunk.text)]
    place = whole.index(text) if text in whole else 0
    return [one for one in reversed(whole[:place]) if not GRADE_NOTE.fullmatch(one)][:1]


def _cautioned(cautions: Sequence[Caution], chunks: Mapping[str, Chunk]) -> list[tuple[str, str]]:
    """The sentences of the cautions; one that begins with "It" comes after the one that names what it is about.

    What is to be done where it cannot be avoided stands behind it.
    """
    # A row that is barred for this patient gives a dose: it is shown as not for them, and warned of, but never told.
    return [
        (text, one.chunk_id)
        for one in cautions
        if not one.own and not ((row := row_of(one.sentence)) and row.barred)
        for text in (one.after, one.sentence, _otherwise(one, chunks))
        if text
    ]


def _otherwise(caution: Caution, chunks: Mapping[str, Chunk]) -> str:
    """What the passage of a caution goes on to say for when it cannot be followed."""
    chunk = chunks.get(caution.chunk_id)
    whole = [one.text for one in passage_sentences(chunk.text)] if chunk is not None else []
    after = whole[whole.index(caution.sentence) + 1 :][:1] if caution.sentence in whole else []
    return next((text for text in after if GOES_ON_IF.match(text) or _INSTEAD.search(text)), "")


def _limits_of(
    stated: Sequence[Candidate], given: ReasoningInput, seen: Set[str], vocabularies: Vocabularies
) -> list[tuple[str, str]]:
    """What the same guidelines say against the drugs that are advised, whether or not it concerns this patient as far as known."""
    advised = {
        (one.chunk.document_id, drug)
        for one in stated
        for text in one.quoted
        if text in seen and advises_drug(text, vocabularies)
        for drug in drugs_in(text, vocabularies)
    }
    found: dict[str, str] = {}
    for chunk in {one.chunk.id: one.chunk for bundle in given.bundles for one in bundle.chunks}.values():
        drugs = {drug for document, drug in advised if document == chunk.document_id}
        for sentence in passage_sentences(chunk.text) if drugs and not chunk.recommendation_id else ():
            against = sentence.text not in seen and stance_of(sentence.text) == "against"
            if against and (
                is_for_others(sentence.text, given.patient) or _is_of_somebody_else(sentence.text, chunk.heading, given)
            ):
                continue
            if against and named_by(drugs_in(sentence.text, vocabularies), drugs, vocabularies):
                found.setdefault(sentence.text, chunk.id)
    return list(found.items())[:_LIMITS]


def _is_of_somebody_else(text: str, heading: Sequence[str], given: ReasoningInput) -> bool:
    """Whether a contraindication is for a pregnancy, by its words or its heading, that this patient cannot have."""
    said = next((one for one in map(pregnancy_of, (text, *reversed(heading))) if one is not None), None)
    return said is True and cannot_be_pregnant(given.patient)


def _with_changes(candidate: Candidate, stated: str, vocabularies: Vocabularies) -> list[str]:
    """What is stated, with the dose that it changes and the sentences that change its dose: one is not said without the other."""
    changes = changes_in(candidate.chunk, vocabularies) if not candidate.chunk.recommendation_id else []
    base = next((one.changes for one in changes if one.text == stated), stated)
    together = {stated, base, *(one.text for one in changes if one.changes == base)}
    return [text for text in candidate.quoted if text in together]


def corrected(given: ReasoningInput) -> Written:
    """The offline correction: the draft without the sentences that do not hold, with what it had left out."""
    wrong = {issue.sentence for issue in given.issues if issue.sentence is not None}
    kept = [
        WrittenSentence(text=one.text, citations=one.citations, quotes=one.quotes)
        for number, one in enumerate(given.previous.sentences if given.previous else [])
        if number not in wrong and one.about == "evidence"
    ]
    kept += [
        WrittenSentence(text=issue.suggestion, citations=issue.chunk_ids[:1], quotes=[issue.suggestion])
        for issue in given.issues
        if issue.kind == "omission" and issue.suggestion and issue.chunk_ids
    ]
    return Written(sentences=kept)
