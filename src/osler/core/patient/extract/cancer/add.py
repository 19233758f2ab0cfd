"""A note's cancer → the record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple, TypeVar

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.extract.cancer.lexicon import choices, histologies, pattern, rules
from osler.core.patient.extract.cancer.markers import biomarkers
from osler.core.patient.extract.cancer.naming import concepts_of
from osler.core.patient.extract.cancer.spread import metastases
from osler.core.patient.extract.cancer.staging import grade, stages
from osler.core.patient.extract.cancer.therapy import radiotherapies, therapy_lines
from osler.core.patient.extract.findings import codings_of
from osler.core.patient.types import (
    Cancer,
    Condition,
    Document,
    Fact,
    Metastasis,
    PatientRecord,
    Phenotype,
    Presence,
)
from osler.core.terminology import Vocabularies
from osler.first_letters import each_match, first_match

_OF_SITE = re.compile(
    r"\s(?:of|in(?!\ssitu\b)|arising in|from)\s(?:the\s|her\s|his\s)?(?P<site>(?:left |right |upper |lower |middle )*[a-z]+"
    r"(?: (?!(?:in|on|at|with|and|or|since|was|is|who|which|that|then|now|for|by|to|as|of|has|status|initially|first|\w+ed)\b)[a-z]+)?)",
    re.IGNORECASE,
)
_ON_A_SIDE = re.compile(
    r",?\s(?:L|R|Lt|Rt|left|right)\.?\s(?P<site>breast|lung|kidney|colon|testis|ovary|thyroid|tonsil)\b", re.IGNORECASE
)
"""The site in telegraphic notes: "ductal carcinoma L breast"."""
_PRIMARIES = re.compile(
    r"(?<!\w)(?P<site>breast|lung|colon|rectal|colorectal|prostate|pancreatic|gastric|esophageal|ovarian|endometrial|cervical|bladder|renal|kidney|thyroid|liver|skin|testicular|brain|head and neck)\s(?:cancer|carcinoma|ca|adenocarcinoma|tumou?r)",
    re.IGNORECASE,
)
_CA_OF = re.compile(
    r"(?<!\w)(?:ca|cancer|carcinoma|adenocarcinoma)\s(?:of\s(?:the\s)?)?(?P<site>breast|lung|colon|rectum|prostate|pancreas|stomach|oesophagus|esophagus|ovary|endometrium|cervix|bladder|kidney|thyroid|liver|testis)\b",
    re.IGNORECASE,
)
"""The site after the word for a cancer: "Ca prostate", "carcinoma of the breast"."""
_BEFORE = re.compile(
    r"(?:[\s-]|,\s|\b(?:mass|tumou?r|lesion|nodule|biopsy|resection|histology|cytology)\b|[:(])*$", re.IGNORECASE
)
"""What may stand between a place and the kind of tumour behind it: "right upper lobe mass, biopsy: adenocarcinoma"."""
_LABELLED = re.compile(r"\s?:\s{0,3}(?P<words>[^.\n]{2,80})")
_PAIRED = re.compile(r"breast|lung|kidney|renal|ovary|ovarian|testis|testicular|tonsil")
_NOUNS = {
    "renal": "(?:renal|kidney)",
    "kidney": "(?:renal|kidney)",
    "ovarian": "ovar(?:y|ian)",
    "testicular": "test(?:is|icular|icle)",
}
_CANCER = "MONDO:0004992"
_REACH = 60
_F = TypeVar("_F", bound=Fact)


class _Histology(NamedTuple):
    name: str
    start: int
    end: int


def add_cancer(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what the note says of a cancer; a note that names none is left alone."""
    if not _speaks_of_cancer(analysed.text):
        return
    document = next(document for document in record.documents if document.id == analysed.source_id)
    record.biomarkers += _numbered(biomarkers(analysed, document), "biomarker", len(record.biomarkers))
    record.therapy_lines += _numbered(
        therapy_lines(analysed, document, record.medications), "therapy", len(record.therapy_lines)
    )
    record.radiotherapies += _numbered(radiotherapies(analysed, document), "radiotherapy", len(record.radiotherapies))
    free = metastases(analysed, document, Polarity.NEGATED)
    _narrow_denials(record, free)
    cancer = _cancer(record, analysed, document, free)
    if cancer is not None:
        record.cancers.append(cancer)
    else:
        record.conditions += [_no_metastases(place, len(record.conditions) + at) for at, place in enumerate(free, 1)]


