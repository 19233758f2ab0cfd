"""The concepts that a note names: by vocabulary, by shorthand, by results and by the ways in which prose names them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from osler.core.language.adjectives import shared_parts
from osler.core.language.changed_parts import changed_parts
from osler.core.language.describing import describes_what_follows, is_of_another_organ, names_a_molecule
from osler.core.language.eponyms import eponyms
from osler.core.language.idioms import in_order, is_idiom, without_named_fevers
from osler.core.language.imaging import imaged_parts
from osler.core.language.infection_tests import names_a_test
from osler.core.language.likenesses import likenesses
from osler.core.language.named_diseases import disease_first
from osler.core.language.operations import is_operated, operations_in
from osler.core.language.people import names_in
from osler.core.language.qualities import is_pain_quality, is_said_of_a_place, is_said_of_an_organ, names_an_instrument
from osler.core.language.recurrence import as_often_as_said
from osler.core.language.said_results import said_abnormal
from osler.core.language.sayings import sayings_in
from osler.core.language.services import names_a_service
from osler.core.language.shorthand import NOTE_PREFIX, Shorthand, with_shorthand
from osler.core.language.specific import without_circumstance
from osler.core.language.studies import imaging_studies
from osler.core.language.substances import is_part_of_a_specimen
from osler.core.language.types import Sentence, TextMatch
from osler.core.language.weakness import as_weak_as_said
from osler.core.language.wholes import changes_of_wholes
from osler.core.terminology import Match, Vocabularies


def concepts_in(
    text: str,
    sentences: Sequence[Sentence],
    shorthand: Shorthand,
    definitions: Mapping[str, str],
    vocabularies: Vocabularies,
) -> Sequence[TextMatch]:
    """Every stretch of a note that names a concept, in order; `definitions` are the note's own abbreviations."""
    named = [
        one
        for match in vocabularies.find(text)
        if not _takes_a_dose(text, match)
        for one in in_order(text, match, vocabularies)
    ]
    found: Sequence[TextMatch] = _without_history(text, named, vocabularies)
    if definitions:
        found = [
            meant
            for match in found
            if (meant := _as_defined(match, definitions.get(text[match.start : match.end]), vocabularies)) is not None
        ]
    found = [
        disease_first(
            text, as_often_as_said(text, as_weak_as_said(text, _as_given(text, match)), vocabularies), vocabularies
        )
        for match in with_shorthand(found, shorthand)
    ]
    results = list(said_abnormal(text, sentences, vocabularies))
    imaged = list(imaged_parts(text, sentences, vocabularies))
    found = _without_general(found, imaged, vocabularies) + _new(imaged, found)
    if results:
        found = _without_pieces(found, results)
        found += _new(results, found)
    told = (*changed_parts(text, sentences, vocabularies), *changes_of_wholes(text, sentences, vocabularies))
    changed = _new(told, found)
    found = _with_wholes(found, [*imaging_studies(text, vocabularies), *eponyms(text, vocabularies), *changed])
    found = _with_sayings(found, list(sayings_in(text, sentences)))
    found = [
        without_circumstance(text, match, vocabularies)
        for match in found
        if not _is_no_finding(text, match, vocabularies)
    ]
    found = without_named_fevers(text, _without_pregnancy_torn(text, found))
    found += _new([one for one in shared_parts(text, found, vocabularies) if not is_idiom(text, one)], found)
    found += _new(likenesses(text, found), found)
    found += operations_in(text, found)
    names = names_in(text)
    if names:
        found = [match for match in found if not _inside(match, names)]
    return sorted(found, key=attrgetter("start", "end"))


