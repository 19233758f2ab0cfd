"""From ids and words to HPO terms; what cannot be mapped is reported with the nearest term, never dropped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.language import Polarity, analyse
from osler.core.results import Level, Problem
from osler.core.terminology import Candidate, HpoGraph, SemanticType, Vocabularies
from osler.diagnosis.case import CodedFinding
from osler.diagnosis.steps.naming import phenotype_of
from osler.diagnosis.types import ExcludedFinding, HPOMatch

SUGGESTIONS = 3
SURE_ENOUGH = 0.5
"""A guess below this confidence is more often wrong than right: it is offered and never ranked."""
_HPO_ID = re.compile(r"\s*(?:HP|HPO)[:_]?\d+\s*", re.IGNORECASE)
_SIGNED = re.compile(r"\s*[-–!~^¬]\s*(?=[A-Za-z])")
"""A sign before a name: whether it denies or marks a list is for the writer to say."""
_SHAPE = re.compile(r"HP:\d{7}")
_DIGITS = 7


def map_finding(finding: CodedFinding, vocabularies: Vocabularies) -> HPOMatch:
    """One coded or named finding as a term of the ontology."""
    match = map_text(finding.term, vocabularies)
    return match.model_copy(update={"evidence": list(finding.evidence), "resolved": finding.resolved})


def map_exclusion(finding: CodedFinding, vocabularies: Vocabularies) -> ExcludedFinding:
    """A finding that came with a code and is excluded."""
    match = map_text(finding.term, vocabularies)
    return ExcludedFinding(
        raw_text=finding.term,
        finding=match.label or finding.term,
        mapped_hpo_term=match.hpo_id or None,
        mapped_hpo_label=match.label or None,
        found_by=["input"],
    )


def implied(excluded: Iterable[ExcludedFinding], vocabularies: Vocabularies) -> list[HPOMatch]:
    """The abnormalities that absent normal functions amount to."""
    return [
        enriched(item.observed_instead, vocabularies, raw=item.raw_text, confidence=1.0).model_copy(
            update={"evidence": [item.evidence] if item.evidence else []}
        )
        for item in excluded
        if item.observed_instead
    ]


def problems(matches: Iterable[HPOMatch], excluded: Iterable[ExcludedFinding]) -> list[Problem]:
    """What a person should know about how the inputs were mapped."""
    found = []
    for match in matches:
        if match.replaced:
            message = f"{match.replaced} is obsolete or an alternative id; {match.hpo_id} ({match.label}) was used"
            found.append(Problem(code="input.unknown_code", level=Level.INFO, message=message))
        elif match.misspelt:
            message = f"{match.raw_input!r} was read as {match.label} ({match.hpo_id})"
            mend = f"or did you mean {' or '.join(match.suggestions)}?" if match.suggestions else "give the HPO id"
            found.append(Problem(code="input.read_as", level=Level.INFO, message=message, mend=mend))
        elif not match.hpo_id:
            nearest = f"; did you mean {' or '.join(match.suggestions)}?" if match.suggestions else ""
            message = f"{match.raw_input!r} is not a known phenotype and was left out of the ranking{nearest}"
            found.append(
                Problem(
                    code="input.unknown_code",
                    level=Level.ERROR,
                    message=message,
                    mend="find the term with 'osler vocab search'",
                )
            )
    unmapped = [item for item in excluded if item.mapped_hpo_term is None and item.observed_instead is None]
    found += [
        Problem(
            code="input.unknown_code",
            level=Level.ERROR,
            message=f"{item.finding!r} is not a known phenotype and was left out of the exclusions",
            mend="find the term with 'osler vocab search'",
        )
        for item in unmapped
    ]
    return found


def conflicts(
    matches: Iterable[HPOMatch], excluded: Iterable[ExcludedFinding], vocabularies: Vocabularies
) -> list[Problem]:
    """Where a finding is both observed and excluded, itself or by something more general.

    A more special exclusion ("no focal seizures" beside seizures) is no conflict, nor is a soft one.
    """
    graph = vocabularies.hpo
    sure = (item for item in excluded if item.exclusion_type == "explicit")
    absent = {item.mapped_hpo_term: item for item in sure if item.mapped_hpo_term}
    return [
        Problem(
            code="input.contradictory",
            # What was typed or coded contradicts itself; a note may speak of two times.
            level=Level.ERROR if "input" in absent[term].found_by else Level.WARNING,
            message=f"{match.label} ({match.hpo_id}) is given as observed, and "
            f"{absent[term].mapped_hpo_label or term} ({term}) as excluded; both cannot be true of one time",
            mend="take one of the two out",
        )
        for match in matches
        if match.hpo_id and not match.past
        for term in sorted({match.hpo_id, *graph.ancestors(match.hpo_id)} & absent.keys())
    ]


def of_one_place(
    excluded: Iterable[ExcludedFinding], matches: Iterable[HPOMatch], vocabularies: Vocabularies
) -> list[ExcludedFinding]:
    """The exclusions, with those as soft of which the notes tell a special form elsewhere.

    Who writes "no hamartoma" of the retina beside tubers of the cortex denies it of that place or that time.
    """
    graph = vocabularies.hpo
    above = {
        general for match in matches if match.hpo_id and not match.past for general in graph.ancestors(match.hpo_id)
    }
    return [
        item.model_copy(update={"exclusion_type": "soft"})
        if item.mapped_hpo_term in above and "input" not in item.found_by
        else item
        for item in excluded
    ]


def map_text(raw: str, vocabularies: Vocabularies) -> HPOMatch:
    """An HPO id, or words for a phenotype, as a term of the ontology."""
    signed = _SIGNED.match(raw)
    if signed is not None:
        meant = map_text(raw[signed.end() :], vocabularies)
        named = [f"the exclusion of {meant.hpo_id} ({meant.label})"] if meant.hpo_id else meant.suggestions
        return HPOMatch(raw_input=raw, suggestions=named)
    if is_id(raw):
        return _by_id(raw, vocabularies.hpo, vocabularies)
    found = _phenotypes(raw, vocabularies)
    if not found:
        return HPOMatch(raw_input=raw)
    best = found[0]
    if best.confidence < SURE_ENOUGH:
        return HPOMatch(raw_input=raw, suggestions=_suggested(raw, found, vocabularies))
    if best.confidence < 1.0 and any(
        one.assertion.polarity is Polarity.NEGATED for one in analyse(raw, vocabularies).mentions
    ):
        return HPOMatch(raw_input=raw, suggestions=[f"the exclusion of {_named(best.concept_id, vocabularies)}"])
    match = enriched(best.concept_id, vocabularies, raw=raw, confidence=best.confidence)
    others = [_named(item.concept_id, vocabularies) for item in found[1:]]
    return match.model_copy(
        update={"suggestions": others if best.confidence < 1.0 else [], "misspelt": best.match_kind == "fuzzy"}
    )


def _suggested(raw: str, found: Sequence[Candidate], vocabularies: Vocabularies) -> list[str]:
    """Terms that may be meant: what the words say read as a note, kinds of that, then what is written alike."""
    graph = vocabularies.hpo
    read = [
        term
        for mention in analyse(raw, vocabularies).mentions
        if (term := phenotype_of(mention, vocabularies)) is not None
    ]
    alike = [item.concept_id for item in found]
    kinds = [term for term in alike if any(graph.is_a(term, general) for general in read)]
    return [_named(term, vocabularies) for term in list(dict.fromkeys([*read, *kinds, *alike]))[:SUGGESTIONS]]


def is_id(raw: str) -> bool:
    """Whether an input is written as an HPO id, existing or not."""
    return _HPO_ID.fullmatch(raw) is not None


def enriched(hpo_id: str, vocabularies: Vocabularies, *, raw: str, confidence: float) -> HPOMatch:
    """A term with what the ontology says of it; `hpo_id` must be a term."""
    graph = vocabularies.hpo
    current = graph.resolve(hpo_id) or hpo_id
    return HPOMatch(
        raw_input=raw,
        hpo_id=current,
        label=graph.label(current) or "",
        definition=graph.definition(current) or "",
        information_content=graph.ic(current) or 0.0,
        parents=sorted(graph.parents(current)),
        confidence=confidence,
        replaced=hpo_id if current != hpo_id else None,
    )


def merged(matches: Iterable[HPOMatch]) -> list[HPOMatch]:
    """One match a term: the surest, with the evidence of all; unmapped inputs are all kept."""
    by_term: dict[str, list[HPOMatch]] = {}
    unmapped: list[HPOMatch] = []
    for match in matches:
        if match.hpo_id:
            by_term.setdefault(match.hpo_id, []).append(match)
        else:
            unmapped.append(match)
    return [*(_joined(same) for same in by_term.values()), *unmapped]


def _joined(same: list[HPOMatch]) -> HPOMatch:
    """The surest of the matches of one term, with the evidence of all, in one pass: a long note names a term often."""
    if len(same) == 1:
        return same[0]
    ordered = sorted(same, key=lambda match: -match.confidence)
    evidence = list(dict.fromkeys(item for match in ordered for item in match.evidence))
    rule = next((match.rule for match in ordered if match.rule), ordered[0].rule)
    return ordered[0].model_copy(
        update={
            "evidence": evidence,
            "resolved": all(match.resolved for match in same),
            "past": all(match.past for match in same),
            "rule": rule,
        }
    )


def _by_id(raw: str, graph: HpoGraph, vocabularies: Vocabularies) -> HPOMatch:
    digits = re.sub(r"\D", "", raw)
    hpo_id = f"HP:{digits.zfill(_DIGITS)}"
    if graph.resolve(hpo_id) is None:
        return HPOMatch(raw_input=raw, suggestions=nearest_ids(hpo_id, graph, vocabularies))
    if len(digits) < _DIGITS:
        # Which digit is missing is not known: filled with zeros, an id that lost its last one is another finding.
        near = [_named(hpo_id, vocabularies), *nearest_ids(f"HP:{digits}", graph, vocabularies)]
        return HPOMatch(raw_input=raw, suggestions=list(dict.fromkeys(near))[:SUGGESTIONS])
    return enriched(hpo_id, vocabularies, raw=raw, confidence=1.0)


def nearest_ids(hpo_id: str, graph: HpoGraph, vocabularies: Vocabularies) -> list[str]:
    """Existing ids that a slip of the finger could have turned into this one, nearest first."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(hpo_id, graph.ids, scorer=OSA.distance, limit=SUGGESTIONS)
    return [_named(match, vocabularies) for match, _, _ in found]


def _named(hpo_id: str, vocabularies: Vocabularies) -> str:
    return f"{hpo_id} ({vocabularies.hpo.label(hpo_id) or ''})"


def _phenotypes(words: str, vocabularies: Vocabularies) -> list[Candidate]:
    candidates = vocabularies.search(words, max_results=SUGGESTIONS + 1, semantic_types=[SemanticType.PHENOTYPE])
    return [candidate for candidate in candidates if _SHAPE.fullmatch(candidate.concept_id)]
