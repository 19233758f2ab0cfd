"""Builds `annotations_prevalence.tsv.xz`: how common annotated diseases are, by Orphanet's classes.

Source: Orphadata's epidemiology file (product 9, prevalence; CC BY 4.0), as it comes inside the package rarecrowds 0.0.5
(`rarecrowds/utils/resources/orphadata_prod9_epidemiological_prevalence.xml`). One row a disease: of what Orphanet states
and has validated the point prevalence, else the prevalence at birth, else over a lifetime; worldwide, else in Europe, else
the first region stated. An incidence is no prevalence and is left out.

    python scripts/build_prevalence.py path/to/orphadata_prod9_epidemiological_prevalence.xml
"""

from __future__ import annotations

import lzma
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from osler.core.terminology import disease_annotations
from osler.diagnosis.ranking.prevalence import CLASSES

DATA = Path(__file__).parent.parent / "src" / "osler" / "core" / "terminology" / "data"
KINDS = ("Point prevalence", "Prevalence at birth", "Lifetime Prevalence")
REGIONS = ("Worldwide", "Europe")


def main(path: Path) -> None:
    root = ET.parse(path).getroot()
    released = (root.get("date") or "").split(" ")[0]
    annotated = set(disease_annotations().ids)
    lines = [f"# Orphanet's classes of prevalence; source: Orphadata product 9; version: {released}"]
    lines.append("disease_id\tclass\tkind\tregion\treferences")
    for disorder in root.iter("Disorder"):
        disease = f"ORPHA:{disorder.findtext('OrphaCode')}"
        stated = [row for row in map(_row, disorder.iter("Prevalence")) if row is not None]
        if disease in annotated and stated:
            _, cells = min(stated)
            lines.append("\t".join((disease, *cells)))
    text = "\n".join(lines) + "\n"
    (DATA / "annotations_prevalence.tsv.xz").write_bytes(lzma.compress(text.encode(), preset=9))
    print(f"{len(lines) - 2} diseases of {released}")


def _row(stated: ET.Element) -> tuple[tuple[int, int], tuple[str, str, str, str]] | None:
    """What is stated once, with how far it is preferred; None where it is no validated class of a prevalence."""
    kind, band, region, validated = (
        stated.findtext(f"{name}/Name") or ""
        for name in ("PrevalenceType", "PrevalenceClass", "PrevalenceGeographic", "PrevalenceValidationStatus")
    )
    if kind not in KINDS or band not in CLASSES or validated != "Validated":
        return None
    order = (KINDS.index(kind), REGIONS.index(region) if region in REGIONS else len(REGIONS))
    cited = [f"PMID:{number}" for number in re.findall(r"(\d+)\[PMID\]", stated.findtext("Source") or "")]
    return order, (band, kind, region, "|".join(cited))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
