"""One disease's whole sum for one patient, wherever it stands in the ranking."""

from __future__ import annotations

from osler.core.terminology import Vocabularies
from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.ranking import RankedDisease, Ranking, default_model, rank
from osler.diagnosis.steps.ranking import candidate_of, query_of
from osler.diagnosis.types import AgentOutput, DiseaseCandidate
from osler.errors import UsageError

_SUGGESTED = 5


def explain_disease(
    case: DiagnosisInput, output: AgentOutput, disease: str, vocabularies: Vocabularies
) -> DiseaseCandidate:
    """The disease by its id or name, with every finding and factor of its score."""
    query = query_of(case, output.hpo_matches, vocabularies, output.excluded_findings, output.timing_profiles)
    ranking = rank(query, default_model(vocabularies))
    found = _of_family(ranking, disease) or ranking.disease(disease_id_of(disease, vocabularies))
    if found is None:
        raise UsageError(f"there is no annotated disease {disease!r}", mend="give an id such as OMIM:154700")
    return candidate_of(found, vocabularies)


def _of_family(ranking: Ranking, words: str) -> RankedDisease | None:
    """The member that leads a family, where an entry of the differential is given by the family's name."""
    names = ranking.model.families.names
    number = next((one for one, name in names.items() if name.casefold() == words.strip().casefold()), None)
    rows = [] if number is None else ranking.model.families.members(number)
    return max((ranking.placed(row) for row in rows), key=lambda item: item.score, default=None)


def disease_id_of(words: str, vocabularies: Vocabularies) -> str:
    """The id of a disease given by id or by name; a UsageError says which names come near."""
    annotations = vocabularies.annotations
    if annotations.index(words.strip().upper()) is not None:
        return words.strip().upper()
    wanted = words.strip().casefold()
    named = [(item, annotations.name(item) or "") for item in annotations.ids]
    exact = next((item for item, name in named if name.casefold() == wanted), None)
    if exact is not None:
        return exact
    near = {item: name for item, name in named if wanted and wanted in name.casefold()}
    # Entries that MONDO calls the same are one disease: two vocabularies are no choice.
    same = {item: min([item, *(other for other in annotations.equivalents(item) if other in near)]) for item in near}
    one_each = list(dict.fromkeys(same.values()))
    if len(one_each) == 1:
        return one_each[0]
    shown = ", ".join(f"{item} ({near[item]})" for item in one_each[:_SUGGESTED])
    hint = f"one of: {shown}" if near else "an id such as OMIM:154700"
    raise UsageError(f"{words!r} names no single disease that is annotated", mend=f"give {hint}")