def _is_no_finding(text: str, match: TextMatch, vocabularies: Vocabularies) -> bool:
    """Whether the words are the quality of a pain, part of a specimen, or what a scale measures."""
    if _UNIT.match(text, match.start) and _AFTER_NUMBER.search(text, max(0, match.start - 6), match.start):
        return True  # the unit of "20 ml 1-0-1" is no mucolipidosis, and "1 drop both eyes" no drooping
    if _LEADS_ON.match(text, match.end) or _is_said_of_what_follows(text, match):
        return True  # a "transfusion threshold" is no transfusion, an "erysipelas-like rash" is a rash
    if _is_of_a_diet(text, match) or _is_torn_from_a_diet(text, match):
        return True  # a "low potassium diet" is no hypokalemia
    if is_operated(text, match) or is_idiom(text, match):
        return True
    if (
        _SPARED.search(text, match.start, match.end)
        or _HEALING.match(text, match.start)
        or _VACUOUS.fullmatch(text, match.start, match.end)
    ):
        return True  # the wound of an operation that heals is no injury; what a pregnancy was complicated by is told after it
    acronym = _NUMBERED.fullmatch(text, match.start, match.end)
    if acronym and not _is_written_so(match.concept_ids[0], acronym[1], vocabularies):
        return True  # the scale "EDSS 3" is no form of "EDS 3"
    if _VALUE.match(text, match.end) and _says_positive(match.concept_ids[0], vocabularies):
        return True  # "TRAb 6.4 IU/L" is a value, which alone says nothing of a positive result
    if _TESTED_GENE.match(text, match.end) and text[match.start : match.end].isupper():
        return True  # "DMD gene testing" is a test of the gene, no dystrophy
    if _is_named_after(text, match) or _is_mistaken(text, match, vocabularies):
        return True
    if _is_a_site(match.concept_ids[0], text[match.start : match.end].lower(), vocabularies):
        return True  # the thyroid of "thyroid surgery" is no tumour of it
    if is_pain_quality(text, match.start, match.end) or is_said_of_an_organ(text, match.start, match.end):
        return True
    return match.concept_ids[0].startswith("HP:") and (
        names_an_instrument(text, match.end)
        or is_said_of_a_place(text, match.start, match.end)
        or is_part_of_a_specimen(text, match.start, match.end)
        or describes_what_follows(text, match.start, match.end)
        or names_a_molecule(text, match.end)
        or _is_elsewhere(text, match, vocabularies)
    )


def _is_named_after(text: str, match: TextMatch) -> bool:
    """Whether something is named after the finding: a service that treats it, a test for it."""
    return names_a_service(text, match.start, match.end) or names_a_test(text, match.start, match.end)


def _is_elsewhere(text: str, match: TextMatch, vocabularies: Vocabularies) -> bool:
    """Whether a finding is told of another organ, or a movement is one that was tested: "pain on internal rotation of the hip"."""
    concept = vocabularies.concept(match.concept_ids[0])
    if concept is not None and is_of_another_organ(text, match.start, match.end, concept.name):
        return True
    return (
        _ROTATION.match(text, match.start) is not None
        and _TESTED_MOVEMENT.search(text, max(0, match.start - _LEAD), match.start) is not None
    )


_ROTATION = re.compile(r"(?:internal|external|medial|lateral)\srotation\b", re.IGNORECASE)
_TESTED_MOVEMENT = re.compile(
    r"\b(?:with|on|during|in|of|to|limited|restricted|reduced|decreased|full|painful|normal|degrees|°)\s(?:(?:any|passive|active|forced|resisted|full|slight)\s)*"
    r"(?:(?:flexion|extension|abduction|adduction)(?:,|\sand|,\sand)\s)*$",
    re.IGNORECASE,
)
_LEAD = 48


def _is_mistaken(text: str, match: TextMatch, vocabularies: Vocabularies) -> bool:
    """Whether the white of the eye was taken for an iris, or what burns for a burn: "burning pain in his feet" is how a pain feels."""
    if _WHITES.search(text, max(0, match.start - _BEFORE_EYES), match.start):
        return True
    if match.concept_ids[0] == _WIDE_BRAIN and _OF_THE_HEART.search(text, match.start, match.end):
        return True  # a ventricle that is the left or the right one, or named beside an atrium, is the heart's
    concept = vocabularies.concept(match.concept_ids[0]) if _BURNING.match(text, match.start, match.end) else None
    return concept is not None and _BURN.match(concept.name) is not None


def _takes_a_dose(text: str, match: TextMatch) -> bool:
    """Whether the number that ends a name counts something: the 1 of "vitamin K 1 mg", the 2 of "CT scan 2 weeks ago"."""
    return (
        text[match.end - 1].isdigit()
        and _ENDS_IN_NUMBER.search(text, match.start, match.end) is not None
        and _DOSE_UNIT.match(text, match.end) is not None
    )


