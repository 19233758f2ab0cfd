"""Whom a message speaks of beside the one who writes: kin, friends, a child that is called by its age."""

from __future__ import annotations

import re
from functools import cache

from osler.yaml_reader import packaged_yaml

_WHOSE = r"(?:my|our|his|her|their|the|a|this)"


@cache
def somebody(whose: str = _WHOSE, *, pets: bool = False, called: bool = False) -> re.Pattern[str]:
    """Somebody who is named by what they are to the writer; `called`: also kin without a word before ("Mum is ill")."""
    names = "|".join([_names("kin"), *([_names("pets")] if pets else [])])
    old = by_age()
    # The age may stand before the name: "my 3 week old baby".
    forms = rf"\b{whose} (?:(?:{old}) )?(?:\w+ )?(?:{names})s?\b|\b{whose} (?:\w+ )?(?:{old})"
    return re.compile(forms + (rf"|\b(?:{_names('called')})\b" if called else ""), re.IGNORECASE)


def by_age() -> str:
    """A child that is called by its age, as a part of a pattern."""
    return _names("by_age")


def who_writes_of(group: str) -> dict[str, str]:
    """By what a carer calls a patient, by the patient's sex: `children` and `youths` of a minor's record, `elders` of an adult's."""
    table: dict[str, str] = packaged_yaml("osler.consult.wording", "people.yml")[group]
    return table


def _names(group: str) -> str:
    return str(packaged_yaml("osler.consult.wording", "people.yml")[group])
