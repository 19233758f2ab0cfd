"""Stage, tumour markers and lines of therapy that a criterion asks for, by the typed cancers of a record."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import Atom, Finding, MeasuredValue, Proof, TruthValue, Unparsed, render
from osler.core.evidence import Evidence, Span
from osler.core.patient import PatientRecord, Presence, Status, spread_sites, without_spread_sites
from osler.core.patient.types import Biomarker
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.cancers.lines_of_therapy import COMPARE, by_lines
from osler.trials.judging.cancers.spread_categories import asks_of_nodes, by_distance, by_nodes
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_ROMAN = {"1": "I", "2": "II", "3": "III", "4": "IV"}
_ARABIC = {roman: digit for digit, roman in _ROMAN.items()}
_STAGE_NAME = re.compile(r"(?:clinical |pathologic(?:al)? |ajcc |figo |tumou?r |tnm |disease )*stage")
_STAGE = re.compile(
    r"(?:clinical |pathologic(?:al)? |ajcc |figo )*stage\s+(0|iv|i{1,3}|[1-4])([abc]?)(?:\s+(?:disease|cancers?|tumou?rs?))?"
)
_LISTED_STAGE = re.compile(r"(iv|i{1,3})([abc])(?:\s+(?:disease|cancers?|tumou?rs?))?")
"""The later members of "stage IIIA or IIIB"; without a letter, IV may be a vein."""
_PATIENT_STAGE = re.compile(r"(0|IV|I{1,3}|[1-4])([A-C]?)")
_ANY_CHANGE = re.compile(
    r"(?:activating|pathogenic|rearrangements?|rearranged|fusions?|translocations?|gene|mutations?|mutated|mutant|positive|alterations?|disease|tumou?rs?|status|documented|known|confirmed"
    r"|detected|identified|in|by|on|the|ctdna|cfdna|plasma|blood|tissue|\W)*"
)
_EXON_CHANGE = re.compile(r"\b(?:ex(?:on)?[\s-]*)?(\d{1,2})[\s-]*(del(?:etions?)?|ins(?:ertions?)?)\b")
_EXON_CHANGED = re.compile(r"\bexon \d{1,2} (?:deletion|insertion)s?\b")
_GENE_WITH_KIND = re.compile(r"([a-z][a-z0-9]{2,7})-(?:itd|tkd|amp|del)\b")
PROTEIN_CHANGE = re.compile(r"(?:p\.)?[a-z]\d{2,4}[a-z]")
_OF_TUMOUR = re.compile(
    r"\b(?P<gene>[A-Z][A-Z0-9-]{1,7}?)[- ]?(?:(?i:wild[- ]?type|mutat(?:ed|ion)(?:[- ]positive)?|mutant|positive|negative|amplified|rearranged|altered)|[+-](?=\s))(?:\s|$)"
)
_WITHOUT = re.compile(r"wild|negative|-\s?$", re.IGNORECASE)
_METASTASES = re.compile(r"\bmetasta(?:sis|ses|tic)\b|\bmets\b")
_SPREAD_ONLY = re.compile(
    r"(?:(?:known|presence|evidence|history|of|any|to|the|in|at|or|and|metasta(?:sis|ses|tic)|mets|disease|lesions?|involvement)\W*)+"
)
_ANY_METASTASES = re.compile(
    r"(?:(?:known|presence|evidence|of|distant|metasta(?:sis|ses|tic)|disease|cancer|tumou?rs?)\W*)+"
)
_SQUAMOUS = re.compile(
    r"(?:(?:predominant(?:ly)?|pure|any|histologic(?:al)?)\s)*(?P<non>non-?\s?)?squamous(?:[- ]cell)?(?:\s(?:histology|carcinoma histology|component|differentiation|type|tumou?rs?))?"
)
_NOT_SQUAMOUS = re.compile(r"(?<!squamous )\badenocarcinoma|\blarge[- ]cell carcinoma|\bnon-?\s?squamous")
"""Histologies of lung cancer beside the squamous one (WHO classification of 2021)."""
_OVER = (Status.RESOLVED, Status.REMISSION, Status.INACTIVE)
_VALUE_WORDS = frozenset({"expression", "score", "index", "level", "labelling", "labeling", "proliferation"})


def by_cancer(atom: Atom, record: PatientRecord) -> Proof | None:
    """The proof that the record's cancers give of an atom; None where it asks for nothing of theirs."""
    if not isinstance(atom, Finding | MeasuredValue | Unparsed):
        return None
    name = atom.name if isinstance(atom, MeasuredValue) else text_of(atom)
    words = " ".join(name.casefold().split())
    return (
        _stage(atom, words, record)
        or _histology(atom, words, record)
        or _spread(atom, words, record)
        or _marker(atom, words, record)
        or _marker_value(atom, words, record)
        or by_lines(atom, words, record)
    )


