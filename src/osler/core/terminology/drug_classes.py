"""Classes of medicines that texts name and no vocabulary has as one."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.yaml_reader import packaged_yaml


class DrugClass(NamedTuple):
    """How texts name a class of medicines, and its members."""

    says: re.Pattern[str]
    drugs: tuple[str, ...]


@cache
def drug_classes() -> tuple[DrugClass, ...]:
    """The classes, as a clinician may read and correct them in `data/drug_classes.yml`."""
    rows = packaged_yaml("osler.core.terminology", "data/drug_classes.yml")
    return tuple(DrugClass(re.compile(row["says"], re.IGNORECASE), tuple(row["drugs"])) for row in rows)
