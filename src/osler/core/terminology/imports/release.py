"""Recognising a release: which files it has, what kind it is and which version, from a folder, a zip or one file."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path
from typing import Literal, NamedTuple

from osler.errors import DataError

ReleaseKind = Literal["umls", "rxnorm", "rf2", "obo", "obo-json"]

_MAX_UNPACKED = 80 * 1024**3
_MAX_RATIO = 200
_PARTS: dict[ReleaseKind, dict[str, str]] = {
    "umls": {"conso": r"MRCONSO\.RRF", "sty": r"MRSTY\.RRF", "rel?": r"MRREL\.RRF", "version?": r"release\.dat"},
    "rxnorm": {"conso": r"RXNCONSO\.RRF", "rel?": r"RXNREL\.RRF"},
    "rf2": {
        "concepts": r"x?sct2_Concept_Snapshot_.*\.txt",
        "descriptions": r"x?sct2_Description_Snapshot-en.*\.txt",
        "language?": r"x?der2_cRefset_LanguageSnapshot-en.*\.txt",
        "relationships?": r"x?sct2_Relationship_Snapshot_.*\.txt",
    },
}
_FORMATS = "a folder or zip with MRCONSO.RRF and MRSTY.RRF, RXNCONSO.RRF, an RF2 snapshot, or an .obo or .json file"


class Release(NamedTuple):
    """The files of one release, by the part they play."""

    kind: ReleaseKind
    files: dict[str, Path]
    version: str

    @property
    def fingerprint(self) -> str:
        """Changes when a file of the release does, so that a resumed import never mixes two releases."""
        return ";".join(
            f"{part}={file.name}:{file.stat().st_size}:{file.stat().st_mtime_ns}"
            for part, file in sorted(self.files.items())
        )


def recognise(path: Path, unpack_to: Path) -> Release:
    """The release at `path`; the parts of a zip are unpacked into `unpack_to`."""
    if not path.exists():
        raise DataError(f"there is no {path}", mend=f"give {_FORMATS}")
    if path.is_dir():
        return _from_files([file for file in sorted(path.rglob("*")) if file.is_file()], path)
    if not path.is_file():
        raise DataError(f"{path} is a device or a pipe and no file", mend=f"give {_FORMATS}")
    if path.suffix == ".zip" or zipfile.is_zipfile(path):
        return _from_files(_unpack(path, unpack_to), path)
    return _from_files([path], path)


def _from_files(files: list[Path], path: Path) -> Release:
    for kind, parts in _PARTS.items():
        found = _assign(files, parts)
        if found is not None:
            return Release(kind, found, _version(kind, found))
        present = _assign(files, {next(iter(parts)): next(iter(parts.values()))})
        if present is not None:
            missing = [p.replace("\\", "") for part, p in parts.items() if not part.endswith("?")][1:]
            raise DataError(f"{path.name} lacks {' or '.join(missing)}", mend="give the folder of the whole release")
    ontologies = [file for file in files if file.suffix in {".obo", ".json"} or file.name.endswith(".obo.txt")]
    if len(ontologies) == 1:
        kind = "obo-json" if ontologies[0].suffix == ".json" else "obo"
        return Release(kind, {"ontology": ontologies[0]}, "")
    raise DataError(f"{path.name} is not a release that can be imported", mend=f"give {_FORMATS}")


def _assign(files: list[Path], parts: dict[str, str]) -> dict[str, Path] | None:
    found: dict[str, Path] = {}
    for part, pattern in parts.items():
        match = next((file for file in files if re.fullmatch(pattern, file.name, re.IGNORECASE)), None)
        if match is not None:
            found[part.rstrip("?")] = match
        elif not part.endswith("?"):
            return None
    return found


def _version(kind: ReleaseKind, files: dict[str, Path]) -> str:
    if kind == "umls" and "version" in files:
        text = files.pop("version").read_text(encoding="utf-8", errors="replace")
        found = re.search(r"umls\.release\.name=(\S+)", text)
        return found[1] if found else ""
    if kind == "rf2":
        found = re.search(r"_(\d{8})\.txt$", files["concepts"].name)
        return found[1] if found else ""
    return ""


def _unpack(archive: Path, target: Path) -> list[Path]:
    """The members that matter, each unpacked once under its bare name."""
    wanted = re.compile(
        "|".join(pattern for parts in _PARTS.values() for pattern in parts.values()) + r"|.*\.obo", re.IGNORECASE
    )
    unpacked: list[Path] = []
    try:
        with zipfile.ZipFile(archive) as bundle:
            members = [info for info in bundle.infolist() if wanted.fullmatch(Path(info.filename).name)]
            _refuse_bomb(archive, members)
            for info in members:
                file = target / Path(info.filename).name
                if not file.is_file() or file.stat().st_size != info.file_size:
                    with bundle.open(info) as source, file.open("wb") as out:
                        shutil.copyfileobj(source, out, 1024 * 1024)
                unpacked.append(file)
    except (zipfile.BadZipFile, EOFError, OSError) as error:
        raise DataError(
            f"{archive.name} cannot be unpacked: {getattr(error, 'strerror', None) or 'it is damaged'}",
            mend="download it again and check its sum",
        ) from None
    return unpacked


def _refuse_bomb(archive: Path, members: list[zipfile.ZipInfo]) -> None:
    size = sum(info.file_size for info in members)
    packed = sum(info.compress_size for info in members)
    if size > _MAX_UNPACKED or (size > 100 * 1024**2 and size > _MAX_RATIO * max(packed, 1)):
        raise DataError(f"{archive.name} would unpack to {size} bytes", mend="unpack it yourself and give the folder")
