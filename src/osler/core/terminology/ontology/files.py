"""The bundled HPO files as rows of text, and the fingerprint that compiled caches are keyed by."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

TERMS = "hpo_terms.tsv.xz"
ANNOTATIONS = "annotations_hpoa.tsv.xz"
DISEASES = "annotations_diseases.tsv.xz"
GENES = "annotations_genes.tsv.xz"
EQUIVALENTS = "annotations_mondo.tsv.xz"
FAMILIES = "annotations_families.tsv.xz"


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a bundled file by column name."""
    lines = iter(lzma.decompress(_bytes(name)).decode("utf-8").splitlines())
    next(lines)
    columns = next(lines).split("\t")
    for line in lines:
        yield dict(zip(columns, line.split("\t"), strict=True))


def version(name: str) -> str:
    """The release a bundled file was made from, as its first line states it."""
    head = lzma.LZMADecompressor().decompress(_bytes(name), max_length=200)
    return head.decode("utf-8", errors="ignore").splitlines()[0].rpartition("version: ")[2].strip()


@cache
def fingerprint(*names: str, format_version: int) -> str:
    """A short hash of the content of bundled files and of the compiled format."""
    digest = hashlib.sha256(str(format_version).encode())
    for name in names:
        digest.update(_bytes(name))
    return digest.hexdigest()[:16]


def split(cell: str) -> list[str]:
    """The values of a multi-valued cell."""
    return cell.split("|") if cell else []


def _bytes(name: str) -> bytes:
    return files("osler.core.terminology").joinpath("data", name).read_bytes()
