"""Words of findings that tell something else by the words around them: "falls short of", "not to be confused", "the knee was aspirated"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.language.types import TextMatch
from osler.core.terminology import Match, Vocabularies
from osler.core.terminology.names import key_of

_LEAD = 60
_TAPPED = re.compile(
    r"\b(?:joint|knee|shoulder|hip|elbow|wrist|ankle|bursa|cyst|abscess|effusion|haematoma|hematoma|seroma|collection|fluid|ml|mls|marrow|nodule|lesion)s?"
    r"\s(?:(?:was|were|is|has been|have been|had been)\s(?:then\s|also\s)?)?$",
    re.IGNORECASE,
)
_ASPIRATED = re.compile(r"aspirat(?:ed|ion)\b", re.IGNORECASE)
_FALL = re.compile(r"falls?|falling|knocks?|bumps?", re.IGNORECASE)
_AFTER_SLIGHT = re.compile(
    r"\b(?:fractur|broke|break)\w*\b[^.;]*\b(?:after|with|from|following|by)\s(?:(?:a|an|very|quite|only|the|such|several|two|three)\s){0,3}"
    r"(?:trivial|minor|minimal|simple|slight|slightest|mild|small|little|low-energy|gentle)\s$",
    re.IGNORECASE,
)
_BELONGS = re.compile(
    r"\s(?:short\sof|within|outside|between|below|under\s(?:the|this|a)|(?:\w+ly\s)?into\s(?:\w+\s){0,4}?(?:groups?|categor\w+|class\w*|types?|ranges?|patterns?))\b",
    re.IGNORECASE,
)
"""What makes of a fall a place that something has: "cases fall into two groups"."""
_OF_A_VALUE = re.compile(
    r"\b(?:sat(?:uration)?s?|spo2|oxygen|pressure|bp|pulse|rate|count|level|levels|h(?:a)?emoglobin|hb|platelets|glucose|sugars?|sodium|potassium|egfr|fev1?|fvc|"
    r"ph|temperature|weight|titre|values?|function|output|volumes?|numbers?)\s(?:(?:to|that|which|may|can|will|does|did|slowly|then|also|only|usually|often)\s){0,2}$",
    re.IGNORECASE,
)
"""A value before a fall of it: "saturations fall by 4 %"."""
_BY_A_NUMBER = re.compile(r"\s(?:by|to|from|below|under)\s(?:about\s|around\s|roughly\s|only\s|a\s)?\d", re.IGNORECASE)
_DRIBBLE = re.compile(r"dribbl(?:e[sd]?|ing)", re.IGNORECASE)
_OF_SALIVA = re.compile(r"\b(?:saliva|mouth|chin|drool\w*|spit|lips?|bibs?|milk|feeds?|food|teething)\b", re.IGNORECASE)
_OF_URINE = re.compile(
    r"\b(?:urin\w*|pass(?:es|ed|ing)?|void\w*|wee|pee|bladder|stream|prostat\w*|micturition|incontinen\w*|terminal|post[- ]?mict\w*|water)\b",
    re.IGNORECASE,
)
"""What makes of a dribble one of urine, where nothing tells of saliva."""
_SENTENCE_END = re.compile(r"[.;!?](?:\s|$)|\n")
_CONFUSED = re.compile(r"confused", re.IGNORECASE)
_MISTAKEN_FOR = re.compile(
    r"\b(?:(?:should|must|can|could|cannot|need)\s(?:(?:not|easily|often|readily|sometimes)\s){1,2}|not\sto\s)be\s$",
    re.IGNORECASE,
)
_GENES_OF = re.compile(
    r"\s(?:gene|genetic|NGS|sequencing)\s(?:panel|tests?|testing|screen|screening)\b|\spanel\s(?:of\sgenes|sequencing)\b",
    re.IGNORECASE,
)
"""What makes of a disease the name of a test: "a RASopathy gene panel was requested"."""
_SIZE_FOR_AGE = re.compile(r"(?:small|short|big|large)\sfor\s", re.IGNORECASE)
_OF_A_PART = re.compile(
    r"\b(?:head|skull|hands?|feet|foot|ears?|eyes?|jaw|chin|mouth|nose|chest|penis|phallus|test[ei]s|testicles?|kidneys?|thumbs?|fingers?|arms?|legs?|heart|brain|cerebellum|tongue|teeth|uterus|ovar(?:y|ies)|liver|spleen)"
    r"\s(?:\w+\s){1,4}$",
    re.IGNORECASE,
)
"""A part whose size is told: "her head is small for her age" says nothing of her height."""
_HORN = re.compile(r"occipital\shorns?", re.IGNORECASE)
_OF_BONE = re.compile(r"exosto|skull|bone|bony|radiograph|x-ray|calcif|syndrome", re.IGNORECASE)
"""What tells that a horn is one of bone; others are horns of a ventricle."""
_IN_ADDITION = re.compile(r"addition\b", re.IGNORECASE)
_IN = re.compile(r"\bin\s$", re.IGNORECASE)
_ACTING = re.compile(r".*\b(?:prolonging|lowering|inducing|reducing|provoking|raising)", re.IGNORECASE | re.DOTALL)
_A_MEDICINE = re.compile(
    r"[\s-](?:drugs?|medicines?|medications?|agents?|treatments?|tablets?|substances?)\b", re.IGNORECASE
)
"""What makes of an effect the kind of a medicine: "no QT-prolonging medication" says nothing of the QT."""
_ACTS_SO = re.compile(r"[\s-](?:prolonging|lowering|inducing|reducing|provoking|sparing|modifying)\b", re.IGNORECASE)
_DEPRESSION = re.compile(r"depressions?", re.IGNORECASE)
_A_HOLLOW = re.compile(
    r"\b(?:central|shallow|deep|linear|midline|round|oval|pit-like|bony|sternal|skull|temporal|shaped|cup-shaped|small|slight|localised|localized)\s$",
    re.IGNORECASE,
)
_HOLLOW_OF = re.compile(
    r"\s(?:in|of|on|over|above|below)\sthe\s(?:skull|bone|lobe|ear|sternum|chest|nose|nasal|bridge|skin|skull|forehead|chin|nail|scalp|centre|center|middle)\b",
    re.I,
)
"""What makes of a depression a hollow, and no mood: "ear lobes with a central depression"."""
_FULL = re.compile(r"fontanelles?\s(?:is\s|was\s)?full", re.IGNORECASE)
_NOT_BULGING = re.compile(r",?\s(?:but|and)\s(?:not|never)\s(?:bulging|tense|raised)\b", re.IGNORECASE)


def without_named_fevers(text: str, found: list[TextMatch]) -> list[TextMatch]:
    """The matches without the fever that only ends the name of a disease: "glandular fever" tells of no fever of now."""
    diseases = {match.end: match.start for match in found if not match.concept_ids[0].startswith("HP:")}
    return [
        match
        for match in found
        if not (text[match.start : match.end].lower() == "fever" and diseases.get(match.end, match.start) < match.start)
    ]


def is_idiom(text: str, match: TextMatch) -> bool:
    """Whether the words at a match tell how something came about, where it belongs or what it is taken for, and no finding."""
    before = (max(0, match.start - _LEAD), match.start)
    if _GENES_OF.match(text, match.end):
        return True
    if _ACTS_SO.match(text, match.end) and _A_MEDICINE.search(text, match.end, match.end + _LEAD):
        return True
    if _ACTING.fullmatch(text, match.start, match.end):
        return _A_MEDICINE.match(text, match.end) is not None
    if _DEPRESSION.fullmatch(text, match.start, match.end):
        return _A_HOLLOW.search(text, *before) is not None or _HOLLOW_OF.match(text, match.end) is not None
    if _FULL.fullmatch(text, match.start, match.end):
        return _NOT_BULGING.match(text, match.end) is not None
    if _ASPIRATED.fullmatch(text, match.start, match.end):
        return _TAPPED.search(text, *before) is not None
    if _FALL.fullmatch(text, match.start, match.end):
        of_a_value = _OF_A_VALUE.search(text, *before) or _BY_A_NUMBER.match(text, match.end)
        return bool(of_a_value or _AFTER_SLIGHT.search(text, *before) or _BELONGS.match(text, match.end))
    if _DRIBBLE.fullmatch(text, match.start, match.end):
        ends = _SENTENCE_END.search(text, match.end)
        sentence = (
            _SENTENCE_END.split(text[before[0] : match.start])[-1] + text[match.end : ends.start() if ends else None]
        )
        return _OF_URINE.search(sentence) is not None and _OF_SALIVA.search(sentence) is None
    if _SIZE_FOR_AGE.match(text, match.start, match.end):
        return _OF_A_PART.search(text, *before) is not None
    if _HORN.fullmatch(text, match.start, match.end):
        return _OF_BONE.search(text, before[0], match.end + _LEAD) is None
    if _CONFUSED.fullmatch(text, match.start, match.end):
        return _MISTAKEN_FOR.search(text, *before) is not None
    return _IN_ADDITION.match(text, match.start) is not None and _IN.search(text, *before) is not None


_WITHOUT = re.compile(r"\swithout\s", re.IGNORECASE)


def in_order(text: str, match: TextMatch, vocabularies: Vocabularies) -> Iterator[TextMatch]:
    """A match, or what its two sides name where it turns round what is there and what is not: "fever without chills" are no chills."""
    denied = _WITHOUT.search(text, match.start, match.end)
    concept = vocabularies.concept(match.concept_ids[0]) if denied else None
    first = set(key_of(text[match.start : denied.start()]).roots) if denied else set[str]()
    if denied is None or concept is None or first & set(key_of(concept.name).roots):
        yield match
        return
    for start, end in ((match.start, denied.start()), (denied.end(), match.end)):
        for one in vocabularies.find(text[start:end]):
            yield Match(one.start + start, one.end + start, one.concept_ids)
