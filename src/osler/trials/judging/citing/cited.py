"""What the sentences that a model cites say: of a phrase, by its concepts or its words, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.criteria import Expression, Finding, atoms
from osler.core.evidence import Span
from osler.core.language import Assertion, Mention, Polarity, assert_mention
from osler.core.patient import Presence, read_patient
from osler.core.terminology import Vocabularies
from osler.trials.judging.diseases.groups import medicines_of_class
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.rules import common_words, empty_words, pattern
from osler.trials.judging.touching import same_word
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, days_of
from osler.trials.judging.words import content_words
from osler.trials.kinship import akin, is_general

_WORD = re.compile(r"[^\W_]+")
_BEARER = re.compile(r"^(?P<what>.+?)\s(?:by|from|due to|secondary to|caused by)\s(?P<disease>[^,;]+)$", re.IGNORECASE)
_SHARE = 0.5
"""The share of the telling words of a phrase that a sentence must have to speak of it."""


def assertions_of(text: str, cited: Sequence[NumberedSentence], view: PatientView) -> Iterator[Assertion]:
    """What the cited sentences say of a phrase: by its concepts, and where they name none by its words."""
    text = _without_bearer(text, view)
    concepts = [
        concept for concept in named(text, view.vocabularies).concepts if not is_general(concept, view.vocabularies)
    ]
    of_class = {item for fact in medicines_of_class(Finding(name=text), view) for item in fact.evidence}
    for sentence in cited:
        mentions = [
            mention
            for mention in view.mentions
            if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end
        ]
        found = [
            _as_recorded(mention, view)
            for mention in mentions
            if any(akin(one, other, view.vocabularies) for one in concepts for other in _concepts_of(mention, view))
            or mention.span in of_class
        ]
        yield from found or _of_words(text, sentence, view.vocabularies)


def _without_bearer(text: str, view: PatientView) -> str:
    """A phrase without the disease that what it names comes from, where the patient has that: "CNS involvement by myeloma"."""
    borne = _BEARER.match(text)
    if borne is None:
        return text
    disease = named(borne["disease"], view.vocabularies).concepts
    has_it = any(fact.present and fact.kind == "condition" and fact.lineage & disease for fact in view.facts)
    return borne["what"] if has_it else text


def _as_recorded(mention: Mention, view: PatientView) -> Assertion:
    """What is said of a mention, as the record has it: a medicine that was not taken is denied, a name given again is stated."""
    told = [one for one in view.record.medications if mention.span in one.evidence]
    if told and all(one.presence is Presence.ABSENT for one in told):
        return Assertion(polarity=Polarity.NEGATED, experiencer=mention.assertion.experiencer)
    if mention.assertion.negated:
        found = (one for one in (*view.record.conditions, *view.record.phenotypes) if mention.span in one.evidence)
        if any(one.presence is Presence.PRESENT for one in found):
            return Assertion(polarity=Polarity.PRESENT, experiencer=mention.assertion.experiencer)
    return mention.assertion


def _concepts_of(mention: Mention, view: PatientView) -> Iterator[str]:
    """What a mention names, and of a regimen that was had the medicines in it."""
    yield from mention.concept_ids
    for medicine in view.record.medications:
        if medicine.presence is Presence.PRESENT and any(
            isinstance(item, Span) and item.source_id == mention.source_id and item.start == mention.start
            for item in medicine.evidence
        ):
            yield from (part.id for part in medicine.ingredients)


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
        or (
            len(telling) == 1
            and pattern("adjectives").search(telling[0])
            and not _with_its_noun(telling[0], text, sentence)
        )
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


def _with_its_noun(adjective: str, text: str, sentence: NumberedSentence) -> bool:
    """Whether a sentence has an adjective with the very noun behind it that is asked for: "electroconvulsive therapy"."""
    phrase = re.search(rf"\b{re.escape(adjective)}\w*\s[^\W\d_]{{4,}}", text.casefold())
    return phrase is not None and phrase[0] in " ".join(sentence.text.casefold().split())


def mentioned_in(cited: Sequence[NumberedSentence], view: PatientView) -> Iterator[Mention]:
    """What sentences name."""
    for sentence in cited:
        for mention in view.mentions:
            if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end:
                yield mention


def reactions_in(cited: Sequence[NumberedSentence]) -> Iterator[Assertion]:
    """What the cited sentences say of a reaction to something."""
    for sentence in cited:
        for word in pattern("reactions", "told").finditer(sentence.text.casefold()):
            yield assert_mention(sentence.text, *word.span())


def told_words(cited: Sequence[NumberedSentence], view: PatientView) -> frozenset[str]:
    """The words of sentences, with those of the names of what they mention and of what it is a kind of."""
    found = set(content_words(" ".join(sentence.text for sentence in cited)))
    for sentence in cited:
        for mention in view.mentions:
            if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end:
                for code in lineage_of(frozenset(_concepts_of(mention, view)), view.vocabularies):
                    concept = view.vocabularies.concept(code)
                    if concept is not None:
                        found |= content_words(" ".join((concept.name, *concept.synonyms)).casefold())
    return frozenset(found)


def days_ago(sentence: NumberedSentence, view: PatientView) -> Iterator[tuple[int, int]]:
    """How many days ago at least and at most each time lies that a sentence gives."""
    for time in view.times_in(sentence):
        if time.kind == "ago" and time.years is not None:
            days = round(time.years * DAYS["years"])
            yield days, days
        elif time.date is not None and view.day is not None:
            first, last = days_of(time.date, time.date_precision)
            if first <= view.day:
                yield max(0, (view.day - last).days), (view.day - first).days


def lies_in(span: Span, cited: Sequence[NumberedSentence]) -> bool:
    return any(one.source_id == span.source_id and one.start <= span.start < one.end for one in cited)


def names_its_medicine(sentence: str, tree: Expression, vocabularies: Vocabularies) -> bool:
    """Whether a sentence names a medicine that a criterion asks for by its class, or the regimen which it is in."""
    view = PatientView(read_patient(sentence, "note", vocabularies).record, vocabularies)
    medicines = [fact for fact in view.facts if fact.kind == "medication" and fact.present]
    asked = [atom for atom in atoms(tree) if isinstance(atom, Finding)] if medicines else []
    return any(
        medicines_of_class(atom, view)
        or any(fact.lineage & named(atom.name, vocabularies).concepts for fact in medicines)
        for atom in asked
    )
