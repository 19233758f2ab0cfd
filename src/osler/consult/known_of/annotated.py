"""What the vocabularies tell of a disease beside what it is: its features and how often they are seen, its inheritance, genes, kinds and names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.consult.known_of.definitions import as_spoken, names_of, told
from osler.consult.known_of.medicine_names import medicine_names
from osler.consult.record.called import words
from osler.core.terminology import Annotation, Concept, Disease, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_CLASSES = ("Obligate", "Very frequent", "Frequent", "Occasional")
_SHOWN = 6
_KINDS_SHOWN = 8
_FEWEST = 10
"""People of whom a share is told; one of three says nothing."""
_BY = "by the annotations of the Human Phenotype Ontology ({id})"


def fact(
    question: str, terms: Sequence[str], aspects: Sequence[str], vocabularies: Vocabularies
) -> dict[str, str] | None:
    """What answers a question about a disease that it names, or about the names of a medicine; None where no vocabulary says it."""
    if (held := is_a_kind(question, vocabularies) or medicine_names(question, vocabularies)) is not None:
        return held
    sought = _TABLE.says(question, "lite", "seen_in")
    for term in terms if aspects or sought else ():
        concept = disease_called(term, vocabularies)
        if concept is None:
            continue
        others = [one for one in terms if one != term] if sought else []
        text = _seen_in(concept, others, vocabularies) or next(
            filter(None, (_of_aspect(aspect, term, concept, vocabularies) for aspect in aspects)), ""
        )
        if text:
            return told(term, concept, text)
    return None


def disease_called(term: str, vocabularies: Vocabularies) -> Concept | None:
    """The disease of MONDO that has just this name; one with a word more is another."""
    ids = [one for match in vocabularies.find(term) for one in match.concept_ids]
    ids += [found.concept_id for found in vocabularies.search(term, 3)]
    concepts = (vocabularies.concept(one) for one in dict.fromkeys(ids) if one.startswith("MONDO:"))
    asked = set(words(term))
    called = (c for c in concepts if c and any(set(words(name)) == asked for name in (c.name, *c.synonyms)))
    return next(called, None)


def annotated(concept: Concept, vocabularies: Vocabularies) -> Disease | None:
    """The entry of a disease in the annotations that tells most of how often its features are seen."""
    model = vocabularies.annotations
    ids = [one for one, mondo in zip(model.ids, model.mondo_ids, strict=True) if mondo == concept.id]
    found = [disease for one in ids if (disease := model.disease(one)) is not None]
    return max(found, key=lambda one: len([a for a in one.of("P") if _class_of(a)]), default=None)


def _of_aspect(aspect: str, term: str, concept: Concept, vocabularies: Vocabularies) -> str:
    """What is told of one aspect; nothing where nothing is known."""
    if aspect == "names":
        names = [name for name in names_of(concept, term) if words(name) != words(concept.name)]
        return f"also called {', '.join(names)}." if names else ""
    if aspect == "kinds":
        below = (vocabularies.concept(one) for one in vocabularies.hierarchy.children(concept.id))
        kinds = sorted(one.name for one in below if one is not None and one.vocabulary == concept.vocabulary)
        more = " and others" if len(kinds) > _KINDS_SHOWN else ""
        return f"kinds of it, by MONDO: {', '.join(kinds[:_KINDS_SHOWN])}{more}." if kinds else ""
    if aspect not in _ANNOTATED or (disease := annotated(concept, vocabularies)) is None:
        return ""
    if aspect == "symptoms":
        return _features(concept, disease)
    entries = [disease, *filter(None, map(vocabularies.annotations.disease, disease.equivalents))]
    return next(filter(None, (_of_entry(aspect, entry) for entry in entries)), "")


def _of_entry(aspect: str, entry: Disease) -> str:
    """How a disease is inherited, from which age on it shows, or with which genes it is linked, as one entry of the annotations has it."""
    if aspect == "inheritance":
        found = [one.label for one in entry.of("I") if not one.negated and _MENDEL.search(one.label)]
    elif aspect == "onset":
        found = [one.label for one in entry.of("C") if not one.negated and one.label.endswith("onset")]
    else:
        found = sorted(entry.genes) if entry.id.startswith("OMIM:") else []
    lead = "genes that are linked with it: " if aspect == "genes" else ""
    listed = ", ".join(_lower(one) for one in dict.fromkeys(found[:_SHOWN]))
    return f"{lead}{listed}, {_BY.format(id=entry.id)}." if found else ""


_ANNOTATED = frozenset({"symptoms", "inheritance", "onset", "genes"})
_MENDEL = re.compile(r"autosomal|X-linked|Y-linked|mitochondrial", re.IGNORECASE)


def _features(concept: Concept, disease: Disease) -> str:
    """The features of a disease, the most frequent first, and in each class those that are named first."""
    own = [a for a in disease.of("P") if not a.negated and words(a.label) != words(concept.name)]
    parts: list[str] = []
    for name in _CLASSES:
        labels = [a.label for a in own if _class_of(a) == name]
        if labels and len(parts) < _MOST_CLASSES:
            share = next(a.frequency_text for a in own if _class_of(a) == name)
            share = share[share.find("(") :]
            listed = ", ".join(_lower(one) for one in labels[:_SHOWN])
            parts.append(f"{name.lower()} {share}: {listed}")
    return f"what is seen in it, {_BY.format(id=disease.id)}: {'; '.join(parts)}." if parts else ""


_MOST_CLASSES = 2


def _lower(label: str) -> str:
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def _class_of(annotation: Annotation) -> str:
    """How often a source says that a feature is seen, by its class; nothing where it gives none or counts a few people."""
    name = annotation.frequency_text.partition(" (")[0]
    return name if name in _CLASSES else ""


def _seen_in(concept: Concept, others: Sequence[str], vocabularies: Vocabularies) -> str:
    """How often a feature that is named beside a disease is seen in it; of a wide one, its kinds that are."""
    disease = annotated(concept, vocabularies) if others else None
    if disease is None:
        return ""
    own = [a for a in disease.of("P") if not a.negated and _told_often(a)]
    for other in others:
        ids = {one for match in vocabularies.find(other) for one in match.concept_ids}
        ids |= {found.concept_id for found in vocabularies.search(other, 1) if found.confidence >= _SURE}
        exact = [a for a in own if a.hpo_id in ids]
        seen = exact or [a for a in own if ids & vocabularies.hpo.ancestors(a.hpo_id)]
        best = sorted(seen, key=lambda a: -(a.frequency or 0))[:_MOST_KINDS]
        if best:
            said = "; ".join(f"{_lower(a.label)}, {_told_often(a)}" for a in best)
            return f"seen in it, {_BY.format(id=disease.id)}: {said}."
    return ""


_SURE = 0.9
_MOST_KINDS = 3


def _told_often(annotation: Annotation) -> str:
    """How often, as people say it; nothing where few were counted."""
    text = annotation.frequency_text
    counted = re.fullmatch(r"(\d+)/(\d+)", text)
    if counted is not None:
        return f"in {counted[1]} of {counted[2]} people" if int(counted[2]) >= _FEWEST else ""
    return text[:1].lower() + text[1:]


def is_a_kind(question: str, vocabularies: Vocabularies) -> dict[str, str] | None:
    """That one thing is a kind of another, where a question asks it and the hierarchy says so; it says nothing of what is none."""
    asked = _TABLE.pattern("lite", "is_a").match(question.strip())
    if asked is None:
        return None
    one, other = disease_called(asked["one"], vocabularies), disease_called(asked["other"], vocabularies)
    if one is None or other is None or one.id == other.id or not vocabularies.hierarchy.is_a(one.id, other.id):
        return None
    return told(asked["one"], one, f"a kind of {as_spoken(other.name)}, by MONDO.")