_ENDS_IN_NUMBER = re.compile(r"\s\d{1,3}$")
_DOSE_UNIT = re.compile(
    r"\s?(?:mg|mcg|micrograms?|µg|g|ml|units?|iu|(?:hours?|days?|weeks?|wks?|months?|years?)\s(?:ago|later|before|after|earlier|prior|post))\b",
    re.IGNORECASE,
)
_WIDE_BRAIN = "HP:0002119"
_OF_THE_HEART = re.compile(r"\b(?:left|right)\sventric|\batri(?:um|a|al)\b", re.IGNORECASE)
_BURNING = re.compile(r"burning\b", re.IGNORECASE)
_BURN = re.compile(r"burns?\b", re.IGNORECASE)


def _is_said_of_what_follows(text: str, match: TextMatch) -> bool:
    """Whether the last word is another's: "TSH high normal" is normal, in "breast wide local excision" no breast is wide."""
    return bool(_SIDE.search(text, match.start, match.end) and _OF_WHAT_FOLLOWS.match(text, match.end))


_SIDE = re.compile(r"\b(?:high|low|wide)$", re.IGNORECASE)
_OF_WHAT_FOLLOWS = re.compile(r"[\s-]normal\b|\s(?:local\s)?(?:excision|resection)\b", re.IGNORECASE)
_OF_A_SITE = ("tumor", "neoplasm", "cancer", "inflammation", "disease", "disorder")


@lru_cache(maxsize=4096)
def _is_a_site(concept_id: str, written: str, vocabularies: Vocabularies) -> bool:
    """Whether a disease is called by the bare name of its place: of its names one is "tumor of …" that place."""
    if not concept_id.startswith("MONDO:") or " " in written.removesuffix(" gland"):
        return False
    names = {name.lower() for name in vocabularies.names.names(concept_id)}
    places = (written, f"{written} gland", f"the {written}")
    return any(f"{kind} of {place}" in names for kind in _OF_A_SITE for place in places)


_IN_PREGNANCY = re.compile(r"\b(?:gestational|pregnancy[\s-]induced)\s$", re.IGNORECASE)


def _without_pregnancy_torn(text: str, found: list[TextMatch]) -> list[TextMatch]:
    """The matches without what a disease of pregnancy was torn from: "gestational diabetes" is no diabetes."""
    wholes = {
        match.start + len(lead.group())
        for match in found
        if (lead := _LEADS_PREGNANCY.match(text, match.start, match.end))
    }
    return [match for match in found if match.start not in wholes or not _torn(text, match)] if wholes else found


def _torn(text: str, match: TextMatch) -> bool:
    return _IN_PREGNANCY.search(text, max(0, match.start - 20), match.start) is not None


_LEADS_PREGNANCY = re.compile(r"(?:gestational|pregnancy[\s-]induced)\s", re.IGNORECASE)
_WHITES = re.compile(r"\bwhites?\sof\s(?:(?:the|his|her|both|their|my)\s)?$", re.IGNORECASE)
_BEFORE_EYES = 24
_HEALING = re.compile(
    r"wounds?\s(?:(?:is|are|was|were|looks?|appears?|remains?)\s)?(?:\w+ly\s)?(?:clean|dry|healed|healing|intact|satisfactory)\b",
    re.IGNORECASE,
)
_LEADS_ON = re.compile(r"\s(?:threshold|trigger)s?\s?(?:is\s|of\s|:\s?)?(?:[A-Z]|\d|[<>])|-like\b")
_IN_A_DIET = re.compile(
    r"(?:low|high|reduced|restricted)\b.*|sodium|salt|potassium|phosphate|fat|sugar|protein|fib(?:re|er)|gluten|lactose|carbohydrate|calorie|purine|oxalate",
    re.IGNORECASE | re.DOTALL,
)
_DIET = re.compile(
    r"[\s-](?:(?:restricted|reduced|controlled|free|infant|and|or|salt|sodium|potassium|fat|sugar)[\s-]){0,3}(?:diets?|milks?|formulas?|feeds?|foods?|intake)\b",
    re.IGNORECASE,
)
_KIND_OF_DIET = re.compile(r"\b(?:low|high|reduced|restricted)(?:er)?[\s-]$", re.IGNORECASE)


