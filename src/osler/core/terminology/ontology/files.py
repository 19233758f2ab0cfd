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
HIERARCHY = "hierarchy.tsv.xz"


class DataFiles:
    """A folder of vocabulary files: the bundled ones, or the toy that tests can hold in mind."""

    def __init__(self, folder: str = "data") -> None:
        self.folder = folder

    def rows(self, name: str) -> Iterator[dict[str, str]]:
        """The rows of a file by column name."""
        lines = iter(lzma.decompress(self.read(name)).decode("utf-8").splitlines())
        next(lines)
        columns = next(lines).split("\t")
        for line in lines:
            yield dict(zip(columns, line.split("\t"), strict=True))

    def version(self, name: str) -> str:
        """The release a file was made from, as its first line states it."""
        head = lzma.LZMADecompressor().decompress(self.read(name), max_length=200)
        return head.decode("utf-8", errors="ignore").splitlines()[0].rpartition("version: ")[2].strip()

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        return files("osler.core.terminology").joinpath(self.folder, name).read_bytes()


BUNDLED = DataFiles()
TOY = DataFiles("data/toy")


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a bundled file by column name."""
    return BUNDLED.rows(name)


def version(name: str) -> str:
    """The release a bundled file was made from, as its first line states it."""
    return BUNDLED.version(name)


@cache
def fingerprint(*names: str, format_version: int) -> str:
    """A short hash of the content of bundled files and of the compiled format."""
    digest = hashlib.sha256(str(format_version).encode())
    for name in names:
        digest.update(BUNDLED.read(name))
    return digest.hexdigest()[:16]


def split(cell: str) -> list[str]:
    """The values of a multi-valued cell."""
    return cell.split("|") if cell else []
