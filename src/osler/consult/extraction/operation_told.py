"""The operation that a clause tells of: what was done to which part, or its name in the words of every day."""

from __future__ import annotations

import re
from functools import cache

from osler.consult.extraction.clauses import pattern, words
from osler.consult.extraction.operated import is_operable, lay_operation
from osler.core.terminology import singular
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "context.yml")
_says = _TABLE.says


def operation_in(lower: str) -> str | None:
    """The operation that a clause in small letters tells of, by the name that it is noted under."""
    if _says(lower, "operations", "none"):
        return None
    gone = _gone().search(lower)
    if gone is not None:
        return str(words()["organ_operations"][gone["part"] or gone["lost"]])
    forms = (pattern("operations", form).search(lower) for form in ("removed", "passive", "by_others", "fragment"))
    match = next(filter(None, forms), None)
    if match and match["verb"] == "out" and not _is_taken_out(match):
        match = None  # "the pain I had last month turned out to be"
    if match and match["verb"] in _TABLE.rules["operations"]["vague"] and not is_operable(match["part"]):
        match = None  # blood, hair and nails are done without an operation
    if match:
        return _done_to(match)
    match = pattern("operations", "took").search(lower)
    if match:
        return str(words()["organ_operations"].get(match["part"], f"{match['part']} removal"))
    known = next(
        (name for said, name in words()["operation_names"].items() if re.search(rf"\b(?:{said})\b", lower)), None
    )
    if known is not None:
        return str(known)
    match = pattern("operations", "metal").search(lower)
    if match:
        return f"{singular(match['thing'])} fixation of {match['part']}"
    match = pattern("operations", "implanted").search(lower)
    if match:
        return f"{singular(match['what'])} insertion"
    match = pattern("operations", "surgery_on").search(lower)
    if match:
        return f"{match['part'].strip()} surgery"
    return lay_operation(lower) or _by_its_name(lower)


@cache
def _gone() -> re.Pattern[str]:
    """An organ that is told to be gone, or out by whatever verb: "my appendix was out", "womb's gone since 2009"."""
    organs = "|".join(sorted(words()["organ_operations"], key=len, reverse=True))
    side = r"(?:(?:left|right|one) )?"
    out = r"(?:(?!(?:turn|fill|point|check|sort|stretch|work|find|hang|sick)\w*\b)(?:\w{2,}ed|taken|cut|come) )?out(?! (?:of (?!me\b|there\b)|to|by now)\b)"
    when = r"(?=\W*(?:$|[,;.!]|(?:in|since|at|last|next|on|this|tomorrow|for|when|as|years|and|now|ages|long|by|but|because|two|three|four|five|ten|\d+)\b))"
    return re.compile(
        rf"(?:\b(?:my|the|had|have had|got|her|his) |^)(?:my |the )?{side}(?P<part>{organs})(?:'s)?(?: (?:is|was|were|are|has|have|had|been|got|all|now|already|long))* (?:gone|{out}){when}"
        rf"|\blost (?:my |the |an? )?{side}(?P<lost>{organs})\b(?= (?:to|in|at|after|when|because|from|years|two|three|\d+)\b|\W*$)"
    )


def _done_to(match: re.Match[str]) -> str:
    """The operation on a part of the body, by what was done to it; its side and that it was a part are kept."""
    rules, told = _TABLE.rules["operations"], match["part"].strip()
    part = _TABLE.pattern("operations", "before_part").sub("", told)
    side = _SIDE.match(_OWN_PART.sub("", told))
    which = "".join((side.group() if side else "", "partial " if match.groupdict().get("some") else ""))
    if match["verb"] in rules["removed"]:
        return f"{which}{words()['organ_operations'].get(part, f'{part} removal')}"
    if match["verb"] == "scoped":
        joint = singular(part.split()[-1]) in rules["scoped"]["joints"]
        return f"{which}{part} {rules['scoped']['of_a_joint' if joint else 'of_others']}"
    return f"{_OWN_PART.sub('', told)} {rules['nouns'].get(match['verb'], 'surgery')}"


def _by_its_name(lower: str) -> str | None:
    """The operation that a clause names, with what was operated on where the name does not say it."""
    match = pattern("operations", "named").search(lower)
    if match is None or not (match.start() == 0 or _says(lower, "operations", "done")):
        return None
    name = _TABLE.pattern("operations", "before_name").sub("", match["name"]).strip()
    if name.startswith(("at ", "from ")):
        return None  # a surgery is also a place
    if name in _OF_ANYTHING and _TELLS_A_TIME.search(lower[: match.end()]):
        return None  # "that was after the op": which one it was is not told
    where = _ON_A_PART.match(lower, match.end()) if name.endswith(_OF_ANYTHING) or name in _OF_SOMETHING else None
    return (f"{name} on {where['part']}" if where is not None else name) or None


_OF_ANYTHING = ("surgery", "operation", "op", "procedure", "graft", "biopsy")
_TELLS_A_TIME = re.compile(
    r"\b(?:after|before|since|during|until|following|prior to) (?:(?:my|the|that|this|his|her|the patient's) )?\w+$"
)
_OF_SOMETHING = {"replacement", "repair", "removal", "fusion", "excision", "reconstruction", "transplant"}
"""What tells nothing by itself: a repair of a valve."""
_ON_A_PART = re.compile(
    r" (?:on|of|to|in) (?:my|his|her|the|the patient's|both) (?P<part>(?:(?:left|right|lower|upper|big|\w+(?:ic|al|ar|ary|oid)) )?[a-z]+)(?! (?:of|hospital|clinic|surgery))"
)
"""What was operated on, behind a word that does not say it."""
_OWN_PART = re.compile(r"^(?:my|the|an?) ")
_SIDE = re.compile(r"(?:left|right) ")


def is_an_operation(name: str) -> bool:
    """Whether a name is what people call an operation, though a vocabulary knows it as a finding: a C-section."""
    return any(re.fullmatch(said, name) for said in words()["operation_names"])


def _is_taken_out(match: re.Match[str]) -> bool:
    """Whether what is "out" was a part of the body: a known one, or one with a word of whose it is."""
    part = _TABLE.pattern("operations", "before_part").sub("", match["part"].strip())
    said = match.group()[: match.start("part") - match.start()] + match["part"]
    return part in words()["organ_operations"] or _says(said, "operations", "own_part")
