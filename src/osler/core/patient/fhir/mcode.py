"""Cancer facts from the mCODE resources of other systems; the resources are read as ordinary facts as well."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.evidence import Pointer
from osler.core.patient.fhir.cancer import HISTOLOGY, PROFILES, SESSIONS, display_of, mark
from osler.core.patient.fhir.elements import Json, loinc_codes, read_codings, read_quantity
from osler.core.patient.fhir.entries import BundleEntry
from osler.core.patient.fhir.links import Links
from osler.core.patient.fhir.times import read_time
from osler.core.patient.types import Biomarker, Cancer, Gene, Metastasis, PatientRecord, Quantity, Radiotherapy, Stage
from osler.core.patient.types.cancer import BiomarkerResult, StagingBasis

_RELATED = (
    "http://hl7.org/fhir/StructureDefinition/condition-related",
    PROFILES + "related-condition",
    PROFILES + "related-primary-cancer-condition",
)
_DOSE = PROFILES + "radiotherapy-dose-delivered-to-volume"
_CATEGORY = re.compile(r"\b([cpy]{0,2}(?P<letter>[TNM])(?:[0-4]|is|[xX])[\w()+-]*)")
_GROUP = re.compile(
    r"(?:[Ss]tage|[Gg]rade [Gg]roup|[Ll]evel)\s+(?P<group>[0IVX]{1,4}[A-Ea-e]?\d?|\d[a-c]?|MS|L1|L2|[A-C])(?!\w)"
)
_SYSTEMS = (
    "FIGO",
    "Ann Arbor",
    "Lugano",
    "R-ISS",
    "ISS",
    "Rai",
    "Binet",
    "INRG",
    "INSS",
    "Breslow",
    "Clark",
    "Gleason",
)
_REFUTED = frozenset({"refuted", "entered-in-error"})
_FIELDS = {"T": "tumour", "N": "nodes", "M": "metastases"}
_SECONDARY = re.compile(
    r"(?:secondary malignant neoplasm of|metastasis to|metastatic .*? to|metastases to)\s+(?:the\s)?(?P<site>[\w ]+)",
    re.IGNORECASE,
)
_MARKERS = (
    ("estrogen receptor", "ER"), ("progesterone receptor", "PR"), ("her2", "HER2"), ("erbb2", "HER2"),
    ("epidermal growth factor receptor", "EGFR"), ("pd-l1", "PD-L1"), ("ki-67", "Ki-67"), ("microsatellite", "MSI"),
)  # fmt: skip


def add_mcode(record: PatientRecord, entries: Iterable[BundleEntry], links: Links, source_id: str) -> None:
    """Add the cancers, stages, metastases, markers and courses of radiation that mCODE resources state."""
    mine = [entry for entry in entries if mark(entry.resource) is None and _profiles(entry.resource)]
    for entry in mine:
        if "primary-cancer-condition" in _profiles(entry.resource) and not _is_refuted(entry.resource):
            record.cancers.append(_cancer(entry, source_id))
    for entry in mine:
        profiles, resource = _profiles(entry.resource), entry.resource
        cancer = _cancer_of(record, resource, links)
        if "secondary-cancer-condition" in profiles and cancer is not None:
            _add_metastasis(cancer, entry, source_id)
        elif resource["resourceType"] == "Observation" and any(
            "stage" in one or one.startswith("tnm-") for one in profiles
        ):
            if cancer is not None:
                _add_stage(cancer, entry, source_id)
        elif "histologic-grade" in profiles and cancer is not None:
            cancer.grade = cancer.grade or display_of(resource.get("valueCodeableConcept"))
        elif profiles & {"tumor-marker-test", "genomic-variant"} or _is_signature(resource):
            record.biomarkers.append(_biomarker(entry, source_id))
        elif "radiotherapy-course-summary" in profiles:
            record.radiotherapies.append(_radiotherapy(entry, source_id))


def _profiles(resource: Json) -> frozenset[str]:
    listed = (resource.get("meta") or {}).get("profile") or ()
    names = (str(one).split("|")[0] for one in listed)
    found = {name.removeprefix(PROFILES) for name in names if name.startswith(PROFILES)}
    return frozenset(found | ({"signature"} if _is_signature(resource) else set()))


def _is_signature(resource: Json) -> bool:
    """Whether an observation is a microsatellite status or a tumour mutational burden, by its LOINC code."""
    if resource.get("resourceType") != "Observation":
        return False  # a report about one is no result of its own
    return bool(loinc_codes(resource.get("code")) & {"81695-9", "94076-7"})


def _pointer(entry: BundleEntry, source_id: str) -> Pointer:
    reference = f"{entry.resource['resourceType']}/{entry.resource['id']}"
    return Pointer(source_id=source_id, path=entry.path, reference=reference)


def _extension(resource: Json, *urls: str) -> Json:
    return next((one for one in resource.get("extension") or () if one.get("url") in urls), {})


def _cancer(entry: BundleEntry, source_id: str) -> Cancer:
    resource = entry.resource
    sites = resource.get("bodySite") or [{}]
    return Cancer(
        id=f"cancer-{resource['id']}",
        codings=read_codings(resource.get("code")),
        text=display_of(resource.get("code")),
        histology=display_of(_extension(resource, HISTOLOGY).get("valueCodeableConcept")),
        site=display_of(sites[0]),
        time=read_time(resource, "onset"),
        evidence=[_pointer(entry, source_id)],
    )


def _cancer_of(record: PatientRecord, resource: Json, links: Links) -> Cancer | None:
    """The cancer that a resource speaks of: by its focus or its relation, else the only one."""
    related = _extension(resource, *_RELATED).get("valueReference")
    references = [*(resource.get("focus") or ()), *([related] if related else ())]
    wanted = {f"cancer-{links.id_of(one)}" for one in references}
    named = next((cancer for cancer in record.cancers if cancer.id in wanted), None)
    return named or (record.cancers[0] if len(record.cancers) == 1 else None)


def _add_metastasis(cancer: Cancer, entry: BundleEntry, source_id: str) -> None:
    words = display_of((entry.resource.get("bodySite") or [{}])[0])
    if words is None:
        named = _SECONDARY.search(display_of(entry.resource.get("code")) or "")
        words = named["site"].strip() if named else display_of(entry.resource.get("code"))
    if words:
        places = cancer.not_spread_to if _is_refuted(entry.resource) else cancer.metastases
        places.append(Metastasis(site=words, evidence=[_pointer(entry, source_id)]))


def _is_refuted(resource: Json) -> bool:
    """Whether a condition is recorded as one that the patient does not have, or by mistake."""
    return any(coding.code in _REFUTED for coding in read_codings(resource.get("verificationStatus")))


def _add_stage(cancer: Cancer, entry: BundleEntry, source_id: str) -> None:
    """Add a stage group or a TNM category; categories of one basis are one stage."""
    resource = entry.resource
    value = display_of(resource.get("valueCodeableConcept")) or ""
    method = display_of(resource.get("method")) or ""
    asked = display_of(resource.get("code")) or ""
    category = _CATEGORY.search(value)
    basis = _basis(asked, category)
    system = next((name for name in _SYSTEMS if name in f"{value} {method}"), None)
    if system is None and re.search(r"American Joint|AJCC", f"{value} {method}"):
        system = "AJCC"
    edition = re.search(r"(\d)(?:th|rd) edition", method)
    stage = next((one for one in cancer.stages if (one.basis, one.system) == (basis, system)), None)
    if stage is None:
        stage = Stage(system=system, edition=edition[1] if edition else None, basis=basis)
        cancer.stages.append(stage)
    stage.evidence.append(_pointer(entry, source_id))
    group = _GROUP.search(value)
    if category:
        setattr(stage, _FIELDS[category["letter"]], category[1])
    elif value:
        stage.group = group["group"] if group else value


def _basis(asked: str, category: re.Match[str] | None) -> StagingBasis | None:
    if re.search(r"\bpathologic|\bp[TNM]\b", asked, re.IGNORECASE) or (category and category[1].startswith("p")):
        return "pathologic"
    if re.search(r"\bclinical|\bc[TNM]\b", asked, re.IGNORECASE) or (category and category[1].startswith("c")):
        return "clinical"
    return None


def _biomarker(entry: BundleEntry, source_id: str) -> Biomarker:
    resource = entry.resource
    named = display_of(resource.get("code")) or ""
    codes = {coding.code for coding in read_codings(resource.get("code"))}
    gene, variant = _gene_and_variant(resource)
    name = (
        gene.symbol
        if gene and gene.symbol
        else next((short for word, short in _MARKERS if word in named.lower()), named)
    )
    name = "MSI" if "81695-9" in codes else "TMB" if "94076-7" in codes else name or "genomic variant"
    value: Quantity | None = read_quantity(resource.get("valueQuantity"))
    return Biomarker(
        id=f"biomarker-{resource['id']}",
        codings=read_codings(resource.get("code")),
        name=name,
        gene=gene,
        variant=variant,
        result=_result(resource),
        value=value,
        method=display_of(resource.get("method")),
        time=read_time(resource, "effective"),
        evidence=[_pointer(entry, source_id)],
    )


def _gene_and_variant(resource: Json) -> tuple[Gene | None, str | None]:
    gene: Gene | None = None
    variant: str | None = None
    for part in resource.get("component") or ():
        codes = {coding.code for coding in read_codings(part.get("code"))}
        concept = part.get("valueCodeableConcept")
        first = next(iter(read_codings(concept)), None)
        if "48018-6" in codes:
            gene = Gene(symbol=display_of(concept) or (first.code if first else None), id=first.code if first else None)
        if codes & {"48005-3", "81252-9", "48004-6"} and variant is None:
            variant = display_of(concept) or (first.code if first else None)
    return gene, variant


def _result(resource: Json) -> BiomarkerResult | None:
    words = (display_of(resource.get("valueCodeableConcept")) or "").lower()
    results: tuple[tuple[str, BiomarkerResult], ...] = (
        ("msi-h", "high"), ("msi-l", "low"), ("stable", "stable"), ("negative", "negative"), ("absent", "negative"),
        ("not detected", "negative"), ("equivocal", "equivocal"), ("indeterminate", "equivocal"),
        ("positive", "positive"), ("present", "positive"), ("detected", "positive"),
    )  # fmt: skip
    return next((result for word, result in results if word in words), None)


def _radiotherapy(entry: BundleEntry, source_id: str) -> Radiotherapy:
    resource = entry.resource
    delivered = _extension(resource, _DOSE)
    total: Json = next(
        (one for one in delivered.get("extension") or () if str(one.get("url")).endswith("totalDoseDelivered")), {}
    )
    fractions = _extension(resource, SESSIONS).get("valueUnsignedInt")
    return Radiotherapy(
        id=f"radiotherapy-{resource['id']}",
        codings=read_codings(resource.get("code")),
        text=display_of(resource.get("code")),
        site=display_of((resource.get("bodySite") or [{}])[0]),
        dose=read_quantity(total.get("valueQuantity")),
        fractions=fractions if isinstance(fractions, int) else None,
        time=read_time(resource, "performed"),
        evidence=[_pointer(entry, source_id)],
    )
