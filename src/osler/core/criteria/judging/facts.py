"""A patient's facts by what they are: found by concept and everything it is a kind of, or by their words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Literal

from osler.core.criteria.judging.meaning import Meaning, best_sense, grades, ingredients_of, kind_of, meaning_of
from osler.core.criteria.judging.oncology import changes, oncological_results, spread
from osler.core.criteria.types import Finding
from osler.core.evidence import Span
from osler.core.patient import Presence, Status
from osler.core.patient.types import (
    Allergy,
    Condition,
    Fact,
    Medication,
    Observation,
    PatientRecord,
    Phenotype,
    names_of,
)
from osler.core.terminology import SemanticType, Vocabularies, bundled_vocabularies
from osler.yaml_reader import packaged_yaml

_NOT_DONE = frozenset({Status.NOT_DONE, Status.CANCELLED, Status.MISSED})
_ENDED = frozenset({Status.RESOLVED, Status.INACTIVE, Status.REMISSION})
Moment = tuple[date, str]
"""The day of a result, and the moment as it is written, by which two of one day are told apart."""
_NEVER = (date.min, "")
_TOLD = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE})
_ANY_SUBSTANCE = frozenset({"drug", "medication", "medicine", "substance", "food", "allergen"})
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[\s-]*$")
_EARLIER_BEHIND = re.compile(r"\s+(?:before|prior to|until|preceding)\b", re.IGNORECASE)
_AT_A_PLACE = re.compile(
    r"(?:^|[.;]\s+)(?:the|his|her|their)\s+(?:[\w-]+\s+){0,2}(?:incision|wound|scar|stoma|graft|site|dressing|suture line|drain|fistula|ulcer|lesion"
    r"|arm|leg|hand|foot|finger|toe|knee|shoulder|elbow|wrist|ankle|hip|eye|ear|breast)s?\s+(?:shows?|showed|has|had|is|are|was|were|reveals?|appears?)"
    r"\s+(?:\w+\s+){0,2}?(?:no|without)\b[^.;]*$",
    re.IGNORECASE,
)
"""What is looked at is one place of the body, so that what it does not show may be elsewhere."""
_OTHERS_BEFORE = re.compile(r"\b(?:other|additional|further|second|another)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)
_EARLIER_BEFORE = re.compile(r"\b(?:previous|prior|past|earlier|pre-?existing)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)
_DONE_FOR_IT = re.compile(
    r"\s+(?:(?:treatments?|therap(?:y|ies)|medications?|medicines?|drugs?|creams?|tablets?|vaccin\w+|screening|clinic|surgery)\b)",
    re.IGNORECASE,
)
"""What is done for a disease: who used no asthma treatment may have asthma."""
_CODE = re.compile(r"[A-Za-z]+:\S+$")
_SAYS_NO_MORE = frozenset({"score", "scale", "class", "category", "classification", "virus", "count", "number"})
_GRADED = re.compile(r"\b(?:stage|grade|class)\s+(?:iv|v|i{1,3}|[0-5])[a-d]?\b", re.IGNORECASE)
_SHORT = 4
_FEW_WORDS = 300
"""Characters in which the three words before a place surely stand."""
_REACTIONS = ("allerg", "hypersensitiv", "intoleran")


class PatientFacts:
    """The facts of one record, indexed once and asked for every criterion.

    A present fact answers for everything that it is a kind of; an absent one for everything that is a kind of it: who has
    Alzheimer's disease has dementia, and who has no dementia has no Alzheimer's disease. Where the vocabularies do not
    know one side, the words decide, and only where they are the same. The vocabularies are by default the bundled ones.
    """

    def __init__(self, record: PatientRecord, vocabularies: Vocabularies | None = None) -> None:
        self.record = record
        self.vocabularies = vocabularies or bundled_vocabularies()
        self._hierarchy = self.vocabularies.hierarchy
        self._kinds: defaultdict[str, list[Fact]] = defaultdict(list)
        self._absent: defaultdict[str, list[Fact]] = defaultdict(list)
        self._words: defaultdict[frozenset[str], list[Fact]] = defaultdict(list)
        self._concepts_of: dict[str, frozenset[str]] = {}
        self._named: dict[str, frozenset[str]] = {}
        self._allergies: list[tuple[Allergy, Meaning]] = []
        for fact in _every(record):
            self._add(fact)
        for concept, denials in self._absent.items():
            self._absent[concept] = [fact for fact in denials if not self.contradicted(fact)]

    def about(self, atom: Finding) -> list[Fact]:
        """The facts that decide an atom, in the order of the record: its instances, and denials that cover it."""
        if is_reaction(atom):
            return self._reactions(atom)
        wanted = self._meaning(atom)
        found = [fact for fact in self._words.get(wanted.words, ()) if not self._decided_by_code(fact, wanted)]
        for concept in wanted.concepts:
            found += self._kinds.get(concept, ())
            for wider in (concept, *self._same_or_above(concept)):
                found += self._absent.get(wider, ())
        return list({fact.id: fact for fact in found}.values())

    def concepts_of(self, fact: Fact) -> frozenset[str]:
        """What a fact is of."""
        return frozenset(self._concepts_of.get(fact.id, ()))

    def concepts_above(self, fact: Fact) -> frozenset[str]:
        """What a fact is of, and all that this is a kind of."""
        return frozenset(
            kind for concept in self.concepts_of(fact) for kind in (concept, *self._same_or_above(concept))
        )

    def concepts_asked(self, atom: Finding) -> frozenset[str]:
        """The concepts of an atom that have a place in the hierarchy."""
        return frozenset(concept for concept in self._meaning(atom).concepts if self._is_placed(concept))

    def placed(self, fact: Fact) -> frozenset[str]:
        """The codes of a fact that have a place in the hierarchy."""
        return frozenset(coding.id for coding in fact.codings if self._is_placed(coding.id))

    def would_tell(self, atom: Finding) -> bool:
        """Whether a record like this one would have told of an atom, so that a reader may take silence for absence.

        It must be a disease, a medicine or an operation that the vocabularies know, the record must have content, and
        nothing in it may be a wider name of it: "cancer" leaves open which.
        """
        if is_reaction(atom) or not self._concepts_of:
            return False
        wanted = self._meaning(atom).concepts
        if not any(kind_of(concept, self.vocabularies) in _TOLD for concept in wanted):
            return False
        return not any(
            self._hierarchy.is_a(one, wider) for one in wanted for own in self._concepts_of.values() for wider in own
        )

    def sex_of(self, atom: Finding) -> Literal["female", "male"] | None:
        """The sex whose organs a disease is one of; None where both can have it.

        Nor is any told where the record holds a disease of these organs: then what it calls the sex does not decide.
        """
        wanted = self._meaning(atom).concepts
        above = frozenset(kind for concept in wanted for kind in (concept, *self._same_or_above(concept)))
        return next(
            (
                sex
                for sex, roots in _organs_of_sexes().items()
                if roots <= above and not any(root in self._kinds for root in roots)
            ),
            None,
        )

    def results(self, names: Collection[str], before: date | None) -> list[Observation]:
        """The results under any of these names or codes on or before a day, newest first."""
        asked = {_spelt(name) for name in names}
        found = {id(part): (day, part) for name in asked for day, part in self._results.get(name, ())}
        return _newest_first(found.values(), before)

    def newest_first(self, results: Sequence[Observation], before: date | None) -> list[Observation]:
        """These results on or before a day, newest first."""
        return _newest_first([(self._moment(result), result) for result in results], before)

    def _moment(self, observation: Observation) -> Moment | None:
        time, birth = observation.time, self.record.demographics.birth_date
        day = time.latest(birth) or time.earliest(birth) if time else None
        return (day, (time.at.date or "") if time and time.at else "") if day else None

    @cached_property
    def _results(self) -> dict[str, list[tuple[Moment | None, Observation]]]:
        index: defaultdict[str, list[tuple[Moment | None, Observation]]] = defaultdict(list)
        for observation in chain(self.record.observations, oncological_results(self.record)):
            if observation.is_withdrawn:
                continue
            moment = self._moment(observation)
            for part in observation.parts():
                for name in {_spelt(form) for called in names_of(part) for form in (called, _component(called))}:
                    index[name].append((moment, part))
        return dict(index)

    def _decided_by_code(self, fact: Fact, wanted: Meaning) -> bool:
        """Whether both sides have a place in one hierarchy, so that their words have nothing to add."""
        own = self._concepts_of[fact.id]
        return any(self._hierarchy.comparable(one, other) for one in own for other in wanted.concepts)

    def _add(self, fact: Fact) -> None:
        meaning = self._meaning_of_fact(fact)
        self._concepts_of[fact.id] = self._named[fact.id] = meaning.concepts
        if isinstance(fact, Allergy):
            # A record of an allergy to penicillin says nothing of taking penicillin.
            self._allergies.append((fact, meaning))
            return
        # Severe hypertension is hypertension; hypertension need not be severe.
        if self._all_spans(fact, _denies_another) or self._denies_part(fact):
            self._concepts_of[fact.id] = frozenset()
            return
        if self.graded_denial(fact):
            # It denies what has just these words, the grade among them.
            self._concepts_of[fact.id] = frozenset()
            self._words[meaning_of(self._with_grade(fact), self.vocabularies).words].append(fact)
            return
        forms = [(label, graded) for label in _labels(fact) for graded in (True, False)]
        for words in {meaning_of(label, self.vocabularies, graded=graded).words for label, graded in forms}:
            self._words[words].append(fact)
        if presence_of(fact) is Presence.ABSENT:
            for concept in meaning.concepts:
                self._absent[concept].append(fact)
            return
        for kind in {kind for concept in meaning.concepts for kind in (concept, *self._same_or_above(concept))}:
            self._kinds[kind].append(fact)

    def narrow_denial(self, fact: Fact) -> bool:
        """Whether a fact denies less than what it names."""
        return (
            self.graded_denial(fact) or self.denies_others(fact) or self._denies_part(fact) or self.contradicted(fact)
        )

    def contradicted(self, fact: Fact) -> bool:
        """Whether the record has what a fact denies, or a kind of it, so that nothing narrower is denied: "no previous
        cancer" in a letter about one."""
        if presence_of(fact) is not Presence.ABSENT or not isinstance(fact, Condition | Phenotype):
            return False
        held = (one for concept in self._named.get(fact.id, ()) for one in self._kinds.get(concept, ()))
        return any(one.presence is Presence.PRESENT and one.status not in _ENDED for one in held)

    def _denies_part(self, fact: Fact) -> bool:
        """Whether a fact denies only of one place ("the incision shows no bleeding"), only what was before an event ("no
        hypertension before pregnancy"), or only what is done for a disease ("no rosacea treatment since June")."""
        return self._all_spans(
            fact,
            lambda text, item: bool(
                _AT_A_PLACE.search(text[: item.start])
                or _EARLIER_BEHIND.match(text, item.end)
                or (isinstance(fact, Condition | Phenotype) and _DONE_FOR_IT.match(text, item.end))
            ),
        )

    def denies_others(self, fact: Fact) -> bool:
        """Whether a fact denies only others than what the patient has: "no other malignancy" beside a cancer; and "no
        previous malignancy" beside one denies none but earlier ones."""
        earlier = self.contradicted(fact)
        return self._all_spans(
            fact,
            lambda text, item: (
                _denies_another(text, item) or (earlier and bool(_EARLIER_BEFORE.search(_just_before(text, item))))
            ),
        )

    def _all_spans(self, fact: Fact, holds: Callable[[str, Span], bool]) -> bool:
        """Whether something holds of every place at which the notes deny a fact."""
        if presence_of(fact) is not Presence.ABSENT or not fact.evidence:
            return False
        return all(
            isinstance(item, Span) and item.source_id in self.texts and holds(self.texts[item.source_id], item)
            for item in fact.evidence
        )

    def graded_denial(self, fact: Fact) -> bool:
        """Whether a fact denies only a degree or a course: who has "no chronic hypertension" may have another."""
        return presence_of(fact) is Presence.ABSENT and bool(self._with_grade(fact))

    def _with_grade(self, fact: Fact) -> str:
        """What a fact's evidence calls it, with the grade before it; empty where there is none, or elsewhere another."""
        called = ""
        for item in fact.evidence:
            if not isinstance(item, Span) or item.source_id not in self.texts:
                return ""
            before = _WORD_BEFORE.search(_just_before(self.texts[item.source_id], item))
            if before is None or before[1].casefold() not in grades():
                return ""
            called = f"{before[1]} {item.quote}"
        return called

    @cached_property
    def texts(self) -> dict[str, str]:
        """The notes that the record was read from, by their ids."""
        return {document.id: document.text for document in self.record.documents}

    def _reactions(self, atom: Finding) -> list[Fact]:
        """Allergies to what an atom is directed at; with no substance named, any that is recorded."""
        denials: list[Fact] = [fact for fact, _ in self._allergies if _denies_all(fact)]
        wanted = meaning_of(atom.target, self.vocabularies)
        if wanted.words <= _ANY_SUBSTANCE:
            return denials or [fact for fact, _ in self._allergies]
        named: list[Fact] = [
            fact
            for fact, meaning in self._allergies
            if meaning.words == wanted.words
            or any(self._hierarchy.is_a(one, other) for one in meaning.concepts for other in wanted.concepts)
        ]
        return named or denials

    def _meaning(self, atom: Finding) -> Meaning:
        meaning = meaning_of(atom.name, self.vocabularies)
        known = frozenset(code for code in atom.codes if code in self._hierarchy)
        placed = frozenset(concept for concept in meaning.concepts if self._is_placed(concept))
        return Meaning(known or best_sense(placed or meaning.concepts), meaning.words)

    def _meaning_of_fact(self, fact: Fact) -> Meaning:
        labels = _labels(fact)
        if presence_of(fact) is Presence.PRESENT:
            # Who has a melanoma of stage IV has a melanoma.
            labels += [bare for label in labels if (bare := _GRADED.sub(" ", label).strip()) and bare != label]
        meanings = [meaning_of(label, self.vocabularies, graded=False) for label in labels]
        words = meanings[0].words if meanings else frozenset()
        known = self.placed(fact)
        if isinstance(fact, Medication) and not known:
            ingredients = (ingredients_of(label, self.vocabularies) for label in labels)
            return Meaning(frozenset(chain.from_iterable(ingredients)) | parts_given(fact), words)
        return Meaning(known or frozenset(chain.from_iterable(part.concepts for part in meanings)), words)

    def _is_placed(self, code: str) -> bool:
        """Whether a code is joined to anything; one that stands alone says less than the words beside it."""
        return code in self._hierarchy and bool(self._same_or_above(code) - {code})

    def _same_or_above(self, concept: str) -> frozenset[str]:
        return _same_or_above(concept, self.vocabularies)


