"""Which names of drugs and classes are medicines of their own, and which only say what another one is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from osler.core.language.rules import read_yaml
from osler.core.language.shorthand import NOTE_PREFIX
from osler.core.language.types import Mention
from osler.core.terminology import SemanticType

_CLASSES = ("MESH:", "CHEBI:", NOTE_PREFIX)
_SAID_OF = re.compile(r"(?:\b(?:is|are|was|were|as|being)|,)\s(?:an?|the)\s(?:[\w-]+\s){0,3}$", re.IGNORECASE)
"""Before a class that says what a drug is: "nevirapine is a …", "zolpidem, a new …", "as a first-line …"."""
_LEADS_TO_NAME = re.compile(r"(?:[-\s](?:drugs?|agents?|medications?|antibiotics?))?\s$", re.IGNORECASE)
_EFFECT = re.compile(
    r"[-\s](?:(?!(?:without|with|no|little|to|has|had)\s)\w+\s)?(?:effects?|side[-\s]effects?|actions?|activity|properties|adverse|coma|syndrome|history|hx|review|assessment|clinic|chart)\b",
    re.IGNORECASE,
)
_CAUSED = re.compile(
    r"(?:[-\s](?:induced|associated|related)\b|\s(?:toxicity|intoxication|poisoning|overdose|prophylaxis|withdrawal)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_OF_THE_BODY = re.compile(
    r"[-\s](?:production|producing|secretion|secreting|release|binding|deficien\w+|receptors?|antibod\w+)\b",
    re.IGNORECASE,
)
"""After a substance that the body makes or binds: "interferon-producing cells", "insulin antibodies"."""
_HEADS_A_LIST = re.compile(r"\s?:\s?(?:\w+\s)?")
"""After a class or a substance whose kinds follow: "Abx: co-amoxiclav 1/9-5/9"."""
_POINTS_BACK = re.compile(r"\b(?:this|these|such|class\sof)\s$", re.IGNORECASE)
"""Before a class that means a drug named already: "receiving this antineoplastic agent"."""
_MEASURED = re.compile(
    r"\s(?:plasma\s|serum\s|blood\s|trough\s)?(?:levels?|concentrations?|function|activity|antigen|clearance|half-life|suppression\stests?|stimulation\stests?)\b",
    re.IGNORECASE,
)
_TROUBLE = re.compile(
    r"\s(?:(?:related|induced)\s)?(?:problems?|complications?|histor(?:y|ies)|risks?|assessments?|charts?|reviews?|clinics?|team|issues)\b",
    re.IGNORECASE,
)
"""What makes of a class the name of something else: "no previous anaesthetic problems"."""
_TESTED = re.compile(
    r"\s?[:=]?\s?(?:neg\b|negative\b|pos\b|positive\b|[+-]ve\b|trace\b|[1-4]?\+{1,4}(?!\s?[A-Za-z]))", re.IGNORECASE
)
_OWN = re.compile(r"(?:\b(?:endogenous|serum|plasma)\s|%\s?)$", re.IGNORECASE)
"""A substance that is measured, or the body's own, is no medicine here, nor is the "pred" of "FEV1 42% pred"."""
_SALT = re.compile(
    r"(?:di)?(?:hydro(?:chloride|bromide)|citrate|sul(?:f|ph)ate|maleate|fumarate|tartrate|succinate|phosphate|acetate|mesylate|besylate|nitrate|bromide|lactate|gluconate|carbonate)",
    re.IGNORECASE,
)
"""The salt of the medicine before it: the "citrate" of "caffeine citrate" is no second medicine."""
_SHARE = re.compile(r"\s?%")
_LONGEST_GAP = 40


def without_parts_of_signs(named: Sequence[Mention], mentions: Sequence[Mention]) -> list[Mention]:
    """The medicines without foods and plants that stand in the name of a sign: the cherry of a "cherry red spot"."""
    signs = [(one.start, one.end) for one in mentions if one.semantic_type is SemanticType.PHENOTYPE]
    return [
        medicine
        for medicine in named
        if any(not item.startswith("SCTID:") for item in medicine.concept_ids)
        or not any(
            start <= medicine.start and medicine.end <= end and end - start > medicine.end - medicine.start
            for start, end in signs
        )
    ]


