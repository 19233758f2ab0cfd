"""Which concepts words name, and of what each concept is a kind, over the vocabularies that are on this machine."""

from __future__ import annotations

from functools import lru_cache

from osler.core.terminology import Match, SemanticType, Vocabularies

_CONDITIONS = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_MOST_CHARACTERS = 4000
_MOST_INVERTED = 4
_TOO_MANY_KINDS = 2500
_EVERYTHING = 10_000
_WIDE = 300
"""A class of drugs with more kinds than this is too wide to search for in place of one of them."""
_WIDE_DISEASE = 1250
"""A trial of epilepsies (710 kinds), diabetes (412) or blood cancers (1,184) takes who has one of them; one of "carcinomas" (1,362) or "disorders
of the brain" (4,233) is hardly about any in particular."""
_WIDEST_SPOKEN_OF = 750
_ACTIONS = ("Inhibitors", "Agents", "Antagonists", "Agonists", "Blockers", "Modulators", "Diuretics", "Antimetabolites")
"""How MeSH ends the names of classes by action; the others are by structure (pterins, nitriles)."""
_DISEASE = frozenset({"MONDO:0000001", "SCTID:64572001"})
_RARE = 0.05
_TUMOUR = frozenset({"MONDO:0005070", "HP:0002664"})


def names_in(text: str, vocabularies: Vocabularies) -> list[Match]:
    """The names in a text, without those inside a longer one: lung cancer is asked for, and not any cancer."""
    found = vocabularies.find(text[:_MOST_CHARACTERS])
    return [
        one
        for one in found
        if not any(
            other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
            for other in found
        )
    ]


