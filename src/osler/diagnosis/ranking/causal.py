"""The genes that cause a disease, told from those that are only annotated with it."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from osler.diagnosis.ranking.model import RankingModel

_TISSUE_TYPE = "HLA-"
"""The genes of tissue types, which dispose to a disease and are sequenced to find none."""


def causal_genes(model: RankingModel, row: int) -> tuple[str, ...]:
    """The genes of a disease that another entry of the same disease or family also states.

    A source that lists every associated gene (IFNG beside TSC2) is thereby held against the others. A gene that is the
    only one of another member (KDM6A, of Kabuki syndrome 2) is that member's. Where MONDO names some of them in a name of
    the disease ("TSC2", "caused by mutation in CTNNA3"), only those are. What only modifies a disease (`modifiers.tsv`) is none
    of its causes. Where nothing is left, all are given; but where a tissue type is among them (`_TISSUE_TYPE`), the genes are a
    disposition, and only what another entry states too is a cause.
    """
    own = _genes(model, row)
    disposed = any(gene.startswith(_TISSUE_TYPE) for gene in own)
    if len(own) < 2:
        return () if disposed else own
    relatives = [other for other in model.families.members(int(model.families.number[row])) if other != row]
    others = {other: _genes(model, other) for other in relatives}
    members = [set(model.annotations.genes(model.annotations.ids[entry])) for entry in model.members[row]]
    stated = [genes for genes in (*members, *map(set, others.values())) if genes]
    confirmed = [gene for gene in own if sum(gene in genes for genes in stated) > 1]
    if disposed:
        return tuple(gene for gene in confirmed if not gene.startswith(_TISSUE_TYPE))
    confirmed = confirmed or list(own)
    elsewhere = {genes[0] for genes in others.values() if len(genes) == 1}
    kept = [gene for gene in confirmed if gene not in elsewhere] or confirmed
    named = _named(model, row)
    return tuple([gene for gene in kept if gene in named] or kept)


def _named(model: RankingModel, row: int) -> set[str]:
    """The words in MONDO's names of a disease that could be gene symbols."""
    entries = (model.annotations.ids[member] for member in model.members[row])
    ids = {found.mondo_id for entry in entries if (found := model.annotations.disease(entry)) and found.mondo_id}
    concepts = (model.vocabularies.names.own_concept(mondo_id) for mondo_id in sorted(ids))
    return {
        word
        for concept in concepts
        if concept is not None
        for name in (concept.name, *concept.synonyms)
        for word in re.findall(r"\b[A-Z][A-Z0-9]+\b", name)
    }


def _genes(model: RankingModel, row: int) -> tuple[str, ...]:
    """The genes that the entries of a disease list, without those that are known to modify it only."""
    ids = [model.annotations.ids[member] for member in model.members[row]]
    listed = dict.fromkeys(gene for disease in ids for gene in model.annotations.genes(disease))
    modifying = {gene for disease in ids for gene in _modifiers().get(disease, ())}
    symbols = [gene for gene in listed if gene[:1].isalnum()]  # a source may write "-" for a locus without a gene
    return tuple(gene for gene in symbols if gene not in modifying) or tuple(symbols)


@cache
def _modifiers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in files(__package__).joinpath("modifiers.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "disease\t")):
            disease, gene, _ = line.split("\t")
            found.setdefault(disease, set()).add(gene)
    return found
