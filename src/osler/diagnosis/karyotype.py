"""The annotated diseases that an unusual karyotype is: 45,X is Turner syndrome, an additional 21 Down syndrome."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.terminology import SemanticType, Vocabularies

_CELL_LINE = re.compile(r"(?P<count>\d{2}),\s?(?P<sex>[XY]{1,5})(?P<rest>[^/]*)")
_ADDITIONAL = re.compile(r",\s?\+(?P<chromosome>\d{1,2})\b")
_DELETED = re.compile(r",\s?del\((?P<chromosome>\d{1,2}|X)\)\((?P<arm>[pq])")
_USUAL = ("XX", "XY")
_SAME = frozenset({"exact", "synonym", "stemmed"})


def diseases_of_karyotype(karyotype: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The ids of the annotated diseases that the vocabularies call by a karyotype, or by what it says in words."""
    annotations = vocabularies.annotations
    found = {
        hit.concept_id
        for name in _names(karyotype)
        for hit in vocabularies.search(name, semantic_types=[SemanticType.CONDITION])
        if hit.match_kind in _SAME
    }
    # Down syndrome stands right above free trisomy 21.
    found |= {above for one in found for above in vocabularies.hierarchy.parents(one)}
    return tuple(disease_id for disease_id in annotations.ids if annotations.mondo_id(disease_id) in found)


def _names(karyotype: str) -> Iterator[str]:
    """What the diseases of a karyotype are called: by its cell lines, its additional and its missing chromosomes."""
    lines = [(found["count"], found["sex"], found["rest"]) for found in _CELL_LINE.finditer(karyotype)]
    mosaic = "/".join(f"{count},{sex}" for count, sex, _ in lines)
    if len(lines) > 1:
        yield from (mosaic, f"{mosaic} syndrome")
    for count, sex, rest in lines:
        if sex not in _USUAL:
            yield from (f"{count},{sex}", f"{count},{sex} syndrome", f"{count}, {sex} syndrome")
            yield from (("monosomy X",) if sex == "X" else ())
        for added in _ADDITIONAL.finditer(rest):
            yield from (f"trisomy {added['chromosome']}", f"trisomy {added['chromosome']} syndrome")
        for lost in _DELETED.finditer(rest):
            place = f"{lost['chromosome']}{lost['arm']}"
            yield from (f"monosomy {place}", f"deletion {place}")