def _narrow_denials(record: PatientRecord, free: list[Metastasis]) -> None:
    """Leave out denials of all spread that deny it of one site: "no brain mets"."""
    places = [span for place in free for span in place.evidence if isinstance(span, Span)]

    def of_one_site(fact: Condition | Phenotype) -> bool:
        spans = [span for span in fact.evidence if isinstance(span, Span)]
        return (
            fact.presence is Presence.ABSENT
            and bool(spans)
            and all(any(one.start <= span.start and span.end <= one.end for one in places) for span in spans)
        )

    record.conditions = [fact for fact in record.conditions if not of_one_site(fact)]
    record.phenotypes = [fact for fact in record.phenotypes if not of_one_site(fact)]


def _no_metastases(place: Metastasis, number: int) -> Condition:
    """The denial of spread to a site in a note that names no tumour by its histology."""
    return Condition(
        id=f"condition-no-spread-{number}",
        text=f"{place.site} metastases",
        presence=Presence.ABSENT,
        evidence=place.evidence,
    )


def _speaks_of_cancer(text: str) -> bool:
    long, short = histologies()
    told = (
        pattern(rules()["cancer_words"]),
        long.pattern,
        short.pattern,
        pattern(rules()["tumour_reports"], case=True),
        pattern(chain(rules()["tumour_changes"], *rules()["hotspots"].values()), case=True),
    )
    return any(first_match(one, text) for one in told)


def _numbered(facts: Iterable[_F], name: str, known: int) -> list[_F]:
    found = list(facts)
    for number, fact in enumerate(found, known + 1):
        fact.id = f"{name}-{number}"
    return found


def _cancer(record: PatientRecord, analysed: AnalysedText, document: Document, free: list[Metastasis]) -> Cancer | None:
    named = _histologies(analysed)
    staged, spread = stages(analysed, document), metastases(analysed, document)
    if not (named or staged or spread or record.therapy_lines):
        return None
    graded = grade(analysed, [one.start for one in named])
    first = max(named, key=lambda one: len(one.name), default=None)
    beside = _site_beside(analysed.text, first)
    concepts = concepts_of(first.name, beside, analysed.vocabularies) if first and beside else ()
    called = _condition_at(record, first) if first else _tumour(record, analysed)
    if called is not None and concepts:
        _narrow(called, concepts, analysed.vocabularies)
    if called is None and not (named or staged or spread):
        return None
    evidence = [document.span(first.start, first.end)] if first else list(called.evidence[:1] if called else [])
    if graded:
        evidence.append(document.span(graded[1], graded[2]))
    return Cancer(
        id=f"cancer-{len(record.cancers) + 1}",
        codings=list(called.codings) if called else codings_of(concepts, analysed.vocabularies.names),
        text=document.text[first.start : first.end] if first else called.text if called else None,
        histology=first.name if first else None,
        site=_with_side(beside or _primary_site(analysed), analysed),
        grade=graded[0] if graded else None,
        stages=staged,
        metastases=spread,
        not_spread_to=[place for place in free if all(place.site != other.site for other in spread)],
        evidence=evidence or [span for stage in staged for span in stage.evidence],
    )


def _histologies(analysed: AnalysedText) -> list[_Histology]:
    """The histologies that the note asserts of the patient."""
    found = []
    for choice in histologies():
        for match in each_match(choice.pattern, analysed.text):
            said = analysed.assertion_at(*match.span())
            if analysed.names_no_finding(*match.span()):
                continue
            if said.polarity is Polarity.PRESENT and said.experiencer is Experiencer.PATIENT:
                found.append(_Histology(choice.meaning(match.group()), *match.span()))
    return found


