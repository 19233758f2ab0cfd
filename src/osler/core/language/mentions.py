"""The places that name a concept → mentions: what the text says about each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from operator import itemgetter

from osler.core.language.context import TextContext
from osler.core.language.rules import read_table
from osler.core.language.sayings import is_saying
from osler.core.language.specific import more_specific
from osler.core.language.types import Mention, MentionOrigin, NormalFinding, Polarity, TextMatch
from osler.core.terminology import Vocabularies, clinical_names

_VERBS = frozenset({"is", "are", "was", "were", "remained", "appeared"})
_WENT = re.compile(
    r"(?:they|these|this|it|all|both|all of these|these symptoms|the (?:symptoms|attacks|episodes))\s(?:(?:all|have|has|had|since|then|now|later|eventually|subsequently|completely|fully|spontaneously)\s){0,3}"
    r"(?:resolved|stopped|ceased|subsided|disappeared|settled|cleared|remitted|gone|went away)\b(?!\s(?:being|taking|after each|when|if|with|but|for))"
)
"""What says of the findings before it that they are over."""
_RULED_OUT = re.compile(
    r"(?:however,?\s|but\s)?(?:this|it|that|which)\s(?:possibility\s|diagnosis\s)?(?:was|has been|had been|is)\s"
    r"(?:\w+ly\s|later\s|then\s|now\s|since\s)*(?:ruled out|excluded|refuted|not confirmed|disproved)\b"
)
_DENIED_PREDICATE = re.compile(r"\w\s(?:(?:is|are|was|were|does|do|did|has|have)\s)?not\s\w", re.IGNORECASE)
"""A name whose two parts a denial joins: "ankles are not swollen"."""


@cache
def _mistaken() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Events that are named by what they were taken for, each with the words that say what it was instead."""
    lead = r"\s(?:(?:simple|benign|mere|merely|just|only|all|an?|probably|most\slikely)\s){0,2}"
    return tuple(
        (taken_for, re.compile(rf"{lead}(?:{was})", re.IGNORECASE)) for taken_for, _, was in read_table("mistaken.tsv")
    )