@lru_cache(maxsize=20_000)
def concepts_in(text: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """Every concept that a text names, in order of appearance, each once."""
    return tuple(dict.fromkeys(concept for match in names_in(text, vocabularies) for concept in match.concept_ids))


@lru_cache(maxsize=20_000)
def conditions_in(text: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The diseases and findings that a text names."""
    return tuple(
        concept for concept in concepts_in(text, vocabularies) if _type_of(concept, vocabularies) in _CONDITIONS
    )


@lru_cache(maxsize=20_000)
def conditions_called(text: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The diseases that a text names, without those that only share the name with one that is called so.

    "Inflammatory bowel disease 1" has both "Crohn disease" and "ulcerative colitis" among its names.
    """
    text = natural_order(text, vocabularies)
    found: list[str] = []
    for match in names_in(text, vocabularies):
        said = " ".join(text[match.start : match.end].casefold().split())
        names = {code: concept.name.casefold() for code in match.concept_ids if (concept := vocabularies.concept(code))}
        called = said in names.values()
        found += [code for code, name in names.items() if not called or said in name]
    kinds = frozenset(conditions_in(text, vocabularies))
    return tuple(code for code in dict.fromkeys(found) if code in kinds)


@lru_cache(maxsize=20_000)
def natural_order(text: str, vocabularies: Vocabularies) -> str:
    """A name that is inverted as in an index ("Carcinoma, Non-Small-Cell Lung") as it is spoken; any other text as it is.

    It is a name only where a vocabulary knows it as a whole: "Diabetes, Hypertension" names two diseases.
    """
    parts = [" ".join(part.split()) for part in text.split(",")]
    if not 1 < len(parts) <= _MOST_INVERTED or not all(parts):
        return text
    spoken = " ".join(reversed(parts))
    return spoken if any(_is_whole(match, spoken) for match in names_in(spoken, vocabularies)) else text


def _is_whole(match: Match, text: str) -> bool:
    return match.start == 0 and match.end == len(text)


@lru_cache(maxsize=20_000)
def drugs_in(text: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The medicines and classes of medicines that a text names."""
    return tuple(
        concept
        for concept in concepts_in(text, vocabularies)
        if _type_of(concept, vocabularies) is SemanticType.MEDICATION
    )


@lru_cache(maxsize=20_000)
def class_of_drug(name: str, vocabularies: Vocabularies) -> str:
    """What a medicine does, as MeSH calls the nearest class of it; empty where there is none that is narrow enough."""
    tree = vocabularies.hierarchy
    above = {kind for code in drugs_in(name, vocabularies) for kind in tree.ancestors(code) if kind.startswith("MESH:")}
    sized = sorted((tree.breadth(kind), concept.name) for kind in above if (concept := vocabularies.concept(kind)))
    return next((called for size, called in sized if size <= _WIDE and called.endswith(_ACTIONS)), "")


@lru_cache(maxsize=50_000)
def lineage(concept_id: str, vocabularies: Vocabularies) -> frozenset[str]:
    """A concept, what is the same as it, and everything that it is a kind of, in every vocabulary."""
    tree = vocabularies.hierarchy
    return frozenset({concept_id}) | tree.same(concept_id) | tree.ancestors(concept_id)


@lru_cache(maxsize=20_000)
def is_general(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is so wide ("disease", "phenotypic abnormality") that being a kind of it says nothing."""
    return vocabularies.hierarchy.breadth(concept_id) > _TOO_MANY_KINDS


@lru_cache(maxsize=20_000)
def is_everything(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is a root of its vocabulary: every disease is a "disease" and every drug a "drug"."""
    return vocabularies.hierarchy.breadth(concept_id) > _EVERYTHING


@lru_cache(maxsize=20_000)
def same_as(concept_id: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The concepts of other vocabularies that are this one."""
    return vocabularies.hierarchy.same(concept_id)


@lru_cache(maxsize=20_000)
def wider(concept_id: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """What a concept is a kind of, the nearest first, as far as a trial of it would still be one for the patient."""
    tree = vocabularies.hierarchy
    above = tree.ancestors(concept_id) - tree.same(concept_id) - {concept_id}
    sized = sorted((tree.breadth(concept), concept) for concept in above)
    # Only MONDO's hierarchy is whole here: a chapter of ICD-10-CM may hold few of its kinds and still be wide.
    return tuple(concept for size, concept in sized if size <= _WIDE_DISEASE and concept.startswith("MONDO:"))


def is_near(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a wider disease is still a narrow one, a trial of which means its kinds nearly as much as one of theirs."""
    return vocabularies.hierarchy.breadth(concept_id) <= _WIDE


@lru_cache(maxsize=20_000)
def is_spoken_of(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a disease is one that people name, and no mere step of a classification: indexers and clinicians have it both, and it is
    no wider than an epilepsy or a lymphoma."""
    tree = vocabularies.hierarchy
    known = {code.partition(":")[0] for code in tree.same(concept_id)}
    return (
        "MESH" in known and not known.isdisjoint(("SCTID", "ICD10CM")) and tree.breadth(concept_id) <= _WIDEST_SPOKEN_OF
    )


@lru_cache(maxsize=20_000)
def is_in_mondo(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is one of MONDO's diseases, whose kinds and kinships are told in full."""
    return any(code.startswith("MONDO:") for code in vocabularies.hierarchy.same(concept_id) | {concept_id})


@lru_cache(maxsize=20_000)
def is_disease(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is a disease: not a symptom or sign (ICD-10-CM chapter R), nor a mere circumstance of a life."""
    everything = lineage(concept_id, vocabularies)
    same = vocabularies.hierarchy.same(concept_id) | {concept_id}
    return bool(everything & _DISEASE) and not any(code.startswith(("ICD10CM:R", "ICD10CM:Z")) for code in same)


@lru_cache(maxsize=20_000)
def is_disorder(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is a disease or a sign of one; "childhood" and "lives with wife" are neither."""
    return bool(lineage(concept_id, vocabularies) & _DISEASE)


@lru_cache(maxsize=20_000)
def is_placed(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is joined to anything: of one that stands alone nobody knows what it is a kind of."""
    return concept_id in vocabularies.hierarchy and len(lineage(concept_id, vocabularies)) > 1


def is_kind_of(concept_id: str, other: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is the other or a kind of it."""
    return other in lineage(concept_id, vocabularies)


def akin(one: str, other: str, vocabularies: Vocabularies) -> bool:
    """Whether one concept is, contains or is contained in the other."""
    return is_kind_of(one, other, vocabularies) or is_kind_of(other, one, vocabularies)


@lru_cache(maxsize=20_000)
def share_a_tumour(one: str, other: str, vocabularies: Vocabularies) -> bool:
    """Whether many a tumour is of both kinds: an adenocarcinoma whose place is not told may be a cancer of the lung.

    What both have in common counts by its share of the narrower one: some melanoma arises in the breast, and no cancer of the breast is
    taken for one.
    """
    tree = vocabularies.hierarchy
    if not all(lineage(kind, vocabularies) & _TUMOUR for kind in (one, other)):
        return False
    kinds, others = tree.descendants(one), tree.descendants(other)
    return len(kinds & others) > _RARE * min(len(kinds), len(others))


def _type_of(concept_id: str, vocabularies: Vocabularies) -> SemanticType | None:
    concept = vocabularies.concept(concept_id)
    return concept.semantic_type if concept else None
