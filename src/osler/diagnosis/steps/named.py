"""The diseases that a note names itself, stated, queried, denied or of a relative, held against the ranking."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, SectionKind
from osler.core.terminology import Vocabularies
from osler.diagnosis.ranking import Ranking
from osler.diagnosis.steps.differential import percent
from osler.diagnosis.steps.naming import phenotype_of
from osler.diagnosis.types import NamedDiagnosis, Saying

_MONDO = "MONDO:"
_OPINION = frozenset({SectionKind.DIAGNOSES, SectionKind.ASSESSMENT})
_ORDER: tuple[Saying, ...] = ("stated", "queried", "of a relative", "denied")
_KNOWN_BEFORE = re.compile(
    r"\b(?:known|established|(?:genetically |molecularly |clinically )?(?:confirmed|proven)|diagnosed (?:with|as)|long-?standing)\W+(?:\w+\W+){0,2}$",
    re.IGNORECASE,
)
_KNOWN_BEHIND = re.compile(
    r"\W{0,3}(?:\([^)]{0,12}\)\W{0,2})?(?:(?:which )?(?:was |is )?(?:first |genetically |molecularly )?(?:diagnosed|confirmed|proven|known since)\b"
    r"|\([^)]{0,60}(?:pathogenic|homozyg|heterozyg|c\.\d|p\.[A-Z(]|class [45]))",
    re.IGNORECASE,
)
"""Words before and behind a disease that say that its diagnosis is made and not sought."""
_RELATIVE = re.compile(
    r"\b(?:mother|father|parent|brother|sister|sibling|uncle|aunt|cousin|son|daughter|grand\w+|family|husband|wife)s?\b",
    re.IGNORECASE,
)
_SHOWN = 6
_POINTED_TO = 50
_TOO_MANY = 100
"""So many diseases have a name together that is none of a diagnosis."""
_NEAR = 90
"""Characters behind a disease that tell of its diagnosis."""
_PLACE = re.compile(r"\s(?:of|in|at|on)\s", re.IGNORECASE)
_WORDS: dict[Saying, str] = {
    "stated": "The note states",
    "queried": "The note queries",
    "of a relative": "The note tells of a relative with",
    "denied": "The note denies",
}


def named_diagnoses(
    texts: Iterable[AnalysedText], ranking: Ranking, tested_genes: Collection[str] = ()
) -> list[NamedDiagnosis]:
    """Every annotated disease that the notes name, the surest first, with its place in the ranking.

    What is also a phenotype (asthma, hypertension), or has one in its name, is a finding and counted as one. A disease that is not annotated is
    listed where it stands among the diagnoses, since no place can be given. A disease may bear the symbol of its gene;
    where that gene was tested, the symbol means the gene.
    """
    found: dict[str, NamedDiagnosis] = {}
    for text in texts:
        findings = {
            (mention.start, mention.end)
            for mention in text.mentions
            if phenotype_of(mention, ranking.model.vocabularies) is not None
        }
        for mention in text.mentions:
            passed_over = _is_a_finding(text.text, mention, findings) or mention.text in tested_genes
            item = None if passed_over else _named(mention, ranking, established=_is_established(mention, text))
            if item is None:
                continue
            known = found.get(item.concept_id)
            if known is None or _rank_of(item) < _rank_of(known):
                found[item.concept_id] = item
    return sorted(found.values(), key=lambda item: _ORDER.index(item.said))[:_SHOWN]


def _rank_of(item: NamedDiagnosis) -> tuple[bool, int]:
    return not item.established, _ORDER.index(item.said)


def _is_established(mention: Mention, text: AnalysedText) -> bool:
    """Whether the words say that the patient's own diagnosis is made: "known Marfan syndrome, as her father"."""
    sentence = text.sentence_of(mention)
    before, behind = text.text[sentence.start : mention.start], text.text[mention.end : mention.end + _NEAR]
    if mention.assertion.polarity is not Polarity.PRESENT or _RELATIVE.search(before):
        return False
    if mention.assertion.experiencer is not Experiencer.PATIENT and not _RELATIVE.search(
        text.text, mention.end, sentence.end
    ):
        return False
    return bool(_KNOWN_BEFORE.search(before) or _KNOWN_BEHIND.match(behind))


