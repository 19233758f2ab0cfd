"""What a sentence says in other words: the same phrases by one name, and each rule that one sentence of a source holds.

A guideline puts several rules into one sentence: "in people with A, B or C", "except in D, in whom E is used", "do not
use F unless G". Whoever repeats one of them says what the source says, so each is a reading of its own beside the whole.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from osler.core.library import row_of
from osler.guidelines.checking.denials import with_plain_denials
from osler.guidelines.checking.frequencies import with_single_doses
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.plain_amounts import with_plain_amounts
from osler.guidelines.checking.said_ages import with_plain_ages
from osler.yaml_reader import packaged_yaml

_INITIALS = re.compile(r"\b([A-Z]{3,6})s\b")
"""Initials in the plural: MAOIs, ARBs."""
_MOST = 24
"""Readings of one sentence; a longer list is read as a whole."""
_SHORTEST = 4
"""Words of a clause that says something by itself."""
_PAIRED = 4
"""Members of a list of which two are read together as well."""
_LONGEST = 16
"""Words of a member of a list."""
_EXCEPTION = re.compile(
    r",? except (?P<whom>(?:in|during|for|with|at|after)\b[^;.]+?), (?:when|where|in whom|in which case|for whom) (?P<told>[^;.]+)",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"^(?P<frame>\W*(?:in|for|if|when|with) [^,;]{3,60}?),? (?=(?:use|give|offer|take|start|treat|prescribe|consider)\b)",
    re.IGNORECASE,
)
"""What opens a sentence and holds for its exception too."""
_OTHERWISE = re.compile(r",? unless (?P<when>[^;.]*(?:\.\d[^;.]*)*?), in which case (?P<told>[^;.]+)", re.IGNORECASE)
_WHEN = r",? (?P<word>unless|except (?:where|when|if|in people)|without) (?P<when>[^;.]+)"
_UNLESS = re.compile(rf"^(?P<label>\W*[\d.]*\s*)(?:do not|don't) (?P<told>(?!routinely)[^,;.]+?){_WHEN}", re.IGNORECASE)
_NOT_UNLESS = re.compile(
    rf"(?P<before>[^;.]*?\b(?:should|must|may|can|is|are)) ?not (?P<told>[^,;.]+?){_WHEN}", re.IGNORECASE
)
_WHO_DOES = re.compile(r"\b(?:should|must|may|can|is|are)$", re.IGNORECASE)
_AT_MOST_WITHOUT = re.compile(
    r"^\W*(?P<what>[^,;.]+?) (?:should|must|may|can) be \w+ for at most (?P<limit>\d+ \w+) without (?P<asked>[^,;.]+)",
    re.IGNORECASE,
)
_IS = re.compile(r" (?:is|are) ", re.IGNORECASE)
_MARKED_END = re.compile(r"\s*[(\[].*$")
_CLAUSES = re.compile(
    r";\s+|, and (?=(?:women|men|people|patients|adults|children|girls|boys|those|anyone)\b[^,;.]*\b(?:should|must|may|needs?)\b)|, and (?=it (?:should|must|may|can|is)\b)|, and (?=(?:(?!the\b)[a-z]+ ){1,2}(?:continued|started|stopped|given|measured|checked|repeated|reviewed)\b)|,? (?:and|but) (?=(?:may|should|must|can) )|,? and (?=(?:is|are) (?:contra-?indicated|not)\b)|,? and (?=(?:then )?(?:re-?assess|repeat|stop|review|refer|monitor|continue|measure|check|test|give|start|add|send)(?:ed|ped|d|s)?\b)",
    re.IGNORECASE,
)
"""Where a sentence goes on with something else to do."""
_CEILED = re.compile(
    r"^(?P<what>[^,;.]+? (?:may|can|should|must))\b[^;.]*?,? up to (?P<limit>\d[^;.(]*(?:\.\d[^;.(]*)*)", re.IGNORECASE
)
"""A limit behind what it limits: it holds whatever the conditions of the rest are."""
_SUBJECT = re.compile(
    r"^\W*(?P<what>(?!(?:do|in|if|for|when|with|people|patients|adults|women|men|children)\b)[\w-]+(?: [\w-]+)?)"
    r"(?: \d[\d.]*\s?\w+(?: (?:once|twice) daily)?)? (?:should|must|may|can|is)\b",
    re.IGNORECASE,
)
"""What a sentence is about, without its dose."""
_ORDERED = re.compile(
    r"^\W*(?:do not |don't )?(?:routinely )?(?:offer|give|use|prescribe|start|take) (?P<what>(?!to\b)[\w-]+)(?: routinely)?$",
    re.IGNORECASE,
)
"""What an order is about: "do not offer oxygen routinely"."""
_MODAL = re.compile(r"(?:should|must|may|can)\b", re.IGNORECASE)
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_UNLESS_BELOW = re.compile(
    r"\bunless (?P<what>[^,;.\d]+?) (?:is |are )?(?:below|under|less than|<) ?(?P<limit>\d[\d.]*(?: ?[^\s,;.]+(?:\.\d+\s?m[2²])?)?)",
    re.IGNORECASE,
)
_UNLESS_ABOVE = re.compile(
    r"\bunless (?P<what>[^,;.\d]+?) (?:is |are )?(?:above|over|more than|greater than|>) ?(?P<limit>\d[\d.]*(?: ?[^\s,;.]+(?:\.\d+\s?m[2²])?)?)",
    re.IGNORECASE,
)
"""An exception with a limit: what is done unless a value is below it is done if the value is that or more."""
_AVOIDED = re.compile(
    r"^\W*(?:avoid|do not use|do not give) (?P<drug>[\w-]+(?: [\w-]+)?) (?P<when>(?:in|if|when|with)\b[^;]+);\s*(?:use |give )?(?P<other>[\w-]+(?: [\w-]+)?)(?: (?:is|are) preferred| instead)",
    re.IGNORECASE,
)
"""One drug in the place of another under a condition that only the first clause states."""
_DEFINED = re.compile(
    r"\b(?P<term>[\w-]+) \((?P<limit>[^()\d]*\b(?:below|above|under|over|less than|more than|at least)\s+\d[^()]*)\)",
    re.IGNORECASE,
)
"""A word and the limit in brackets that it stands for: "hypotensive (systolic below 90 mmHg)"."""
_SUCH_AS = re.compile(
    r"\b(?:(?:an?|the|another|other|strong) )?[\w-]+(?: [\w-]+){0,3}?,? such as (?P<one>[\w-]+)", re.IGNORECASE
)
_INCLUDING = re.compile(
    r", including (?:those who are |persons who are )?(?:pregnant|postpartum|breast-?feeding|older|younger)\b[^,;.()]*(?=[,;.()]|$)",
    re.IGNORECASE,
)
"""People who are counted in, and who narrow nothing."""
_JOINED = re.compile(
    r", (?P<closing>or) (?=(?:more|less|fewer) than \d)|,? (?P<word>or|and) (?!(?:more|less|over|under|above|below|older|younger|higher|lower|greater|fewer|without|not|do|does|\d+)\b)",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"(?:\b(?:below|above|under|over|less than|more than|at least|at most|of)|[<>≤≥]=?) ?\d", re.IGNORECASE
)
_OPENER = re.compile(r"\b(?:in|for|to|on)\s+(?=\w)", re.IGNORECASE)
_STRONG_OPENER = re.compile(
    r"\b(?:(?:people|patients|adults|those|women|men|children) of|(?<!treated )(?<!controlled )(?<!managed )with(?! or\b)|who (?:have|has|take|are|use)|taking|if|when|before|after|during|within \d+ \w+ of)\s+(?=\w)",
    re.IGNORECASE,
)
_OWN_OPENER = re.compile(
    r"^(?:and |or )?(?:together with|with|who|taking|if|when|before|after|during|in|for|to|on)\b", re.IGNORECASE
)
_ADDED = re.compile(r"^(?:and |or )?(in|for|to|on|before|after|during)\b", re.IGNORECASE)
_FURTHER = re.compile(r"^,? (?:and|or) (?:in|for|to|on|before|after|during)\b[^;.]*", re.IGNORECASE)
"""The rest of a list, which goes on with other people."""
_END = re.compile(
    r"[;:()]|\.(?!\d)|, |(?<!\bwho )(?<!\bthat )\b(?:should|must|may|can|shall|ought|needs?|is|are|was|we|unless|until|because|but|then)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:without|no|neither|not (?:have|having|present)|absence of|between|except(?: in| for)?)\b[^,;]*$",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"^(?:and |or )?(?:people|patients|adults|those|women|men|children|persons|individuals|infants|adolescents)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:should|must|may|can|shall|ought|is|are|was)$", re.IGNORECASE)
"""A verb of which the last "member" is the subject: another clause begins there."""
_SAYS = re.compile(r"\b(?:should|must|may|can|shall|is|are)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:should|must|may|can|shall|we|give|offer|use|test|consider|add|start|recommended|recommend|suggest|unless|until|except)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?<=\w)\s+(?=(?:in|for|with|if|when|who|whose|without|despite|aged|able|unable|taking|living|not)\b)",
    re.IGNORECASE,
)
"""What stands behind the last member of a list and holds for all of them."""
_BACK_TO_ITS_LIST = re.compile(r"\W*(?:unless|except)\b", re.IGNORECASE)
"""An exception between two members of a list, which is of the one before it."""
_WITHOUT_EXCEPTION = re.compile(r", (?:unless|except)\b.*", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:decreas|increas|reduc|declin|chang|improv)\w*$|\b(?:falls?|rises?|drops?|loss)$", re.IGNORECASE
)
"""What is said of a thing behind "in": a decrease in GFR."""
_TIMED = re.compile(r"^(?:and |or )?(?:within|for|every|after) \d", re.IGNORECASE)
_OWN_TIME = re.compile(
    r"\b(?P<opener>within|for|every|after) \d+ \w+,? (?:or|and|but) (?P<own>(?P=opener) \d+ \w+ (?:if|when|in|for) )",
    re.IGNORECASE,
)
"""One time for all, and another for some of them: "within 2 weeks, or within 1 week if they are under 25"."""
_REGIMEN = re.compile(r"\d\s*(?:mg|g|mcg|micrograms?|ml|units?)\b(?!/)|\b\d+ (?:or|and|to) \d|\bdaily\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def in_plain_words(text: str) -> str:
    """A text with each phrase of the table in the one wording that stands for it."""
    text = with_plain_amounts(_INITIALS.sub(r"\1", text))
    for pattern, phrase in _wordings():
        text = pattern.sub(phrase, text)
    return with_plain_ages(with_single_doses(with_plain_denials(text)))


@cache
def _wordings() -> list[tuple[re.Pattern[str], str]]:
    table = packaged_yaml("osler.guidelines.checking", "wordings.yml")
    return [(re.compile(pattern, re.IGNORECASE), phrase) for phrase, pattern in table["wordings"]]


@lru_cache(maxsize=4096)
def readings_of(sentence: str) -> tuple[str, ...]:
    """The rules that a source sentence holds besides the sentence itself."""
    found: list[str] = []
    if exception := _EXCEPTION.search(sentence):
        rest = sentence[: exception.start()] + ", except " + exception["whom"] + "."
        alone = f"{exception['whom'][0].upper()}{exception['whom'][1:]}, {exception['told'].strip()}."
        found += [alone, *_alternatives(alone), rest]
        if frame := _FRAME.match(sentence):
            found.append(f"{frame['frame']}, {exception['whom']}, {exception['told'].strip()}.")
    if otherwise := _OTHERWISE.search(sentence):
        found += [
            sentence[: otherwise.start("told")].rpartition(",")[0] + ".",
            f"If {otherwise['when']}, {otherwise['told'].strip()}.",
        ]
    if unless := _UNLESS.search(sentence):
        found.append(f"{unless['label']}{unless['told'].strip()} only {_if(unless)} {unless['when'].strip()}.")
    elif not_unless := _NOT_UNLESS.search(sentence):
        found.append(
            f"{not_unless['before']} {not_unless['told']} only {_if(not_unless)} {not_unless['when'].strip()}."
        )
        found += _demanded(not_unless)
    if limited := _AT_MOST_WITHOUT.search(sentence):
        asked = _MARKED_END.sub("", limited["asked"]).strip()
        found.append(f"If {limited['what']} is used for longer than {limited['limit']}, {asked} is required.")
    found += [_INCLUDING.sub("", sentence)] if _INCLUDING.search(sentence) else []
    found += [_SUCH_AS.sub(lambda match: match["one"], sentence)] if _SUCH_AS.search(sentence) else []
    found += _alternatives(sentence)
    found += [sentence[: one.start()] + sentence[one.start("own") :] for one in _OWN_TIME.finditer(sentence)]
    found += [sentence[: told.start()] + told["limit"] + sentence[told.end() :] for told in _DEFINED.finditer(sentence)]
    if ceiled := _CEILED.match(sentence):
        found.append(f"{ceiled['what']} be at most {ceiled['limit'].strip()}.")
    if after := _AVOIDED.match(sentence):
        found.append(f"{after['other'].strip()} is preferred over {after['drug']} {after['when'].strip()}.")
    for beyond, turned in ((_UNLESS_BELOW, "or more"), (_UNLESS_ABOVE, "or less")):
        if beyond.search(sentence):
            found.append(beyond.sub(rf"if \g<what> is \g<limit> {turned}", sentence))
    parts = [part.strip() for part in _CLAUSES.split(sentence)] if not row_of(sentence) else []
    clauses = [text for text in _told_of(sentence, parts) if len(parts) > 1 and len(text.split()) >= _SHORTEST]
    found += clauses
    # A list of people in one clause of several is of that clause.
    found += [one for text in clauses for one in _alternatives(text)]
    return tuple(dict.fromkeys(found)) if len(found) <= _MOST else ()


def _demanded(unless: re.Match[str]) -> list[str]:
    """What a thing may not be done without, as what is required where it is done: "if A is combined with B, C should be measured"."""
    what, deed = _WHO_DOES.sub("", unless["before"]).strip(), unless["told"].strip()
    if not deed.startswith("be "):
        return []
    asked = _MARKED_END.sub("", unless["when"]).strip()
    verb = _IS.search(asked)
    demand = f"{asked[: verb.start()]} should be {asked[verb.end() :]}" if verb else f"{asked} is required"
    return [f"If {what} is {deed.removeprefix('be ')}, {demand}."]


def _told_of(sentence: str, parts: Sequence[str]) -> Iterable[str]:
    """The clauses of a sentence; where a later one says "it", also with what the sentence is about in its place."""
    subject = _SUBJECT.match(sentence) or _ORDERED.match(parts[0].strip(" .") if parts else "")
    for number, part in enumerate(parts):
        yield part
        if number and subject and _IT.search(part):
            yield _IT.sub(subject["what"], part, count=1)
        elif number and subject and _MODAL.match(part):
            yield f"{subject['what']} {part}"


def _if(match: re.Match[str]) -> str:
    """What opens the condition of an exception, turned round: "not without" is "only with"."""
    return "with" if match["word"].lower() == "without" else "if"


def _alternatives(sentence: str) -> Iterable[str]:
    """A sentence for each member of the lists of conditions or people that it names."""
    found: list[list[str]] = []
    listed = len(sentence)
    # From the end: what joins two words inside a member ("an open or depressed fracture") is known by the list around it.
    for joined in reversed(list(_JOINED.finditer(sentence))):
        if joined.start() > listed and not joined.group().startswith(","):
            continue
        before = sentence[: joined.start()]
        end = _END.search(sentence, joined.end())
        last = sentence[joined.end() : end.start() if end else len(sentence)].strip(" .")
        if _TIMED.match(last):
            continue  # another time is no other member: whoever it is for has it alone
        start, members = _same_opening(before, last) or _list_before(before, framed=bool(end and end.group() == ", "))
        head = sentence[: max(start, 0)]
        if start < 0 or _DENIES.search(before) or (end and _VERB.search(head) and _BEGINS.match(end.group())):
            continue
        word = (joined["word"] or joined["closing"]).lower()
        if word == "and" and not (_goes_on(head, members, last) or _forbids(head)):
            continue
        tail = _FURTHER.sub("", sentence[end.start() if end else len(sentence) :])
        if not _OWN_OPENER.match(last) and (trailing := _trailing(last)):
            last, tail = last[: trailing.start()], f"{last[trailing.start() :]} {tail.lstrip(' ')}"
        members.append(last)
        if word == "and" and _LIMIT.search(last) and not _OWN_OPENER.match(last):
            continue  # "in A and a TSH below 10": a value goes with what stands before it
        if any(_is_no_member(_WITHOUT_EXCEPTION.sub("", one)) for one in members):
            continue
        pairs = itertools.combinations(members, 2) if _PAIRED >= len(members) > 2 else ()
        listed = start if len(members) > 2 and word == "or" else listed
        told = [*members, *(f"{one} {word} {other}" for one, other in pairs)]
        found.append([_put(head, one, tail) for one in told])
    return itertools.chain.from_iterable(reversed(found))


def _trailing(last: str) -> re.Match[str] | None:
    """Where the last member of a list ends and what holds for all of them begins."""
    return next((one for one in _TRAILING.finditer(last) if not _CHANGE.search(last[: one.start()])), None)


def _same_opening(before: str, last: str) -> tuple[int, list[str]] | None:
    """Where what stands before a joining word opens as what stands behind it does: "to children with A and to children with B"."""
    own = _ADDED.match(last)
    if own is None or not _PEOPLE.match(last[own.end() :].strip()):
        return None
    clause = max((match.end() for match in re.finditer(r"[;:()]|\.(?!\d)", before)), default=0)
    same = [one for one in re.finditer(rf"\b{own[1]} (?=\w)", before, re.IGNORECASE) if one.start() >= clause]
    people = [one for one in same if _PEOPLE.match(before[one.end() :])]
    return (people[-1].start(), [before[people[-1].start() :].strip()]) if people else None


def _list_before(before: str, *, framed: bool) -> tuple[int, list[str]]:
    """Where a list begins that goes on with "or", and its members up to there; -1 where there is none.

    What opens a sentence is a list only where a comma closes it: "in A, B or C, give D", not "in A, give B or C".
    """
    clause = max((match.end() for match in re.finditer(r"[;:()]|\.(?!\d)", before)), default=0)
    pieces = list(re.finditer(r"[^,]+(?:,(?=\S)[^,]+)*", before[clause:]))
    members: list[str] = []
    excepted = ""
    for piece in reversed(pieces):
        if _BACK_TO_ITS_LIST.match(piece.group()):
            excepted = f",{piece.group()}{excepted}"
            continue
        text, excepted = f"{piece.group()}{excepted}", ""
        opener = next(iter([*reversed([*_STRONG_OPENER.finditer(piece.group())]), *_weak_openers(piece.group())]), None)
        opens = bool(_OWN_OPENER.match(text.strip()))
        if opener and (not opens or piece is pieces[0]):
            if opens and not framed and (len(pieces) > 1 or clause == 0):
                return -1, []
            return clause + piece.start() + opener.end(), [text[opener.end() :].strip(), *members]
        if _is_no_member(piece.group()):
            return -1, []
        members = [text.strip(), *members]
    return -1, []


def _weak_openers(text: str) -> list[re.Match[str]]:
    """Where a list may begin; not before the verb, where "for" says what a drug is given for: "A for B is avoided in C"."""
    found = list(_OPENER.finditer(text))
    return [one for one in found if not _SAYS.search(text, one.end())] or found


def _is_no_member(text: str) -> bool:
    if not text.strip() or len(text.split()) > _LONGEST or _VERB.search(text):
        return True
    return bool(_REGIMEN.search(text)) and not _PEOPLE.match(text)


def _goes_on(head: str, members: Sequence[str], last: str) -> bool:
    """Whether "and" adds people to a list: "to people with A and to people with B"; "with A and with B" are both together."""
    own = _ADDED.match(last)
    if _PEOPLE.match(last):
        return len(members) > 1 or bool(_PEOPLE.match(members[0]))
    return own is not None and (
        bool(members and re.match(rf"{own[1]}\b", members[0], re.IGNORECASE))
        or head.casefold().rstrip().endswith(f" {own[1].casefold()}")
        or bool(
            re.search(rf"\b{own[1]} (?:people|patients|adults|those|women|men|children)\b[^,]*$", head, re.IGNORECASE)
        )
        or sum(bool(_OWN_OPENER.match(one)) for one in members) > 1
    )


def _forbids(head: str) -> bool:
    """Whether what comes before a list forbids, so that each member of it is forbidden."""
    return bool(lexicon().stances["against"].search(head))


def _put(head: str, member: str, tail: str) -> str:
    """A sentence with one member of its list; a member with its own "in" or "with" takes the place of the list's."""
    member = re.sub(r"^(?:and|or) ", "", member.strip())
    if _OWN_OPENER.match(member):
        head = re.sub(
            r"\b(?:(?:in|for|to) (?:people|patients|adults|those|women|men|children) )?(?:with|who \w+|taking|if|when|before|after|during|in|for|to|on)\s+$",
            "",
            head,
            flags=re.IGNORECASE,
        )
    return f"{head}{member}{' ' if tail[:1].isalnum() or tail[:1] == '(' else ''}{tail}"
