"""Builds the bundled HPO files: terms, disease annotations, disease genes and equivalent entries.

    python scripts/build_hpo.py --hpo FOLDER --genes FOLDER --mondo SSSOM

FOLDER of `--hpo` holds `hp.obo.txt` (or `hp.obo`) and `phenotype.hpoa` of one HPO release; FOLDER of `--genes`
holds `genes_to_phenotype.txt`; SSSOM is MONDO's `mondo.sssom.tsv`. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "src" / "osler" / "core" / "terminology" / "data"

TERM_COLUMNS = ("id", "label", "definition", "synonyms", "parents", "alt_ids", "replaced_by", "obsolete", "xrefs")
ANNOTATION_COLUMNS = (
    "disease_id", "qualifier", "hpo_id", "frequency", "onset", "sex", "modifier", "aspect", "references", "evidence",
    "curated",
)  # fmt: skip

_SYNONYM = re.compile(r'"((?:[^"\\]|\\.)*)" (EXACT|BROAD|NARROW|RELATED)(?: ([^ \[]+))? \[')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_DATE = re.compile(r"\[(\d{4}-\d{2}-\d{2})\]")
_SEPARATOR = "|"


def main() -> None:
    """Read the releases and write the bundled files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hpo", type=Path, required=True)
    parser.add_argument("--genes", type=Path, required=True)
    parser.add_argument("--mondo", type=Path, required=True)
    args = parser.parse_args()
    ontology = next(path for name in ("hp.obo.txt", "hp.obo") if (path := args.hpo / name).is_file())
    build_terms(ontology)
    diseases = build_annotations(args.hpo / "phenotype.hpoa")
    build_genes(args.genes / "genes_to_phenotype.txt", diseases)
    build_equivalents(args.mondo, diseases)


def build_terms(ontology: Path) -> None:
    """One row a term: multi-valued cells are separated by `|`, a synonym reads `SCOPE:kind:text`."""
    text = ontology.read_text(encoding="utf-8")
    header, *stanzas = text.split("\n[Term]\n")
    version = _only(r"^data-version: .*?([\d-]+)$", header)
    rows = [_term_row(stanza.split("\n[", 1)[0]) for stanza in stanzas]
    _write("hpo_terms.tsv.xz", TERM_COLUMNS, sorted(rows), {"source": "HPO hp.obo", "version": version})


def _term_row(stanza: str) -> tuple[str, ...]:
    tags: dict[str, list[str]] = defaultdict(list)
    for line in stanza.splitlines():
        tag, _, value = line.partition(": ")
        tags[tag].append(value)
    definition = _QUOTED.match(tags["def"][0]) if tags["def"] else None
    synonyms = [_synonym(value) for value in tags["synonym"]]
    replaced = tags["replaced_by"] or tags["consider"][:1]
    return (
        tags["id"][0],
        tags["name"][0].removeprefix("obsolete "),
        _plain(definition.group(1)) if definition else "",
        _joined(synonyms),
        _joined(value.split(" ", 1)[0] for value in tags["is_a"]),
        _joined(tags["alt_id"]),
        _joined(value.split(" ", 1)[0] for value in replaced[:1]),
        "1" if tags["is_obsolete"] else "",
        _joined(_xref(value) for value in tags["xref"]),
    )


def _synonym(value: str) -> str:
    match = _SYNONYM.match(value)
    if match is None:
        raise ValueError(f"unreadable synonym: {value}")
    text, scope, kind = match.groups()
    return f"{scope}:{'' if kind is None or kind.startswith('HP:') else kind}:{_plain(text)}"


def _xref(value: str) -> str:
    bare = value.split(" ", 1)[0]
    prefix, _, local = bare.partition(":")
    return f"{'SCTID' if prefix in {'SNOMEDCT_US', 'SNOMED_CT'} else prefix}:{local}"


def build_annotations(source: Path) -> set[str]:
    """One row an annotation, sorted; disease names in a file of their own. Returns the disease ids."""
    names: dict[str, str] = {}
    rows = []
    version = ""
    with source.open(encoding="utf-8") as handle:
        for line in handle:
            if line.startswith("#version:"):
                version = line.split(":", 1)[1].strip()
            if line.startswith(("#", "database_id")):
                continue
            disease, name, qualifier, term, reference, evidence, onset, frequency, sex, modifier, aspect, curation = (
                line.rstrip("\n").split("\t")
            )
            names[disease] = name
            references = _joined(dict.fromkeys(part.strip() for part in reference.split(";") if part.strip()))
            curated = min(_DATE.findall(curation), default="")
            rows.append(
                (disease, qualifier, term, frequency, onset, sex.upper(), modifier.replace(";", _SEPARATOR), aspect,
                 references, evidence, curated)
            )  # fmt: skip
    provenance = {"source": "HPO phenotype.hpoa", "version": version}
    _write("annotations_hpoa.tsv.xz", ANNOTATION_COLUMNS, sorted(set(rows)), provenance)
    _write("annotations_diseases.tsv.xz", ("disease_id", "name"), sorted(names.items()), provenance)
    return set(names)


def build_genes(source: Path, diseases: set[str]) -> None:
    """The genes of each annotated disease."""
    pairs = set()
    with source.open(encoding="utf-8") as handle:
        next(handle)
        for line in handle:
            gene_id, symbol, *_, disease = line.rstrip("\n").split("\t")
            if disease in diseases:
                pairs.add((disease, symbol, f"NCBIGene:{gene_id}"))
    provenance = {"source": "HPO genes_to_phenotype.txt", "version": "2025-01-16"}
    _write("annotations_genes.tsv.xz", ("disease_id", "symbol", "gene_id"), sorted(pairs), provenance)


def build_equivalents(source: Path, diseases: set[str]) -> None:
    """The annotated entries that MONDO calls exactly the same disease, by MONDO id."""
    members: dict[str, set[str]] = defaultdict(set)
    with source.open(encoding="utf-8") as handle:
        for line in handle:
            if line.startswith(("#", "subject_id")):
                continue
            subject, _, predicate, target, *_ = line.rstrip("\n").split("\t")
            disease = target.replace("Orphanet:", "ORPHA:")
            if predicate == "skos:exactMatch" and disease in diseases:
                members[subject].add(disease)
    rows = sorted((mondo, _joined(sorted(ids))) for mondo, ids in members.items())
    provenance = {"source": "MONDO mondo.sssom.tsv", "version": "2025-06"}
    _write("annotations_mondo.tsv.xz", ("mondo_id", "disease_ids"), rows, provenance)


def _only(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    if match is None:
        raise ValueError(f"nothing matches {pattern}")
    return match.group(1)


def _plain(text: str) -> str:
    return " ".join(text.replace("\\n", " ").replace('\\"', '"').replace("\\", "").split())


def _joined(values: Iterable[str]) -> str:
    kept = list(values)
    if any(_SEPARATOR in value or "\t" in value for value in kept):
        raise ValueError(f"a value contains a separator: {kept}")
    return _SEPARATOR.join(kept)


def _lines(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]], provenance: dict[str, str]) -> Iterator[str]:
    yield "# " + "; ".join(f"{key}: {value}" for key, value in provenance.items())
    yield "\t".join(columns)
    for row in rows:
        yield "\t".join(row)


def _write(name: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], provenance: dict[str, str]) -> None:
    text = "\n".join(_lines(columns, rows, provenance)) + "\n"
    packed = lzma.compress(text.encode("utf-8"), format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=9)
    (DATA / name).write_bytes(packed)
    print(f"{name}: {len(rows)} rows, {len(packed) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