def _newest_first(dated: Iterable[tuple[Moment | None, Observation]], before: date | None) -> list[Observation]:
    """The results on or before a day; undated ones come last, for nothing says that they are new."""
    counted = [(day, part) for day, part in dated if before is None or day is None or day[0] <= before]
    return [part for _, part in sorted(counted, key=lambda item: item[0] or _NEVER, reverse=True)]


@lru_cache(maxsize=50_000)
def _same_or_above(concept: str, vocabularies: Vocabularies) -> frozenset[str]:
    """What is the same as a concept, and what it is a kind of."""
    return vocabularies.hierarchy.same(concept) | vocabularies.hierarchy.ancestors(concept)


@cache
def _organs_of_sexes() -> dict[Literal["female", "male"], frozenset[str]]:
    """The headings under which the diseases of one sex stand."""
    roots = packaged_yaml(__package__, "sexes.yml")
    return {"female": frozenset(roots["female"]), "male": frozenset(roots["male"])}


def _spelt(name: str) -> str:
    """A name of a result in one spelling; a code stays as it is, a hyphen is a blank, and "category" or "virus" adds nothing."""
    if _CODE.match(name):
        return name.casefold()
    words = name.casefold().replace("-", " ").split()
    return " ".join(_plain(word) for word in words if word not in _SAYS_NO_MORE) or name.casefold()