def _histology(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    """Squamous or not, by what the record calls the tumour; one of both, or one without a name, tells neither."""
    asked = _SQUAMOUS.fullmatch(words)
    if asked is None or isinstance(atom, MeasuredValue):
        return None
    told = [
        fact for fact in (*record.cancers, *record.conditions, *record.phenotypes) if fact.presence is Presence.PRESENT
    ]
    squamous = [
        fact for fact in told if re.search(r"(?<!non-)(?<!non )(?<!non)squamous|adenosquamous", fact.label.casefold())
    ]
    others = [fact for fact in told if _NOT_SQUAMOUS.search(fact.label.casefold())]
    if bool(squamous) == bool(others):
        return None
    held = bool(squamous) != bool(asked["non"])
    found = squamous or others
    evidence = [item for fact in found for item in fact.evidence]
    return proof_of(MET if held else NOT_MET, atom, f"{found[0].label}: recorded", evidence)


_Place = tuple[str, Sequence[Evidence]]


def _places(record: PatientRecord) -> tuple[list[_Place], list[_Place]]:
    """Where the cancers of a record have spread to, and which places were found free, with the evidence."""
    present: list[_Place] = [(place.site, place.evidence) for cancer in record.cancers for place in cancer.metastases]
    for fact in record.conditions:
        if fact.presence is Presence.PRESENT and fact.status not in _OVER and _METASTASES.search(fact.label.casefold()):
            present += [(named, fact.evidence) for named in spread_sites(fact.label.casefold())]
    free: list[_Place] = [(place.site, place.evidence) for cancer in record.cancers for place in cancer.not_spread_to]
    for fact in record.conditions:
        if fact.presence is Presence.ABSENT and _METASTASES.search(fact.label.casefold()):
            free += [(named, fact.evidence) for named in spread_sites(fact.label.casefold())]
    return present, free


def _spread(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    """Metastases of a named site, or of any."""
    if isinstance(atom, MeasuredValue):
        return None
    if asks_of_nodes(words):
        return by_nodes(atom, record)
    if not _METASTASES.search(words):
        return None
    present, free = _places(record)
    site = spread_sites(words)
    active = pattern("spread_activity", "asked").search(words)
    words = pattern("spread_activity", "asked").sub(" ", words).strip()
    if site:
        present = [(named, evidence) for named, evidence in present if named in site]
        free = [(named, evidence) for named, evidence in free if named in site]
    elif not _ANY_METASTASES.fullmatch(words):
        return None
    if active and present:
        # Whether a spread grows or rests is for the words beside it to say.
        present = [(named, evidence) for named, evidence in present if _told_active(evidence, record)]
        if not present:
            return None
    if _AT_DIAGNOSIS.search(render(atom).casefold()):
        present = [(named, evidence) for named, evidence in present if _told_at_diagnosis(evidence, record)]
    if present and _SPREAD_ONLY.fullmatch(without_spread_sites(words)):
        where = ", ".join(dict.fromkeys(named for named, _ in present))
        evidence = [item for _, cited in present for item in cited]
        return proof_of(MET, atom, f"spread to {where} is recorded", evidence)
    if site and not present and {named for named, _ in free} >= site:
        evidence = [item for _, cited in free for item in cited]
        return proof_of(NOT_MET, atom, f"the record finds no spread to {', '.join(sorted(site))}", evidence)
    if not site and not present:
        return by_distance(atom, record)
    return None


_AT_DIAGNOSIS = re.compile(
    r"\b(?:at|on|upon) (?:the )?(?:time of )?(?:initial |first )?(?:diagnosis|presentation)\b|\bde novo\b"
)
_DIAGNOSED = re.compile(r"\b(?:diagnos\w+|present(?:ed|ation|ing)|de novo|staging|baseline|initial\w*)\b")
_LATER = re.compile(r"\b(?:after|later|since|subsequent\w*|developed|appeared|relaps\w+|recur\w+|progress\w+)\b")


def _told_at_diagnosis(evidence: Sequence[Evidence], record: PatientRecord) -> bool:
    """Whether the words of a note put a spread at the time of the diagnosis, and not later."""
    texts = {document.id: document.text.casefold() for document in record.documents}
    told = [
        re.split(r"[.;\n]", texts[one.source_id][: one.start])[-1]
        + re.split(r"[.;\n]", texts[one.source_id][one.start :])[0]
        for one in evidence
        if isinstance(one, Span) and one.source_id in texts
    ]
    return any(_DIAGNOSED.search(words) and not _LATER.search(words) for words in told)


def _told_active(evidence: Sequence[Evidence], record: PatientRecord) -> bool:
    """Whether the sentence of a spread says that it grows or makes symptoms."""
    texts = {document.id: document.text for document in record.documents}
    for item in evidence:
        if isinstance(item, Span) and item.source_id in texts:
            text = texts[item.source_id]
            start, end = text.rfind(".", 0, item.start) + 1, text.find(".", item.end)
            words = text[start : end if end >= 0 else len(text)].casefold()
            if pattern("spread_activity", "told").search(words) and not pattern("spread_activity", "rests").search(
                words
            ):
                return True
    return False


def _stage(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    stages = [stage for cancer in record.cancers if cancer.presence is Presence.PRESENT for stage in cancer.stages]
    if not stages and _asks_for_stage(atom, words):
        return _spread_since(atom, words, record)
    if not stages:
        return None
    if isinstance(atom, MeasuredValue):
        if not _STAGE_NAME.fullmatch(words) or not (atom.test.bounds or atom.test.values):
            return None
        truths = [_stage_number(atom, stage.group or "") for stage in stages]
    else:
        asked = _STAGE.fullmatch(words) or _LISTED_STAGE.fullmatch(words)
        if asked is None:
            return None
        truths = [_asked_stage(words, stage.group or "") for stage in stages]
    evidence = [item for stage in stages for item in stage.evidence]
    if not any((stage.group or "").upper().startswith(("IV", "4")) for stage in stages):
        if (spread := _spread_since(atom, words, record)) is not None:
            return spread
        if MET not in truths and _told_worse(record):
            reason = "the stage is that of the diagnosis, and the note tells that it got worse since"
            return proof_of(UNKNOWN, atom, reason, evidence)
    reason = f"the recorded stage is {', '.join(dict.fromkeys(stage.group or '?' for stage in stages))}"
    if MET in truths:
        # The stage of another tumour of the same patient is not told apart here.
        return None if len(set(truths)) > 1 else proof_of(MET, atom, reason, evidence)
    return proof_of(NOT_MET, atom, reason, evidence) if set(truths) == {NOT_MET} else None


def _asks_for_stage(atom: Atom, words: str) -> bool:
    if isinstance(atom, MeasuredValue):
        return bool(_STAGE_NAME.fullmatch(words)) and bool(atom.test.bounds or atom.test.values)
    return bool(_STAGE.fullmatch(words) or _LISTED_STAGE.fullmatch(words))


def _spread_since(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    """A stage by distant metastases that are recorded beside a lower one: the spread came later (AJCC 8: M1 is stage IV)."""
    distant = [place for cancer in record.cancers for place in cancer.metastases if "node" not in place.site.casefold()]
    if not distant:
        return None
    truth = _stage_number(atom, "IV") if isinstance(atom, MeasuredValue) else _asked_stage(words, "IV")
    evidence = [item for place in distant for item in place.evidence]
    return proof_of(truth, atom, f"spread to {distant[0].site} is recorded, which is stage IV", evidence)


def _told_worse(record: PatientRecord) -> bool:
    """Whether a note tells that a disease progressed or came back."""
    return any(
        pattern("progression", "stated").search(sentence) and not pattern("progression", "denied").search(sentence)
        for document in record.documents
        for sentence in re.split(r"[.;\n]", document.text.casefold())
    )


def _asked_stage(words: str, group: str) -> TruthValue:
    """Whether a stage is the one that words ask for."""
    asked = _STAGE.fullmatch(words) or _LISTED_STAGE.fullmatch(words)
    if asked is None:
        return UNKNOWN
    return _same_stage((_ROMAN.get(asked[1], asked[1].upper()), asked[2].upper()), group)


def _stage_number(atom: MeasuredValue, group: str) -> TruthValue:
    """A stage that is asked for as a number: "stage >= 3", "stage 3 or 4"."""
    found = _PATIENT_STAGE.match(group.upper())
    if found is None:
        return UNKNOWN
    number = float(_ARABIC.get(found[1], found[1]))
    if atom.test.values:
        return MET if number in atom.test.values else NOT_MET
    if any(str(bound.comparator) not in COMPARE for bound in atom.test.bounds):
        return UNKNOWN
    held = all(COMPARE[str(bound.comparator)](number, bound.value) for bound in atom.test.bounds)
    return MET if held else NOT_MET


def _same_stage(wanted: tuple[str, str], group: str) -> TruthValue:
    found = _PATIENT_STAGE.match(group.upper())
    if found is None:
        return UNKNOWN
    if _ROMAN.get(found[1], found[1]) != wanted[0]:
        return NOT_MET
    if not wanted[1] or found[2] == wanted[1]:
        return MET
    return NOT_MET if found[2] else UNKNOWN


def without_marker(tumour: str) -> tuple[str, str]:
    """The name of a tumour without the marker that is asked of it, and the marker: "EGFR wild-type lung cancer"."""
    found = _OF_TUMOUR.search(tumour)
    if found is None:
        return tumour, ""
    return f"{tumour[: found.start()]}{tumour[found.end() :]}".strip(), found[0].strip()


def by_marker(marker: str, record: PatientRecord) -> Proof | None:
    """Whether the record's tumour has a marker as it is asked for in front of its name."""
    found = _OF_TUMOUR.fullmatch(marker)
    if found is None:
        return None
    asked = Finding(name=f"{found['gene']} mutation")
    proof = _marker(asked, asked.name.casefold(), record)
    if proof is None or not _WITHOUT.search(marker):
        return proof
    return proof.model_copy(update={"truth": NOT_MET if proof.truth is MET else MET})


def _marker(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    # What was found outweighs what was looked for and not found.
    for marker in sorted(record.biomarkers, key=lambda one: _is_positive(one) is not True):
        named = next((name for name in _names_of(marker) if re.search(rf"\b{re.escape(name)}\b(?!-\w)", words)), None)
        if named is None and _is_bare_variant(marker, words):
            # "L858R mutation": the change alone is asked for, and the sentence before it named the gene.
            named = ""
        if named is None or marker.presence is Presence.POSSIBLE:
            continue
        asked = _spelt(words.replace(named, " ") if named else words)
        variant = _spelt((marker.variant or "").casefold())
        if PROTEIN_CHANGE.fullmatch(variant) and re.search(rf"\b{re.escape(variant[:-1])}\b", asked):
            # "BRAF V600 mutation": any change at the place.
            variant = variant[:-1]
        exact = bool(variant) and variant in asked
        rest = asked.replace(variant, " ") if exact else asked
        if not marker.variant and (marker.result == "wild-type" or "wild" in marker.label.casefold()):
            # A gene without any change has none of its changes.
            rest = _EXON_CHANGED.sub(" ", PROTEIN_CHANGE.sub(" ", rest))
        if not _ANY_CHANGE.fullmatch(rest.strip()):
            continue
        positive = _is_positive(marker)
        if variant and not exact and positive is False:
            # That one variant was not found denies no other.
            continue
        if positive is None or (not exact and positive and not isinstance(atom, MeasuredValue) and not asked.strip()):
            continue
        wanted = not (isinstance(atom, MeasuredValue) and atom.test.result == "negative")
        if isinstance(atom, MeasuredValue) and atom.test.result not in ("positive", "negative"):
            continue
        return proof_of(MET if positive == wanted else NOT_MET, atom, f"{marker.label}: recorded", marker.evidence)
    return None


def _names_of(marker: Biomarker) -> list[str]:
    """The names of a marker; one that was tested for a single kind of change ("FLT3-ITD") is called by it alone."""
    names = {marker.name.casefold(), marker.gene.symbol.casefold() if marker.gene and marker.gene.symbol else ""}
    called = _GENE_WITH_KIND.match((marker.text or "").casefold())
    if called is not None and called[1] in names:
        return [called[0]]
    return sorted(names - {""}, key=len, reverse=True)


_OF_ONE_GENE = frozenset({"exon 19 deletion"})
"""Changes of an exon that are reported of one gene alone, here EGFR; insertions in exon 20 are of EGFR and of HER2."""


def _is_bare_variant(marker: Biomarker, words: str) -> bool:
    variant = _spelt((marker.variant or "").casefold())
    if variant in _OF_ONE_GENE:
        return _spelt(words).strip() == variant  # "EGFR mutation (exon 19 deletion or L858R)"
    return bool(PROTEIN_CHANGE.fullmatch(variant)) and bool(re.search(rf"\b{re.escape(variant)}\b", words))


def _marker_value(atom: Atom, words: str, record: PatientRecord) -> Proof | None:
    """A marker's value against a limit in its own unit; a score counts for the score that is asked ("TPS", "CPS")."""
    if not isinstance(atom, MeasuredValue) or not atom.test.bounds:
        return None
    for marker in record.biomarkers:
        name, value = marker.name.casefold(), marker.value.value if marker.value else None
        rest = words.replace(name, " ", 1).split()
        units = {bound.unit.strip() for bound in atom.test.bounds if bound.unit}
        same_unit = not units or (marker.value is not None and units == {marker.value.unit})
        if name not in words or value is None or not same_unit or marker.presence is not Presence.PRESENT:
            continue
        written = (marker.text or "").casefold()
        if any(word not in written and not _ANY_CHANGE.fullmatch(word) and word not in _VALUE_WORDS for word in rest):
            continue
        if any(str(bound.comparator) not in COMPARE or bound.times for bound in atom.test.bounds):
            continue
        held = all(COMPARE[str(bound.comparator)](value, bound.value) for bound in atom.test.bounds)
        return proof_of(MET if held else NOT_MET, atom, f"{marker.label}: recorded", marker.evidence)
    return None


def _spelt(words: str) -> str:
    """A variant in one spelling: "19del", "ex19 del" and "exon 19 deletion" are one."""
    found = _EXON_CHANGE.search(words)
    if found is None:
        return words
    kind = "deletion" if found[2].startswith("d") else "insertion"
    return f"{words[: found.start()]}exon {found[1]} {kind}{words[found.end() :]}"


def _is_positive(marker: Biomarker) -> bool | None:
    if marker.presence is Presence.ABSENT or marker.result in ("negative", "wild-type"):
        return False
    least = rules()["positive_from"].get(marker.name)
    if least is not None and marker.value is not None and marker.value.value is not None and marker.value.unit == "%":
        return bool(marker.value.value >= least)
    return True if marker.result == "positive" else None
