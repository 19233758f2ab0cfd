"""The trials of a registry for a whole patient: gathered by the key facts, ordered by the patient's own words."""

from __future__ import annotations

from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies
from osler.trials.offline import planned_queries
from osler.trials.registry import MAX_PAGE_SIZE, Registry, Study, TrialQuery
from osler.trials.retrieval.rank import rank_for_patient
from osler.trials.retrieval.texts import TrialTexts
from osler.trials.steps.key_facts import key_facts

_MOST_QUERIES = 12


async def search_for_patient(
    record: PatientRecord, registry: Registry, vocabularies: Vocabularies, *, limit: int = 20
) -> list[Study]:
    """Studies for a patient, best first; age and sex of the registry's own fields are respected."""
    facts = key_facts(record, vocabularies)
    found: dict[str, Study] = {}
    for number, planned in enumerate(planned_queries(facts, None, vocabularies)):
        if number >= _MOST_QUERIES:
            break
        page = await registry.search(TrialQuery.model_validate({**planned.arguments, "page_size": MAX_PAGE_SIZE}))
        found |= {study.nct_id: study for study in page.studies}
    if not found:
        return []
    about = {
        name: "\n".join([study.brief_title, *study.conditions, *study.keywords, study.summary])
        for name, study in found.items()
    }
    texts = {name: f"{about[name]}\n{study.eligibility}" for name, study in found.items()}
    words = [document.text for document in record.documents] or [
        f"{fact.name}." for fact in (*facts.conditions, *facts.findings, *facts.therapies)
    ]
    index = TrialTexts(texts, vocabularies, about=about)
    ranked = rank_for_patient("\n".join(words), facts.age_years, facts.sex, index)
    return [found[name] for name in ranked[:limit]]
