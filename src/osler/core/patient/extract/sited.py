"""The part of the body in front of a procedure whose name leaves it out: the "renal" of "renal biopsy"."""

from __future__ import annotations

import re

from osler.core.language import Mention
from osler.core.terminology import SemanticType

_HEAD = re.compile(
    r"(?:biops(?:y|ies)|aspirat(?:e|es|ion)|[a-z]*ectomy|resection|drainage|ablation|transplant(?:ation)?|repair|replacement|stent(?:ing)?|fusion|bypass|washout|excision)",
    re.IGNORECASE,
)
_SITE = re.compile(
    r"(?<![\w-])(?P<site>(?:bone\smarrow|(?:sentinel\s)?lymph\snode|sigmoid|skin|liver|kidney|lung|breast|muscle|nerve|prostate|thyroid|brain|heart|bladder|stomach|colon|rectum|testis|ovary|lip|rectus|"
    r"(?!(?:surgical|clinical|medical|normal|initial|total|subtotal|partial|radical|physical|final|typical|additional|diagnostic|elective|therapeutic|orthop(?:a)?edic|annual|critical|local|"
    r"previous|robotic|\w+scopic|primary|secondary|urgent|successful|technical|bilateral|unilateral|optical|serial|hospital|historical|traditional|conventional|allogeneic|autologous|syngeneic|"
    r"allogenic|surveillance|external|internal|general|regional|negative|positive|proximal|distal|interval|simple)\b)[a-z]{3,}(?:al|ic|ar|oid|eal|ary|ian|atic))\s)$",
    re.IGNORECASE,
)
_NEAR = 32


def site_before(mention: Mention, text: str) -> str | None:
    """The part of the body before the name of a procedure, as written."""
    if mention.semantic_type is not SemanticType.PROCEDURE or _HEAD.fullmatch(mention.text) is None:
        return None
    found = _SITE.search(text, max(0, mention.start - _NEAR), mention.start)
    return " ".join(found["site"].split()) if found else None