def distinct_medicines(text: str, named: Sequence[Mention]) -> list[Mention]:
    """The mentions without classes that describe a drug beside them, and without a drug's second name in brackets."""
    kept: list[Mention] = []
    for place, mention in enumerate(named):
        following = named[place + 1] if place + 1 < len(named) else None
        before = kept[-1] if kept else None
        if before is not None and mention.start < before.end:
            if mention.end - mention.start <= before.end - before.start:
                continue
            kept.pop()
            before = kept[-1] if kept else None
        if mention.concept_id in _no_medicines():
            continue
        if before is not None and _SALT.fullmatch(mention.text) and text[before.end : mention.start] == " ":
            continue
        if _is_marker(text, mention):
            continue
        if (
            _TESTED.match(text, mention.end)
            or _MEASURED.match(text, mention.end)
            or _OF_THE_BODY.match(text, mention.end)
            or _OWN.search(text, max(0, mention.start - _LONGEST_GAP), mention.start)
        ):
            continue
        if _is_class(mention) and _TROUBLE.match(text, mention.end):
            continue
        if _heads_a_list(text, mention, following) or (_is_class(mention) and _describes(text, mention, following)):
            continue
        if before is not None and _is_class(before) == _is_class(mention) and _is_second_name(text, before, mention):
            continue
        kept.append(mention)
    return kept


def _is_marker(text: str, mention: Mention) -> bool:
    """Whether the name is that of a gene, or a receptor with its share of cells: "PIK3CA H1047R", "PR 15%"."""
    if mention.text[-1].isdigit() and _SHARE.match(text, mention.end):
        return True
    return mention.text.isupper() and any(item.startswith("HGNC:") for item in mention.concept_ids)


def _is_class(mention: Mention) -> bool:
    return mention.concept_id.startswith(_CLASSES) or mention.text.split()[-1].lower() in _class_words()


@lru_cache(maxsize=1)
def _no_medicines() -> frozenset[str]:
    return frozenset(read_yaml("medications.yml")["no_medicines"])


@lru_cache(maxsize=1)
def _class_words() -> frozenset[str]:
    table = read_yaml("medications.yml")
    return frozenset(word.lower() for key in ("class_heads", "opened_heads", "adjectives") for word in table[key])


def _heads_a_list(text: str, mention: Mention, following: Mention | None) -> bool:
    """Whether a name says what kind the medicines after its colon are: "Abx: co-amoxiclav", "insulin: Levemir 12u"."""
    return (
        following is not None
        and not _is_class(following)
        and following.start > mention.end
        and _HEADS_A_LIST.fullmatch(text, mention.end, following.start) is not None
    )


def _describes(text: str, mention: Mention, following: Mention | None) -> bool:
    window = (max(0, mention.start - _LONGEST_GAP), mention.start)
    if _EFFECT.match(text, mention.end) or _SAID_OF.search(text, *window) or _POINTS_BACK.search(text, *window):
        return True
    if following is None or _is_class(following) or not 0 < following.start - mention.end <= _LONGEST_GAP:
        return False
    return _LEADS_TO_NAME.fullmatch(text, mention.end, following.start) is not None


def _is_second_name(text: str, before: Mention, mention: Mention) -> bool:
    """Whether a name stands in brackets after another: "isotretinoin (Accutane)"."""
    if text[before.end : mention.start].strip() != "(":
        return False
    return text[mention.end : mention.end + 1] in {")", ","} or before.concept_id == mention.concept_id


def drugs_in_diseases(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """Where a disease's name holds the drug that caused it: "heparin-associated thrombocytopenia", "phenytoin toxicity"."""
    for mention in mentions:
        cause = _CAUSED.search(mention.text)
        if cause is None or mention.semantic_type is SemanticType.MEDICATION:
            continue
        for match in mention.vocabularies.find(mention.text[: cause.start()]):
            concept = mention.vocabularies.concept(match.concept_ids[0])
            if concept is not None and concept.semantic_type is SemanticType.MEDICATION and match.end == cause.start():
                yield mention.start + match.start, mention.start + match.end