def _is_a_finding(text: str, mention: Mention, findings: Collection[tuple[int, int]]) -> bool:
    """Whether the words are those of a finding, or a finding with its place: "avascular necrosis of the left femoral head"."""
    return (mention.start, mention.end) in findings or any(
        start == mention.start and _PLACE.match(text, end, mention.end) is not None for start, end in findings
    )


def _named(mention: Mention, ranking: Ranking, *, established: bool) -> NamedDiagnosis | None:
    concept = mention.concept_id
    if not concept.startswith(_MONDO) or _in_no_relative(mention):
        return None
    said: Saying = "stated" if established else _said(mention)
    rows = _rows([item for item in mention.concept_ids if item.startswith(_MONDO)], ranking.model.vocabularies)
    if len(rows) > _TOO_MANY or not _is_named_so(mention, rows, ranking):
        return None  # "infections" is no diagnosis, nor is "trauma"
    if not rows:
        if said == "of a relative" or mention.section not in _OPINION:
            return None
        return _item(mention, said, f"{_WORDS[said]} {mention.text}; it is none of the diseases that are ranked here.")
    best = ranking.placed(max(rows, key=lambda row: float(ranking.scores.total[row])))
    share = float(ranking.probabilities[list(rows)].sum())
    place = round(min(found for row in rows if (found := ranking.family_rank_of(_id_of(ranking, row))) is not None))
    where = "it leads the ranking" if place == 1 else f"by the findings it stands at place {place}"
    if place > _POINTED_TO:
        where = f"the findings do not point to it (place {place})"
    item = _item(mention, said, f"{_WORDS[said]} {mention.text}: {where} ({percent(share)}).")
    return item.model_copy(
        update={
            "disease_id": best.disease_id,
            "disease": best.name,
            "place": place,
            "probability": share,
            "established": established,
        }
    )


def _is_named_so(mention: Mention, rows: Sequence[int], ranking: Ranking) -> bool:
    """Whether the words name a disease that is annotated, or a kind after which its annotated diseases are called."""
    if not rows or any(item in _rows_by_mondo(ranking.model.vocabularies) for item in mention.concept_ids):
        return True
    words = mention.text.casefold()
    return any(words in (ranking.model.annotations.name(_id_of(ranking, row)) or "").casefold() for row in rows)


def _item(mention: Mention, said: Saying, sentence: str) -> NamedDiagnosis:
    return NamedDiagnosis(
        words=mention.text, concept_id=mention.concept_id, said=said, sentence=sentence, evidence=mention.span
    )


def _in_no_relative(mention: Mention) -> bool:
    """Whether a disease is only said to be in no relative: "no family history of Huntington's"."""
    said = mention.assertion
    return said.experiencer is not Experiencer.PATIENT and said.polarity is Polarity.NEGATED


def _said(mention: Mention) -> Saying:
    assertion = mention.assertion
    if assertion.experiencer is not Experiencer.PATIENT:
        return "of a relative"
    if assertion.polarity is Polarity.NEGATED:
        return "denied"
    return "queried" if assertion.polarity is Polarity.POSSIBLE else "stated"


def _id_of(ranking: Ranking, row: int) -> str:
    return ranking.model.annotations.ids[ranking.model.members[row][0]]


def _rows(concepts: Sequence[str], vocabularies: Vocabularies) -> list[int]:
    """The rows of a disease by its MONDO ids, and of the kinds of it."""
    known = _rows_by_mondo(vocabularies)
    exact = {row for concept in concepts for row in known.get(concept, ())}
    below = (kind for concept in concepts for kind in vocabularies.hierarchy.descendants(concept))
    return sorted(exact | {row for kind in below for row in known.get(kind, ())})


@cache
def _rows_by_mondo(vocabularies: Vocabularies) -> dict[str, tuple[int, ...]]:
    annotations = vocabularies.annotations
    rows: dict[str, set[int]] = {}
    for index, mondo in enumerate(annotations.mondo_ids):
        if mondo:
            rows.setdefault(mondo, set()).add(int(annotations.arrays["group"][index]))
    return {mondo: tuple(sorted(found)) for mondo, found in rows.items()}
