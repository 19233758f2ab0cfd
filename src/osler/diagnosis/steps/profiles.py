"""What is annotated about the leading candidates, and the investigations that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.terminology import Annotation, Disease, HpoGraph, Vocabularies
from osler.diagnosis.investigations import investigations
from osler.diagnosis.types import DiseaseProfile, PhenotypeFrequency, SuggestedTest

SHOWN_PHENOTYPES = 30


def profiles(disease_ids: Iterable[str], vocabularies: Vocabularies) -> list[DiseaseProfile]:
    """A profile of each disease that is annotated, in the order given."""
    model = vocabularies.annotations
    diseases = (model.disease(disease_id) for disease_id in disease_ids)
    return [_profile(disease, vocabularies.hpo) for disease in diseases if disease is not None]


def _profile(disease: Disease, graph: HpoGraph) -> DiseaseProfile:
    features = _by_frequency(disease.of("P"))
    return DiseaseProfile(
        disease_id=disease.id,
        name=disease.name,
        inheritance=_labels(disease.of("I")),
        onset=_labels(disease.of("C")),
        genes=list(disease.genes),
        phenotype_frequencies=features[:SHOWN_PHENOTYPES],
        suggested_tests=_suggested_tests(disease, features, graph),
    )


def _by_frequency(annotations: Sequence[Annotation]) -> list[PhenotypeFrequency]:
    features = [
        PhenotypeFrequency(
            hpo_id=annotation.hpo_id,
            label=annotation.label,
            frequency=annotation.frequency,
            frequency_text=annotation.frequency_text,
            references=list(annotation.references),
        )
        for annotation in annotations
        if not annotation.negated
    ]
    return sorted(features, key=lambda item: -1.0 if item.frequency is None else item.frequency, reverse=True)


def _labels(annotations: Iterable[Annotation]) -> list[str]:
    return list(dict.fromkeys(annotation.label for annotation in annotations if not annotation.negated))


def _suggested_tests(disease: Disease, features: Sequence[PhenotypeFrequency], graph: HpoGraph) -> list[SuggestedTest]:
    """One row a test: the table's rows for the disease's features, then sequencing of its genes."""
    table = investigations()
    because: dict[tuple[str, str], list[str]] = {}
    labels = {feature.hpo_id: feature.label for feature in features}
    for hpo_id, row in table.for_findings(labels, graph).items():
        because.setdefault((row.test, row.source), []).append(labels[hpo_id])
    tests = [
        SuggestedTest(test=test, because=f"settles {_and_more(found)}", source=table.citation(source))
        for (test, source), found in because.items()
    ]
    if disease.genes:
        tests.append(
            SuggestedTest(
                test=f"Sequencing that covers {', '.join(disease.genes)}",
                because=f"annotated as disease gene of {disease.id}",
                source=table.citation(table.genetic_testing.source),
            )
        )
    return tests


def _and_more(labels: Sequence[str], shown: int = 3) -> str:
    rest = len(labels) - shown
    return ", ".join(labels[:shown]) + (f" and {rest} more" if rest > 0 else "")