def _is_of_a_diet(text: str, match: TextMatch) -> bool:
    """Whether a name is what a diet holds little or much of; "T2DM diet" is a diabetes that a diet controls."""
    return _DIET.match(text, match.end) is not None and _IN_A_DIET.fullmatch(text, match.start, match.end) is not None


def _is_torn_from_a_diet(text: str, match: TextMatch) -> bool:
    """Whether a name is the end of a diet's: the "potassium diet" of "low potassium diet"."""
    named = text[match.start : match.end].lower().endswith(" diet")
    return named and _KIND_OF_DIET.search(text, max(0, match.start - 12), match.start) is not None


_SPARED = re.compile(r"\bspare[ds]\b", re.IGNORECASE)
_VACUOUS = re.compile(r"pregnancy\s(?:(?:was|is|were|not)\s){0,2}complicated", re.IGNORECASE)
_UNIT = re.compile(r"(?:ml|dl|l|mg|kg|g|cm|mm|iu|u|h|(?:eye\s?)?drops?(?!\sattack)|puffs?|sprays?)\b", re.IGNORECASE)
_AFTER_NUMBER = re.compile(r"(?:\d\s?|[A-Za-zµμ\d]/|\b(?:one|two|three)\s)$", re.IGNORECASE)
_NUMBERED = re.compile(r"([A-Z]{3,5})[ -]?\d{1,2}")


@lru_cache(maxsize=1024)
def _is_written_so(concept_id: str, acronym: str, vocabularies: Vocabularies) -> bool:
    """Whether one of a concept's names has the capitals as they are."""
    return any(acronym in name.upper() for name in vocabularies.names.names(concept_id))


_VALUE = re.compile(r"(?:\s(?:level|titre|titer)s?)?[\s:=]{1,3}[<>]?\s?\d")


