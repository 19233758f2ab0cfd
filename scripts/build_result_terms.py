"""Builds the table of results: which HPO term says that a substance is high or low, and where it was measured.

    python scripts/build_result_terms.py

Reads the bundled HPO terms. HPO words such terms alike: a name ("Decreased circulating ceruloplasmin concentration",
"Elevated urinary delta-aminolevulinic acid") or a definition ("An increased concentration of L-phenylalanine in the blood")
says the side, the substance and the specimen. The same input gives the same bytes.
"""

from __future__ import annotations

import lzma
import re
from pathlib import Path
from typing import NamedTuple

from osler.core.language.substances import folded_substance, specimens

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "osler" / "core"
TERMS = PACKAGE / "terminology" / "data" / "hpo_terms.tsv.xz"
TABLE = PACKAGE / "language" / "rules" / "result_terms.tsv"
HEADER = """\
# Results that are a term of HPO, by its names and definitions; made by scripts/build_result_terms.py from {version}.
# substance (folded: lower case, American spelling, no hyphens), specimen (rules/results.yml; empty: HPO names none), side, term, name
substance\tspecimen\tside\thpo\tname
"""

_HIGH = r"excessive|increased|elevated|high|raised|abnormally increased|abnormally high|abnormally elevated|increase|elevation"
_LOW = r"decreased|reduced|low|diminished|deficient|lowered|abnormally decreased|abnormally low|abnormally reduced|decrease|reduction"
_SIDE = rf"(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))"
_AMOUNT = r"(?:concentrations?|levels?|amounts?|activity|activities|excretion|rate)"
_END = r"(?:\s(?:enzyme\s)?" + _AMOUNT + r")?"


class Result(NamedTuple):
    """A term of HPO as a result: of what, where, and on which side of normal."""

    substance: str
    specimen: str
    side: str


def main() -> None:
    """Read the terms and write the table."""
    lines = lzma.decompress(TERMS.read_bytes()).decode("utf-8").splitlines()
    version = lines[0].lstrip("# ")
    rows: dict[Result, tuple[int, str, str]] = {}
    for line in lines[2:]:
        hpo_id, label, definition, synonyms, _parents, _alt, _replaced, obsolete, *_ = [*line.split("\t"), *[""] * 9]
        if obsolete:
            continue
        exact = [part.split(":", 2)[2] for part in synonyms.split("|") if part.startswith("EXACT:")]
        named = _specimen_in(label)
        for rank, found in enumerate((from_name(label), *map(from_name, exact), from_definition(definition))):
            if found is not None:
                # What the label names holds for a synonym or a definition that leaves it out.
                result = found._replace(specimen=named or found.specimen)
                rows[result] = min(rows.get(result, (99, "", "")), (rank, hpo_id, label))
    body = (f"{one.substance}\t{one.specimen}\t{one.side}\t{row[1]}\t{row[2]}" for one, row in sorted(rows.items()))
    TABLE.write_text(HEADER.format(version=version) + "\n".join(body) + "\n", encoding="utf-8")


def _specimen_in(label: str) -> str:
    found = re.search(rf"\b(?:{_where()})\b", label, re.IGNORECASE)
    return specimens()[found.group().lower()] if found else ""


def _where() -> str:
    return "|".join(map(re.escape, specimens()))


def from_name(name: str) -> Result | None:
    """What a name says: "Decreased circulating ceruloplasmin concentration"."""
    pattern = (
        rf"{_SIDE}\s(?:{_AMOUNT}\sof\s)?(?:(?P<where>{_where()})\s)?(?P<what>.+?){_END}"
        rf"(?:\s(?:in|of)\s(?:the\s)?(?:cultured\s)?(?P<place>{_where()}))?"
    )
    return _result(re.fullmatch(pattern, name.strip(), re.IGNORECASE), measured=bool(_MEASURED.search(name)))


def from_definition(definition: str) -> Result | None:
    """What the first sentence of a definition says: "An increased concentration of L-phenylalanine in the blood"."""
    first = re.split(r"\.\s", definition)[0].rstrip(".")
    place = rf"\s(?:in|within)\s(?:the\s)?(?P<place>{_where()})\b"
    what = r"(?P<what>[^,]+?)(?:\s\([^)]*\))?"
    stated = rf"(?:An?\s)?(?:abnormal\s)?{_SIDE}\s{_AMOUNT}\sof\s{what}{place}"
    limited = (
        rf"(?:The\s)?{_AMOUNT}(?:\sor\s{_AMOUNT})?\sof\s(?:the\senzyme\s)?{what}"
        rf"(?:{place}|,|(?=\s(?:is\s)?(?:above|below)\b))"
        r".*?\s(?:(?P<high>above)|(?P<low>below))\sthe\s(?:upper|lower)\s(?:limit|level)\sof\snormal"
    )
    for pattern in (stated, limited):
        found = _result(re.match(pattern, first, re.IGNORECASE), measured=True)
        if found:
            return found
    return None


def _result(match: re.Match[str] | None, *, measured: bool) -> Result | None:
    """The result that a match says; without a specimen only where an amount is spoken of: "increased sweating" is none."""
    if match is None:
        return None
    groups = match.groupdict()
    where = (groups.get("where") or groups.get("place") or "").lower()
    what = folded_substance(match["what"])
    if not _SHORTEST < len(what) < _LONGEST or _NO_SUBSTANCE.search(what) or not (where or measured):
        return None
    return Result(what, specimens().get(where, ""), "high" if match["high"] else "low")


_MEASURED = re.compile(rf"\b{_AMOUNT}\b", re.IGNORECASE)
_SHORTEST = 1
_LONGEST = 60
_NO_SUBSTANCE = re.compile(
    r"\b(?:count|number|volume|size|width|height|density|signal|pressure|ratio|proportion|percentage|risk|muscle|bone|head|body|"
    r"amplitude|response|reflex|ability|frequency|capacity|thickness|length|tone|mass|velocity|sensitivity|susceptibility|intake|production|score|surface|brain|growth|bp|mg|gonads|blink)\b|^function$"
)


if __name__ == "__main__":
    main()