class MentionReader:
    """What a text says about the concepts that it names."""

    def __init__(
        self, context: TextContext, vocabularies: Vocabularies, *, source_id: str, of_child: bool, of_grown: bool
    ) -> None:
        self._context = context
        self._vocabularies = vocabularies
        self._source_id = source_id
        self._of_child = of_child
        self._of_grown = of_grown

    def read(
        self, matches: Sequence[TextMatch], normal: Sequence[NormalFinding], *, specific: bool = True
    ) -> list[Mention]:
        """The mentions of a text in order; `specific` lets the words around a finding make it a more specific one."""
        found: list[Mention] = []
        for index, here in self._by_sentence(matches):
            places = [(match.start, match.end) for match in here]
            names = [match.concept_ids for match in here]
            if specific:
                names = self._made_specific(index, places, names)
            found += self._mentions(index, places, names)
        found = self._answered(found)
        if normal:
            # "Deep tendon reflexes are absent" is a statement about a function, also where its words are a name.
            said = {(one.start, one.end, concept) for one in normal for concept in one.implies}
            found = [
                one
                for one in found
                if (one.start, one.end, one.concept_id) not in said or _VERBS.isdisjoint(one.text.split())
            ]
            found += self._implied(found, normal)
            found.sort(key=itemgetter(1, 2))
        return found

    def _by_sentence(self, matches: Sequence[TextMatch]) -> Iterator[tuple[int, Sequence[TextMatch]]]:
        """Each sentence that holds matches, with them."""
        starts = self._context.sentence_starts
        first = 0
        while starts and first < len(matches):
            index = self._context.sentence_at(matches[first].start)
            stop = starts[index + 1] if index + 1 < len(starts) else len(self._context.text)
            last = first + 1
            while last < len(matches) and matches[last].start < stop:
                last += 1
            yield index, matches[first:last]
            first = last

    def _made_specific(
        self, index: int, places: list[tuple[int, int]], concepts: list[tuple[str, ...]]
    ) -> list[tuple[str, ...]]:
        """The concepts of a sentence's findings, led by a more specific one where the words around name it."""
        sentence = self._context.sentences[index]
        bounds = (sentence.start, sentence.end)
        findings = sorted(place for place, ids in zip(places, concepts, strict=True) if ids[0].startswith("HP:"))
        made = []
        for place, ids in zip(places, concepts, strict=True):
            kind = None
            if ids[0].startswith("HP:"):
                kind = more_specific(self._context.text, place, ids[0], bounds, findings, self._vocabularies)
            made.append((kind, *ids) if kind else ids)
        return made

    def _mentions(
        self,
        index: int,
        places: list[tuple[int, int]],
        concepts: list[tuple[str, ...]],
        origin: MentionOrigin = "vocabulary",
    ) -> list[Mention]:
        context, text, source = self._context, self._context.text, self._source_id
        found = context.reaches_around(index, places)
        assertions = context.assertions(index, places, found, of_child=self._of_child, of_grown=self._of_grown)
        mentions = [
            Mention(
                source,
                start,
                end,
                text[start:end],
                ids,
                assertion,
                index,
                self._vocabularies,
                context.section_at(start).kind,
                origin,
            )
            for (start, end), ids, assertion in zip(places, concepts, assertions, strict=True)
        ]
        return [self._as_denied(mention) if " not " in mention.text else mention for mention in mentions]

    def _as_denied(self, mention: Mention) -> Mention:
        """A finding whose own words deny it is denied ("ankles are not swollen"), but for one whose name says so: "does not sweat"."""
        said = mention.assertion
        if said.polarity is not Polarity.PRESENT or not _DENIED_PREDICATE.search(mention.text):
            return mention
        if is_saying(mention.text, mention.concept_id) or self._is_named_so(mention):
            return mention
        return mention._replace(assertion=replace(said, polarity=Polarity.NEGATED))

    def _is_named_so(self, mention: Mention) -> bool:
        """Whether a name of the finding has the words of the mention, its "not" among them."""
        words = set(mention.text.casefold().split())
        names = (*self._vocabularies.names.names(mention.concept_id), *clinical_names().get(mention.concept_id, ()))
        return any("not" in own and own <= words for own in (set(name.casefold().split()) for name in names))

    def _answered(self, found: list[Mention]) -> list[Mention]:
        """The mentions, those denied that one sentence suspects and the next rules out ("This was excluded by MRI")."""
        last = {mention.sentence_index: place for place, mention in enumerate(found)}
        for index, place in last.items():
            mention = found[place]
            doubtful = mention.assertion.polarity is Polarity.POSSIBLE and index + 1 < len(self._context.sentences)
            if doubtful and _RULED_OUT.match(self._context.lines[index + 1].low):
                found[place] = mention._replace(assertion=replace(mention.assertion, polarity=Polarity.NEGATED))
            elif mention.assertion.polarity is Polarity.PRESENT and self._they_resolved(index + 1):
                found[place] = mention._replace(assertion=replace(mention.assertion, resolved=True))
        return [self._unless_mistaken(mention) for mention in found]

    def _they_resolved(self, index: int) -> bool:
        """Whether a sentence says of what the one before it told that it is over: "They resolved at 6 years"."""
        return index < len(self._context.sentences) and _WENT.match(self._context.lines[index].low) is not None

    def _unless_mistaken(self, mention: Mention) -> Mention:
        """The mention, denied where the text says that the event was taken for this and was something else."""
        said = mention.assertion
        answers = [cue.end for cue in said.cues if cue.category == "answered"]
        if not answers or said.polarity is not Polarity.PRESENT:
            return mention
        for taken_for, was in _mistaken():
            is_one = any(self._vocabularies.hpo.is_a(one, taken_for) for one in mention.concept_ids)
            if is_one and any(was.match(self._context.text, end) for end in answers):
                return mention._replace(assertion=replace(said, polarity=Polarity.NEGATED))
        return mention

    def _implied(self, named: list[Mention], normal: Sequence[NormalFinding]) -> Iterator[Mention]:
        """The abnormalities that statements about normal functions exclude or assert, unless the sentence names them."""
        already = {(mention.sentence_index, concept) for mention in named for concept in mention.concept_ids}
        for finding in normal:
            index = self._context.sentence_at(finding.start)
            ids = finding.excludes or finding.implies
            for mention in self._mentions(
                index, [(finding.start, finding.end)] * len(ids), [(concept,) for concept in ids], "normality"
            ):
                if mention.assertion.polarity is not Polarity.PRESENT or (index, mention.concept_id) in already:
                    continue
                polarity = Polarity.NEGATED if finding.excludes else Polarity.PRESENT
                yield mention._replace(assertion=replace(mention.assertion, polarity=polarity))
