"""What a text speaks of: phrases typed by their heads, and names that the vocabularies know."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from osler.core.criteria import content_words, parse_criterion
from osler.core.terminology import Match, SemanticType, Vocabularies, singular
from osler.grounding.offline.kinds import Found, concept_type, match_type
from osler.grounding.offline.members import (
    completed,
    in_brackets,
    not_yet_found,
    whole_atoms,
    without_pieces,
    without_scaled,
)
from osler.grounding.offline.phrases import Phrase, Word, phrases
from osler.grounding.places import is_read
from osler.grounding.types import AgenticAction, CriterionText, ExtractedEntityAction
from osler.grounding.wording.lexicon import Lexicon, lexicon
from osler.grounding.wording.terms import graded_name
from osler.grounding.wording.written import Written, is_name, standard_term

_JOINS = frozenset({"or", "and", ",", "/", ", or", ", and", "and / or", "and/or", "& "})
_OF = frozenset({"of", "of the", "of a", "of an", "in the", "to the"})
_OF_ONLY = frozenset({"of", "of the", "of a", "of an"})
_NEAR = 8
"""Names that may begin before a word and reach over it."""
_SHORT = re.compile(r"[(\[]\s?(?=\S*[A-Z]\S*[A-Z])[A-Za-z][\w.+/-]{1,9}\s?[)\]]")
_ABBREVIATED = re.compile(r"\s?[(\[]\s?([A-Za-z][\w.+-]{0,9}?)s?\s?[)\]]")
_NUMERAL = re.compile(r"(?:[ivx]+|\d+[a-c]?|[a-d])(?:[-/](?:[ivx]+|\d+))?", re.IGNORECASE)
_ROMAN = re.compile(r"(?:I{1,3}|IV|V|VI{0,3})[AaBbCc]?(?:[-/](?:I{1,3}|IV|V|VI{0,3})[AaBbCc]?)?")
_GRADE = re.compile(
    r"[\s):=]*(?:[1-5]\b(?!\d|\s*mg)|I{1,3}\b|IV\b|V\b|ps\b|physical|class|score|status|grade)", re.IGNORECASE
)
_GRADES = frozenset({"grade", "stage", "class", "phase", "category"})
_PARTICIPLE = re.compile(r"(?:ed|ing|ly)$")
_SHARED = 3
"""Words of a list member that may lack the noun of its neighbour."""


def extract_offline(criteria: Sequence[CriterionText], vocabularies: Vocabularies) -> AgenticAction:
    """The policy of the extraction step."""
    entities = [
        ExtractedEntityAction(
            criterion_id=criterion.id,
            text=criterion.text[found.start : found.end],
            entity_type=found.type.value,
            search_term=standard_term(found.term, vocabularies),
            span_start=found.start,
            span_end=found.end,
        )
        for criterion in criteria
        for found in find_entities(criterion, vocabularies)
    ]
    return AgenticAction(action_type="extract", entities=entities)


def find_entities(criterion: CriterionText, vocabularies: Vocabularies) -> list[Found]:
    """The entities of a criterion or a note, in order."""
    if criterion.criteria_type == "note":
        return list(_in_note(criterion.text, vocabularies))
    tree = parse_criterion(criterion.text, vocabularies, kind=criterion.criteria_type)
    # What the criterion's tree does not read (asides, remarks, second names in brackets) is nothing that it asks for.
    found = without_scaled(criterion.text, tree, vocabularies, Reader(criterion.text, vocabularies).entities())
    members = completed(criterion.text, tree, vocabularies)
    members += [part for item in found for part in in_brackets(criterion.text, item, vocabularies)]
    members = not_yet_found(members, found)
    read = [item for item in without_pieces(found, members) if is_read(tree, item.start, item.end)]
    return sorted(dict.fromkeys([*read, *members, *whole_atoms(criterion.text, tree, vocabularies, [*read, *members])]))


def _in_note(text: str, vocabularies: Vocabularies) -> Iterator[Found]:
    for match in vocabularies.find(text):
        kinds = [kind for concept in match.concept_ids if (kind := concept_type(concept, vocabularies))]
        if kinds:
            yield Found(match.start, match.end, kinds[0], text[match.start : match.end])


class Reader:
    """One criterion on its way from words to entities."""

    def __init__(self, text: str, vocabularies: Vocabularies) -> None:
        self._vocabularies = vocabularies
        self.text = text
        self.words: Lexicon = lexicon()
        self.phrases = phrases(text, self.words)
        self.matches = [
            match
            for match in Written(text, vocabularies).names()
            # "Clinically significant" is a descriptor of MeSH, and says nothing here.
            if match_type(match.concept_ids, vocabularies) and content_words(text[match.start : match.end])
        ]
        self._starts = [match.start for match in self.matches]
        self._end_of = {match.start: match.end for match in sorted(self.matches, key=lambda match: match.end)}
        self._start_of = {match.end: match.start for match in sorted(self.matches, key=lambda match: -match.start)}

    def _is_of_others(self, entity: Found) -> bool:
        """Whether a sex is none of the patient's: "male factor"."""
        following = self.text[entity.end :].split(None, 1)
        return (
            entity.type is SemanticType.DEMOGRAPHIC
            and bool(following)
            and following[0].lower().strip(".,;:)") in self.words.not_the_patient
        )

    def entities(self) -> list[Found]:
        """Each phrase's entities, and those of phrases that lack a word their neighbour has."""
        found: list[Found] = []
        typed: list[Found | None] = []
        for phrase in self.phrases:
            told = [] if self._is_feared(phrase) else sorted(self._in_phrase(phrase))
            inside = [entity for entity in told if not self._is_of_others(entity)]
            found += inside
            typed.append(inside[-1] if inside and inside[-1].end == phrase.end else None)
        found = self._with_places(found, typed)
        found += self._completed(typed)
        return self._with_abbreviations(dict.fromkeys(found))

    def _is_feared(self, phrase: Phrase) -> bool:
        """Whether a phrase names what somebody is only in danger of: "risk of bleeding", "bleeding risk"."""
        return phrase.after in self.words.feared or not self.words.feared.isdisjoint(phrase.before.split())

    def _in_phrase(self, phrase: Phrase) -> Iterable[Found]:
        """A phrase taken apart where a person or a state stands before something else."""
        words = self._stripped(phrase.words)
        first = 0
        names_condition = bool(words) and self.words.head_type(words[-1].lower) is SemanticType.CONDITION
        for place, word in enumerate(words[:-1]):
            kind = self._alone(word)
            if names_condition and kind is not SemanticType.DEMOGRAPHIC:
                # "Sterile pustulosis": before the name of a condition a state is a word of the name.
                continue
            if kind is not None and not self._begins_name(words[place:]) and not self._within_name(word):
                yield from self._typed(words[first:place], phrase)
                yield Found(word.start, word.end, kind, word.text)
                first = place + 1
        yield from self._typed(words[first:], phrase)

    def _alone(self, word: Word) -> SemanticType | None:
        """The type of a word that stands for itself wherever it is: a state, or who the person is."""
        state = self.words.states.get(word.lower)
        if state is not None:
            return state
        kind = self.words.heads.get(word.lower)
        return kind if kind is SemanticType.DEMOGRAPHIC else None

    def _begins_name(self, words: Sequence[Word]) -> bool:
        return self._end_of.get(words[0].start, 0) > words[0].end

    def _within_name(self, word: Word) -> bool:
        """Whether a word stands inside a longer name: "diabetic" in "proliferative diabetic retinopathy"."""
        last = bisect_left(self._starts, word.start)
        near = self.matches[max(last - _NEAR, 0) : last]
        return any(match.start < word.start and word.end < match.end for match in near)

    def _typed(self, words: list[Word], phrase: Phrase) -> Iterator[Found]:
        """The entities of some words; a person at their end is one, and what stands before is something else."""
        while words:
            words = self._stripped(words)
            if words[-1].lower in self.words.ignored_heads:
                return
            inside = self._inside(words)
            kind = self._kind(words, inside, phrase)
            if kind is SemanticType.DEMOGRAPHIC:
                person, words = self._person(words)
                yield from person
                continue
            if kind is None:
                yield from (self._whole(match, words) for match in _longest(inside) if self._worth(match))
            elif drug := self._drug_given(words, inside):
                yield self._named(drug)
            elif len(words) > 1 or words[0].lower not in self.words.ignored:
                yield self._found(words, kind)
            return

    def _inside(self, words: Sequence[Word]) -> list[Match]:
        """The names within some words."""
        first, last = bisect_left(self._starts, words[0].start), bisect_left(self._starts, words[-1].end)
        return [match for match in self.matches[first:last] if match.end <= words[-1].end]

    def _drug_given(self, words: Sequence[Word], inside: Sequence[Match]) -> Match | None:
        """The drug in "heparin therapy"."""
        if len(words) < 2 or words[-1].lower not in self.words.given:
            return None
        named = (match for match in inside if (match.start, match.end) == (words[0].start, words[-2].end))
        return next(
            (match for match in named if match_type(match.concept_ids, self._vocabularies) is SemanticType.MEDICATION),
            None,
        )

    def _person(self, words: list[Word]) -> tuple[list[Found], list[Word]]:
        """The word that says who, and the words before it that are still to be read."""
        *others, last = words
        if last.lower == "age" and others:
            kind = self.words.other_ages.get(others[-1].lower, SemanticType.DEMOGRAPHIC)
            if kind is not SemanticType.DEMOGRAPHIC:
                return ([self._found(words[-2:], kind)] if kind else []), []
        worth = last.lower not in self.words.ignored
        return ([self._found([last], SemanticType.DEMOGRAPHIC)] if worth else []), others

    def _stripped(self, words: list[Word]) -> list[Word]:
        """Without words of degree at the beginning and numerals at the end, unless they belong to a name."""
        first, last = 0, len(words)
        while first < last - 1 and not self._begins_name(words[first:]):
            graded = first < last - 2 and words[first].lower in _GRADES and _NUMERAL.fullmatch(words[first + 1].text)
            if (
                not graded
                and words[first].lower not in self.words.qualifiers
                and not _ROMAN.fullmatch(words[first].text)
            ):
                break
            first += 2 if graded else 1
        while last > first + 1 and _NUMERAL.fullmatch(words[last - 1].text) and not self._ends_name(words[:last]):
            last -= 1
        return words[first:last]

    def _ends_name(self, words: Sequence[Word]) -> bool:
        if self._start_of.get(words[-1].end, len(self.text)) < words[-1].start:
            return True
        # "Hepatitis C": a name that ends in a letter is not looked for in a text, but it is one.
        return (
            len(words[-1].text) == 1
            and words[-1].text.isupper()
            and is_name(" ".join(word.text for word in words), self._vocabularies) is not None
        )

    def _kind(self, words: list[Word], inside: list[Match], phrase: Phrase) -> SemanticType | None:
        last = self.words.written.get(words[-1].lower, words[-1].lower)
        if len(words) == 1 and last in self.words.graded:
            written_out = self.words.graded[last] in self.text.lower()
            graded = written_out or phrase.value_follows or _GRADE.match(self.text, words[0].end)
            return SemanticType.LAB_VALUE if graded else SemanticType.MEDICATION
        head = self.words.head_type(last) or self._known_otherwise(words)
        if head is SemanticType.LAB_VALUE and last == "function" and self._is_disturbed(phrase):
            return SemanticType.CONDITION
        if head is not None:
            return head
        at_end = [match for match in inside if match.end == words[-1].end]
        if at_end:
            longest = min(at_end, key=lambda match: match.start)
            return match_type(longest.concept_ids, self._vocabularies)
        if phrase.value_follows and len(words) <= 4:
            return SemanticType.LAB_VALUE
        return None

    def _known_otherwise(self, words: Sequence[Word]) -> SemanticType | None:
        """The type of words for which there is a standard term."""
        term = self.words.aliases.get(" ".join(word.lower for word in words))
        named = is_name(term, self._vocabularies) if term else None
        return match_type((named.concept_id,), self._vocabularies) if named else None

    def _is_disturbed(self, phrase: Phrase) -> bool:
        return any(word.lower in self.words.disturbed for word in phrase.words)

    def _worth(self, match: Match) -> bool:
        return self.text[match.start : match.end].lower() not in self.words.ignored

    def _named(self, match: Match) -> Found:
        kind = match_type(match.concept_ids, self._vocabularies) or SemanticType.CONDITION
        return Found(match.start, match.end, kind, self.text[match.start : match.end])

    def _whole(self, match: Match, words: Sequence[Word]) -> Found:
        """A name with the noun it stands before: of "glucose variability" the glucose alone is not what is meant."""
        named = self._named(match)
        after = list(
            takewhile(lambda word: not _PARTICIPLE.search(word.lower), (w for w in words if w.start >= match.end))
        )
        return named._replace(end=after[-1].end, term=self.text[match.start : after[-1].end]) if after else named

    def _found(self, words: Sequence[Word], kind: SemanticType) -> Found:
        name = " ".join(word.text for word in words)
        # "ASA" alone is aspirin; where it is a grade, its full name says so.
        term = graded_name(name) if kind is SemanticType.LAB_VALUE else name
        return Found(words[0].start, words[-1].end, kind, term)

    def _with_places(self, found: list[Found], typed: list[Found | None]) -> list[Found]:
        """Entities that go on after "of": "cancer of the breast" is one."""
        longer: dict[Found, Found] = {}
        begun: dict[Found, Found] = {}
        for place, (phrase, following) in enumerate(zip(self.phrases, self.phrases[1:], strict=False)):
            entity = typed[place]
            if entity is not None and following.before == "to" and self._is_ratio(following):
                # "AST to platelet ratio index" is one measure.
                found = [item for item in found if not following.start <= item.start < following.end]
                name = " ".join(self.text[entity.start : following.end].split())
                longer[entity] = Found(entity.start, following.end, SemanticType.LAB_VALUE, name)
                typed[place] = typed[place + 1] = None
                continue
            if entity is None or following.before not in _OF:
                continue
            organ = typed[place + 1]
            whole = is_name(" ".join(self.text[entity.start : following.end].split()), self._vocabularies) is not None
            if organ is not None and singular(following.head) not in self.words.organs and not whole:
                continue
            grows = entity.type in (SemanticType.CONDITION, SemanticType.PROCEDURE) and following.before in _OF_ONLY
            part = entity.type is SemanticType.CONDITION and singular(following.head) in self.words.organs
            if phrase.head not in self.words.of_heads and not part and not grows and not whole:
                continue
            end = self._stripped(following.words)[-1].end
            grown = Found(entity.start, end, entity.type, " ".join(self.text[entity.start : end].split()))
            longer[begun.get(entity, entity)] = grown
            typed[place] = None
            if organ is not None:
                # "Cancer of the cervix": the organ is no finding of its own.
                found = [item for item in found if item != organ]
                typed[place + 1] = None
            if singular(following.head) in self.words.parts and len(self._stripped(following.words)) == 1:
                # "Carcinoma of the head of the pancreas": a part is not named before whose it is.
                begun[grown] = begun.get(entity, entity)
                typed[place + 1] = grown
        return [longer.get(item, item) for item in found]

    def _is_ratio(self, phrase: Phrase) -> bool:
        return any(singular(word.lower) == "ratio" for word in phrase.words[1:])

    def _completed(self, typed: Sequence[Found | None]) -> Iterator[Found]:
        """Members of a list that share the noun of its last member: "renal or hepatic failure"."""
        for place, entity in enumerate(typed):
            phrase = self.phrases[place]
            if entity is None or len(entity.term.split()) < 2 or entity.end != phrase.end:
                continue
            if phrase.words[0].lower in self.words.qualifiers and not self._begins_name(phrase.words):
                # "Latent or active granulomatous infection": what is joined are words of degree.
                continue
            if phrase.head not in self.words.heads and singular(phrase.head) not in self.words.heads:
                continue
            noun = self.text[phrase.words[-1].start : phrase.end]
            before = place
            while before > 0 and self.phrases[before].before in _JOINS and typed[before - 1] is None:
                before -= 1
                member = self._stripped(self.phrases[before].words)
                if len(member) > _SHARED or not self._lacks_noun(member[-1]):
                    break
                own = " ".join(word.text for word in member)
                yield Found(member[0].start, entity.end, entity.type, f"{own} {noun}")

    def _lacks_noun(self, word: Word) -> bool:
        return word.lower.endswith(self.words.adjectives) or word.lower in self.words.organs

    def _with_abbreviations(self, found: Iterable[Found]) -> list[Found]:
        """The abbreviation in brackets after a name belongs to it, and is no entity of its own."""
        result: list[Found] = []
        brackets: list[tuple[int, int]] = []
        for item in found:
            bracket = _ABBREVIATED.match(self.text, item.end)
            if bracket is not None and _abbreviates(bracket[1], self.text[item.start : item.end]):
                brackets.append(bracket.span())
                item = item._replace(end=bracket.end())
            result.append(item)
        # Letters in brackets after a name are a name of the same thing, or of nothing that they say alone.
        brackets += [found.span() for found in _SHORT.finditer(self.text) if self.text[: found.start()].strip()]
        return sorted(
            item for item in result if not any(start <= item.start and item.end <= end for start, end in brackets)
        )


def _longest(matches: Sequence[Match]) -> list[Match]:
    """The names that are no part of a longer one: "gait disturbance", and not the gait in it."""
    return [
        match
        for match in matches
        if not any(
            other.start <= match.start and match.end <= other.end and other.end - other.start > match.end - match.start
            for other in matches
        )
    ]


def _abbreviates(short: str, name: str) -> bool:
    """Whether the letters are among the name's letters in their order, beginning with the first letter of some word."""
    letters = [letter for letter in short.lower() if letter.isalnum()]
    if len(letters) < 2 or short.islower():
        return False
    lowered = name.lower()
    at = -1
    for number, letter in enumerate(letters):
        at = lowered.find(letter, at + 1)
        if at < 0 or (number == 0 and at > 0 and lowered[at - 1].isalnum()):
            return False
    return True