@lru_cache(maxsize=1024)
def _says_positive(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is that an antibody was found."""
    concept = vocabularies.concept(concept_id) if concept_id.startswith("HP:") else None
    return concept is not None and concept.name.endswith("positivity")


_TESTED_GENE = re.compile(
    r"\s(?:gene\b|genes\b|genetic\s|mutation\b|variant\b|sequencing\b|repeat\s(?:expansion\s)?test)", re.IGNORECASE
)


def _as_defined(match: TextMatch, long: str | None, vocabularies: Vocabularies) -> TextMatch | None:
    """A match as the text itself defines its abbreviation; None where no vocabulary knows what it stands for."""
    if long is None:
        return match
    meant = next((found for found in vocabularies.find(long) if found.end == len(long)), None)
    return None if meant is None else Match(match.start, match.end, meant.concept_ids)


_GIVEN_AFTER = re.compile(
    r"\s(?:supplement\w*|replacement|infusions?|administration|treatment|therapy|loading|tablets?|drip)\b",
    re.IGNORECASE,
)


def _as_given(text: str, match: TextMatch) -> TextMatch:
    """The drug where a substance that is also measured is given: "phosphate supplements", "potassium replacement"."""
    if not match.concept_ids[0].startswith("LAB:") or not _GIVEN_AFTER.match(text, match.end):
        return match
    name = text[match.start : match.end].lower()
    drugs = tuple(one for one in match.concept_ids if not one.startswith("LAB:"))
    return Match(match.start, match.end, drugs or (f"{NOTE_PREFIX}medication:{name}",))


_HISTORY_OF = re.compile(
    r"no\s+(?!known\b)|absence\s+of\s+(?=(?:any\s+)?(?:seizure|epilep))|family\s+history\s+of\s+|(?:(?:past|personal|previous|prior|remote|known|medical)\s+)*(?:history\s+of|h/o|hx\s+of)\s+",
    re.I,
)


def _without_history(text: str, found: Sequence[TextMatch], vocabularies: Vocabularies) -> Sequence[TextMatch]:
    """The condition in names such as "history of tuberculosis", "no thrombus", "absence of seizures": whether and when is for the cues to say."""
    kept, named = list[TextMatch](), list[TextMatch]()
    for match in found:
        lead = _HISTORY_OF.match(text, match.start, match.end)
        rest = vocabularies.find(text[lead.end() : match.end]) if lead else ()
        whole = [one for one in rest if lead and one.end == match.end - lead.end()]
        if lead and whole:
            named += (Match(one.start + lead.end(), one.end + lead.end(), one.concept_ids) for one in whole)
        else:
            kept.append(match)
    return [*kept, *_new(named, kept)] if named else found


def _new(more: Iterable[TextMatch], known: Sequence[TextMatch]) -> list[TextMatch]:
    """The matches that say something which none of the known ones says at the same place."""
    ends = {(match.end, concept) for match in known for concept in match.concept_ids}
    starts = {(match.start, concept) for match in known for concept in match.concept_ids}
    found = []
    for match in more:
        concept = match.concept_ids[0]
        if (match.end, concept) not in ends and (match.start, concept) not in starts:
            found.append(match)
    return found


def _without_pieces(found: list[TextMatch], results: Sequence[Match]) -> list[TextMatch]:
    """The matches that are no piece of a result: the substance of "citrulline low" is not given, its organ not absent."""
    spans = sorted({(one.start, one.end) for one in results})
    return [
        match
        for match in found
        if match.concept_ids[0].startswith("LAB:") or not any(_is_piece(match, span) for span in _near(spans, match))
    ]


def _without_general(
    found: list[TextMatch], wholes: Sequence[TextMatch], vocabularies: Vocabularies
) -> list[TextMatch]:
    """The matches without those that a whole says more exactly: the "changes in the pons" of "signal changes in the pons"."""
    by_end = {whole.end: whole for whole in wholes}
    return [match for match in found if not _is_said_by(match, by_end.get(match.end), vocabularies)]


def _is_said_by(match: TextMatch, whole: TextMatch | None, vocabularies: Vocabularies) -> bool:
    if whole is None or whole.start > match.start or not match.concept_ids[0].startswith("HP:"):
        return False
    return match.concept_ids[0] != whole.concept_ids[0] and vocabularies.hpo.is_a(
        whole.concept_ids[0], match.concept_ids[0]
    )


def _near(spans: Sequence[tuple[int, int]], match: TextMatch) -> Sequence[tuple[int, int]]:
    """The few spans that begin last before a match does."""
    last = bisect_right(spans, (match.start, 1 << 60))
    return spans[max(0, last - _LISTED) : last]


_LISTED = 6
"""How many results one statement may list."""


def _is_piece(match: TextMatch, span: tuple[int, int]) -> bool:
    return span[0] <= match.start and match.end <= span[1] and match.end - match.start < span[1] - span[0]


def _with_wholes(found: list[TextMatch], wholes: Sequence[TextMatch]) -> list[TextMatch]:
    """The matches with whole names in the place of their pieces ("MRI" of "MRI of the brain", the "Parkinson" of "…'s")."""
    places = sorted((whole.start, whole.end) for whole in wholes)
    return [*(match for match in found if not _inside(match, places)), *wholes] if wholes else found


def _with_sayings(found: list[TextMatch], sayings: Sequence[Match]) -> list[TextMatch]:
    """The matches with findings told in sayings: first among the meanings of the same words, and in the place of their pieces."""
    if not sayings:
        return found
    places = sorted((match.start, match.end) for match in found if match.concept_ids[0].startswith("HP:"))
    told = [
        one
        for one in sayings
        if (not _inside(one, places) or (one.start, one.end) in places)
        and not any(_is_piece(one, (other.start, other.end)) for other in sayings)
    ]
    also = {(one.start, one.end): one.concept_ids for one in found}
    wholes = [
        Match(one.start, one.end, tuple(dict.fromkeys((*one.concept_ids, *also.get((one.start, one.end), ())))))
        for one in told
    ]
    return _with_wholes(found, wholes)


def _inside(match: TextMatch, places: Sequence[tuple[int, int]]) -> bool:
    index = bisect_right(places, (match.start, 1 << 60)) - 1
    return index >= 0 and match.end <= places[index][1]