def _plain(word: str) -> str:
    """A word of a result's name without the plural: "tender joints" are counted by the "tender joint count"."""
    return word[:-1] if len(word) > _SHORT and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _component(name: str) -> str:
    """What a name of LOINC measures, without the property, the specimen and the method behind it."""
    return name.partition(" [")[0]


def _just_before(text: str, item: Span) -> str:
    """What stands before a place, as far as the few words before it may reach."""
    return text[max(0, item.start - _FEW_WORDS) : item.start]


def _denies_another(text: str, item: Span) -> bool:
    return bool(_OTHERS_BEFORE.search(_just_before(text, item)))


def presence_of(fact: Fact) -> Presence:
    """Whether a fact is there; what was cancelled, missed or not done is absent."""
    return Presence.ABSENT if fact.status in _NOT_DONE else fact.presence


def parts_given(fact: Fact) -> frozenset[str]:
    """The medicines in a product or a regimen that was had; who did not have the whole may have had any of them."""
    if not isinstance(fact, Medication) or presence_of(fact) is Presence.ABSENT:
        return frozenset()
    return frozenset(part.id for part in fact.ingredients)


def is_reaction(atom: Finding) -> bool:
    """Whether an atom asks for an allergy or an intolerance."""
    return any(part in atom.name.casefold() for part in _REACTIONS)


def _every(record: PatientRecord) -> Iterator[Fact]:
    every: Iterator[Fact] = chain(
        record.conditions,
        record.phenotypes,
        record.medications,
        record.procedures,
        record.allergies,
        record.immunisations,
        spread(record),
        changes(record),
    )
    return (fact for fact in every if fact.status is not Status.ENTERED_IN_ERROR)


def _labels(fact: Fact) -> list[str]:
    texts = [fact.text, *(coding.display for coding in fact.codings)]
    return list(dict.fromkeys(text for text in texts if text))


def _denies_all(fact: Allergy) -> bool:
    return presence_of(fact) is Presence.ABSENT and not fact.codings and not fact.text
