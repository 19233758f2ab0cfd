"""Names without the verb that a criterion puts before them: who "experienced a stroke" had one, who is "complaining of insomnia" has it;
and a malignancy of an organ under the name of its cancer."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Window
from osler.core.terminology import Vocabularies
from osler.trials.judging.findings import named, names_medicine

_THEN = (
    r"experienced|sustained|underwent|undergone|developed|contracted|acquired|suffered(?: from)?|used|had|has had|have had|received"
    r"|(?:ever )?(?:been )?diagnosed (?:with|as having)"
)
_NOW = (
    r"experienc(?:es|ing)|exhibit(?:s|ing)?|display(?:s|ing)?|demonstrat(?:es|ing)|manifest(?:s|ing)?|complain(?:s|ing) of|report(?:s|ing)"
    r"|present(?:s|ing) with|show(?:s|ing)|suffer(?:s|ing)(?: from)?|carr(?:y|ies|ying)(?: a)? diagnosis of|liv(?:es|ing) with|afflicted (?:with|by)|affected (?:with|by)"
    r"|co-?existing|co-?existent|co-?morbid|underlying|self-reported|patient-reported|(?:physician|doctor)[- ]diagnosed|overt|verified|accompanying|accompanied by|associated"
    r"|clinically (?:evident|apparent|manifest|overt|diagnosed)"
)
"""Verbs of today, and words that say no more of a disease than that it is there."""
_FRAME = re.compile(
    rf"^(?:(?P<then>{_THEN})|(?P<now>{_NOW}))\s+(?:(?:an?|the|any|one|some|signs? of|symptoms? of|clinical)\s+)*(?P<what>\S.*)$",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"^(?:(?:currently )?prescribed|background|requirement for|need for|in need of)\s+(?:an?\s)?(?P<what>\S.*?)(?:\s(?:therapy|treatment))?$",
    re.IGNORECASE,
)
"""What is said of a medicine that somebody takes."""
_MALIGNANCY = re.compile(
    r"\b(?P<organ>cutaneous|dermal|pulmonary|bronchial|hepatic|renal|gastric|mammary|cerebral|prostatic|vesical|pancreatic|ovarian|thyroid|colonic|rectal|o?esophageal|uterine|cervical|testicular)"
    r"\s(?:malignanc(?:y|ies)|malignant (?:neoplasms?|tumou?rs?|diseases?))$",
    re.IGNORECASE,
)
_ORGANS = {
    "cutaneous": "skin", "dermal": "skin", "pulmonary": "lung", "bronchial": "lung", "hepatic": "liver", "renal": "kidney",
    "gastric": "stomach", "mammary": "breast", "cerebral": "brain", "prostatic": "prostate", "vesical": "bladder", "colonic": "colon",
}  # fmt: skip


def without_frame(atom: Finding, vocabularies: Vocabularies) -> Finding:
    """A finding under the name that stands behind a verb, or under that of the cancer of an organ, where only that is a name."""
    found = _FRAME.match(atom.name)
    if found is not None and not atom.codes and not named(atom.name, vocabularies).whole:
        bare = _as_cancer(found["what"])
        if named(bare, vocabularies).whole:
            windows = atom.windows or ((Window(kind="ever"),) if found["then"] else ())
            return atom.model_copy(update={"name": bare, "windows": windows})
    given = _GIVEN.match(atom.name)
    if given is not None and not atom.codes and names_medicine(given["what"], vocabularies):
        windows = atom.windows or (Window(kind="current"),)
        return atom.model_copy(update={"name": given["what"], "windows": windows})
    called = _as_cancer(atom.name)
    if called == atom.name or atom.codes or not named(called, vocabularies).whole:
        return atom
    return atom.model_copy(update={"name": called})


def _as_cancer(name: str) -> str:
    """ "Cutaneous malignancy" as "skin cancer"."""
    found = _MALIGNANCY.search(name)
    if found is None:
        return name
    organ = found["organ"].lower()
    return f"{name[: found.start()]}{_ORGANS.get(organ, organ)} cancer"