def _condition_at(record: PatientRecord, named: _Histology) -> Condition | Phenotype | None:
    """The condition or phenotype that was found at the words of a histology."""
    facts: list[Condition | Phenotype] = [*record.conditions, *record.phenotypes]
    for fact in facts:
        spans = [span for span in fact.evidence if isinstance(span, Span)]
        if fact.presence is Presence.PRESENT and any(one.start < named.end and named.start < one.end for one in spans):
            return fact
    return None


def _narrow(fact: Condition | Phenotype, concepts: tuple[str, ...], vocabularies: Vocabularies) -> None:
    """Give a tumour that is told without its place the codes of one at its place, where these are of the same kind."""
    known = [coding.id for coding in fact.codings if coding.system != "SCTID"]
    if any(fact.has_code(one) for one in concepts):
        return
    if all(any(vocabularies.hierarchy.is_a(one, other) for one in concepts) for other in known):
        fact.codings = codings_of(concepts, vocabularies.names) or fact.codings
        fact.text = next((one.display for one in fact.codings if one.display), fact.text)


def _tumour(record: PatientRecord, analysed: AnalysedText) -> Condition | Phenotype | None:
    """The cancer that a note names without its histology: the narrowest of those that the patient has."""
    facts: list[Condition | Phenotype] = [*record.conditions, *record.phenotypes]
    hierarchy = analysed.vocabularies.hierarchy

    def is_cancer(fact: Fact) -> bool:
        return any(hierarchy.is_a(coding.id, _CANCER) for coding in fact.codings)

    found = [fact for fact in facts if fact.presence is Presence.PRESENT and is_cancer(fact)]
    found = [fact for fact in found if not pattern(rules()["spread_words"]).search(fact.label)]
    return max(
        found, key=lambda fact: max(len(list(hierarchy.ancestors(one.id))) for one in fact.codings), default=None
    )


def _specimen(text: str) -> str | None:
    """Where the specimen of a report was taken from: "Specimen: sigmoid colon"; None for lymph nodes and what no tumour begins in."""
    for label in pattern(rules()["specimen_labels"]).finditer(text):
        head = _LABELLED.match(text, label.end())
        site = pattern(rules()["specimen_sites"]).search(head["words"]) if head else None
        if site is not None:
            return site.group().lower()
    return None


def _site_beside(text: str, named: _Histology | None) -> str | None:
    """Where the tumour began, as it is told with its histology or by the label of its specimen."""
    if named is None:
        return None
    after = _OF_SITE.match(text, named.end) or _ON_A_SIDE.match(text, named.end)
    return after["site"].lower() if after else _place_before(text, named.start) or _specimen(text)


def _place_before(text: str, start: int) -> str | None:
    """The place that stands right before the kind of a tumour: "right upper lobe adenocarcinoma"."""
    before = text[max(0, start - _REACH) : start]
    before = before[: _BEFORE.search(before).start()]  # type: ignore[union-attr]  # it matches nothing at the end, if nothing else
    places = [place for place in choices("organs").pattern.finditer(before) if place.end() == len(before)]
    return places[-1].group().lower() if places else None


def _with_side(site: str | None, analysed: AnalysedText) -> str | None:
    """The place of a tumour with its side, where the note tells one of the two and never the other: "L breast mass"."""
    organ = _PAIRED.fullmatch(site or "")
    if organ is None:
        return site
    told = re.compile(
        rf"\b(?P<side>(?i:left|right)|L|R|Lt|Rt)\.?\s(?:(?:upper|lower|middle|outer|inner)\s){{0,2}}{_NOUNS.get(organ.group(), organ.group())}\b"
    )
    sides = {
        {"l": "left", "r": "right"}[match["side"][0].lower()]
        for match in told.finditer(analysed.text)
        if analysed.assertion_at(*match.span()).experiencer is Experiencer.PATIENT
    }
    return f"{sides.pop()} {site}" if len(sides) == 1 else site


def _primary_site(analysed: AnalysedText) -> str | None:
    """The organ by which the note names a cancer; that of a relative or one that is denied says nothing of it."""
    for primary in chain(each_match(_PRIMARIES, analysed.text), each_match(_CA_OF, analysed.text)):
        said = analysed.assertion_at(*primary.span())
        if said.experiencer is Experiencer.PATIENT and said.polarity is not Polarity.NEGATED:
            return primary["site"].lower()
    return None
