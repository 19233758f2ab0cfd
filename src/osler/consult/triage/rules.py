"""The rules of triage, in their order: emergencies now, links, other matters, full lists, changes, then who answers."""

from __future__ import annotations

import datetime as dt
import re
from typing import Literal, NamedTuple

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.consult.extraction.clauses import clauses
from osler.consult.record.called import measure_named
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.framing import without_pleasantry
from osler.consult.record.reading.table import stop
from osler.consult.triage.alarm import alarm, in_measures_words
from osler.consult.triage.evidence import CLINICAL, LONGEST_LOOKUP, health_evidence, names_in, words_of
from osler.consult.triage.listing import ANY_DAY, Section, full_list, part_of_a_list
from osler.consult.triage.recorded import asks_in_note_form, asks_what_is_recorded
from osler.consult.wording.figures import without_figures
from osler.consult.wording.folded import folded
from osler.consult.wording.people import somebody
from osler.consult.wording.supposed import case_supposed, of_anybody
from osler.consult.wording.typed import as_typed
from osler.core.language import sentences
from osler.core.safety import PatientContext
from osler.core.terminology import SemanticType, Vocabularies, plain_meanings, singular
from osler.yaml_reader import RuleTable

Route = Literal["urgent", "url", "refuse_non_health", "redirect_list", "redirect_share_edit", "consultant", "lite"]

URL = re.compile(
    r"\bhttps?://[^\s<>\"']+"
    r"|(?<![\w@.-])www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:/[^\s<>\"']*)?"
    r"|(?<![\w@.-])youtu\.be/[^\s<>\"']+"
    r"|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|int|info|io|eu|uk|us|ca|au|de|fr|ie|nz|health|nhs\.uk)/[^\s<>\"']+",
    re.IGNORECASE,
)
"""A link, with its scheme or as people write it without: an address that begins with www, or a known ending and a path."""
_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")


class Triaged(NamedTuple):
    """Where a message goes, by which rule, and what of the interface it is about."""

    route: Route
    rule: str
    section: Section | None = None
    change: Literal["share", "edit"] | None = None


def triage(
    text: str, vocabularies: Vocabularies, topic: str | None = None, context: PatientContext | None = None
) -> Triaged:
    """The route of a message; `topic` is the type of the node that is open, `context` whom red flags are about."""
    text = of_anybody(text)
    heard = alarm(text, vocabularies, context)
    if heard.now:
        return Triaged("urgent", "red flags")
    if URL.search(text):
        return Triaged("url", "rule 0: a link")
    text = in_measures_words(as_typed(text))
    lower = folded(text)
    change = _change(lower, vocabularies)
    section = full_list(lower, vocabularies)
    evidence = health_evidence(text, vocabularies)
    named = evidence.named and (topic is None or health_evidence(_ATTRIBUTES.sub(" ", text), vocabularies).named)
    if topic is not None and not (named or evidence.other or change or section or _names_another_matter(lower)):
        return Triaged("lite" if _is_a_kind(topic) else "consultant", "the open topic")
    asked = _asks_own(lower) or _asks_for_a_value(lower) or part_of_a_list(lower)
    recorded = not evidence.other and not evidence.health and asks_what_is_recorded(lower, vocabularies)
    own = own_beside_another(text)  # "my wife is A negative, what am I": what is asked of oneself says what it is
    asked = asked or recorded or (own is not None and health_evidence(own[1], vocabularies).health)
    dangerous = not evidence.health and _supposes_danger(text, vocabularies)
    if not (evidence.health or change or section or heard.today or asked or dangerous):
        return (
            _STATED if states_entries(text, vocabularies) else Triaged("refuse_non_health", "rule 1: not about health")
        )
    if section and (change != "share" or _PRINTS.match(lower)):
        return Triaged("redirect_list", "rule 2: a full list", section=section)
    if change:
        return Triaged("redirect_share_edit", "rule 3: sharing or editing", change=change)
    if _is_personal(lower) or recorded or states_something(lower) or own is not None:
        return Triaged("consultant", "rule 4a: about this patient")
    if asks_in_note_form(lower, vocabularies):
        return Triaged("consultant", "rule 4a: about this patient")
    return _STATED if states_entries(text, vocabularies) else Triaged("lite", "rule 4b: general knowledge")


def _supposes_danger(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a message asks of a case that would be an emergency were it so: that is a matter of health, whatever words it has."""
    case = case_supposed(text)
    if case is None:
        return False
    heard = alarm(case, vocabularies)
    return bool(heard.now or heard.today)


_STATED = Triaged("consultant", "rule 4a: a statement for the record")
_ATTRIBUTES = re.compile(_TABLE.rules["attributes"], re.IGNORECASE)
_POINTS = re.compile(r"\b(?:it|its|it's|this|that|these|those|they|them|here|one|ones|i|i'm|my|me|he|she|his|her)\b")


_KNOWN_ONE = re.compile(r"^(?=(?:\w+\W*){1,7}$)[^?]*\bthe [a-z]+\W*$")
"""A few words with something at their end that is known already: "the reaction"."""


def _names_another_matter(lower: str) -> bool:
    """Whether a question points at nothing and names something that is no word of asking, of every day or of a body."""
    if _POINTS.search(lower) or _KNOWN_ONE.search(
        lower
    ):  # "should I worry", "how bad was the reaction" are asked of what is open
        return False
    left = re.findall(r"[a-z]{5,}", words_of("health").sub(" ", _TABLE.pattern("attributes").sub(" ", lower)))
    return any(word not in stop() and singular(word) not in stop() and not plain_meanings(word) for word in left)


def _is_a_kind(topic: str) -> bool:
    """Whether the node that is open is a kind of thing; any other is an entry of the patient's."""
    return topic.removesuffix("Node").endswith("Type")


_PRINTS = re.compile(r"print\b|.*\bprint\b.*\bscreen\b")
"""What is to be seen, and sent nowhere."""


_QUESTION = re.compile(
    r"^(?:so |and |also |but |please |hi |hello |ok |just )*(?:what|how|is|are|can|does|do|why|which|will|when|should|define|tell me|explain|describe|compare|list|show|give me|who|where)\b"
)


def states_nothing_own(text: str) -> bool:
    """Whether a message asks nothing and states only what is not so, or what is of somebody else."""
    lower = text.strip().lower()
    if lower.endswith("?") or _QUESTION.match(lower):
        return False
    if re.search(_TABLE.rules["denies"], lower) or _TABLE.says(lower, "tells_no_complaint"):
        return True
    return not _states_own(text)


def states_something(lower: str) -> bool:
    """Whether a message tells something and names nobody: "been dizzy for a week" is told of the one who writes."""
    if lower.rstrip().endswith("?") or _QUESTION.match(lower) or not _TELLS.search(lower):
        return False
    return somebody("my", pets=True).search(lower) is None and not _OF_PEOPLE.search(lower)


def states_entries(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a message tells something of the patient that would be noted, however it is worded."""
    if text.rstrip().endswith("?") or _QUESTION.match(text.strip().lower()):
        return False
    told = extract_context(text, _ANY_MOMENT, vocabularies)
    noted = told.operations or extract_measurements(text, _ANY_MOMENT).measurements
    return bool(noted or extract_findings(text, _ANY_MOMENT, vocabularies).allergies)


_ANY_MOMENT = dt.datetime.combine(ANY_DAY, dt.time())
_TELLS = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|hi|hello|also|just|still|again|today|now|yesterday)[, ]+)*(?:been|haven't|hasn't|having|had|got|getting|feeling|felt|can't|couldn't|keep|kept|threw|woke|slept|took|taking|stopped|started|lost|gained|dropped|shed|put on)\b"
    r"|^(?:the |this |that |left |right |both |new |old )*[a-z-]+(?: [a-z-]+)? (?:is|are|was|were|has|have|had|hasn't|isn't|aren't|won't|feels?|hurts?|aches?|itches|went|came|got|keeps?|started|stopped|playing up|acting up|flaring up|flared up)(?: |$)(?!it\b|there\b|(?:the |an? )?(?:most|best|first|main|same|kind|type|form|sort)\b)"
)
_OF_PEOPLE = re.compile(
    r"\b(?:people|patients|humans?|everyone|everybody|anyone|someone|somebody|they|he|she|his|her|their|your|children|kids|adults|women|men|doctors|studies|scientists|research\w*|friend|neighbou?r|colleague|explain|define|in general|generally|usually|always been told|true or false|interested in|curious|wonder\w*|want to know|like to know)\b"
)
"""Words of what is told of others, or of nobody."""


def complains(text: str) -> bool:
    """Whether a message tells how somebody is, and asks nothing."""
    said, own = without_figures(text).strip(), _DENIED_FIRST.sub("", without_figures(text).strip())
    if said != text.strip() and (_ONLY_A_WISH.match(said) or not words_of("health").search(said.lower())):
        return False
    if own != said and len(own.split()) > 1 and not own.endswith("?"):
        return True
    text = own
    lower = text.lower()
    last = sentences(lower)[-1].text if lower else ""
    if lower.endswith("?") or any(map(_QUESTION.match, (lower, last))) or re.search(_TABLE.rules["denies"], lower):
        return False
    if _TABLE.says(lower, "tells_no_complaint") or _only_a_value(lower):
        return False
    if all(clause.aimed_at for clause in clauses(text)):
        return False
    if not _states_own(text):
        return False
    return _TABLE.pattern("complains").search(lower) is not None and len(lower.split()) >= _SHORTEST_COMPLAINT


_ONLY_A_WISH = re.compile(
    r"\W*(?:(?:i'm|im|i am|just|still|so|really)\s+)*(?:what|how|when|which|if|whether|who|where|why)\b", re.IGNORECASE
)
"""What is left of "I'm dying to know what my cholesterol was"."""
_DENIED_FIRST = re.compile(
    r"^(?:i (?:have|haven't|don't|do not)|i'm|no|not|without|never|nil)\b(?:[^.;!?–]*?\b(?:no|not|any|or|nor|got|have|having)\b)?[^.;!?–]*?(?:[,.;–]|\s-|\bbut\b)\s*(?:(?:it'?s|it is|there'?s|i|i've|i have|got|but|then|only|simply|really)\s+)*just\s+"
    r"|^(?:no|not|without|nil)\b[^.;!?–]*?(?:[,.;–]|\s-|\bbut\b)\s*(?:(?:it'?s|it is|there'?s|i|i've|i have|got|but|then)\s+)*(?:only|simply|merely)\s+",
    re.IGNORECASE,
)
"""What somebody does not have, before what it only is: "no fever or cough, just a runny nose"."""


def tells_it_is_over(text: str) -> bool:
    """Whether a message tells of a complaint that it has passed, and of nothing that goes on or must be looked at although it has."""
    lower = text.strip().lower()
    if lower.endswith("?") or not _TABLE.says(lower, "over_now", "passed"):
        return False
    return not (_TABLE.says(lower, "over_now", "goes_on") or _TABLE.says(lower, "over_now", "grave"))


def tells_of_the_usual(text: str) -> bool:
    """Whether a complaint is told to be what it always is, and nothing of it new or grave."""
    lower = text.strip().lower()
    told = _TABLE.says(lower, "over_now", "usual") and not _TABLE.says(lower, "over_now", "unusual")
    return told and not lower.endswith("?") and not _TABLE.says(lower, "over_now", "grave")


def _states_own(text: str) -> bool:
    """Whether any clause of a message is not of somebody else; "I'm not" after one that is says nothing more."""
    return any(not clause.other and len(clause.text.split()) > _A_DENIAL for clause in clauses(text))


def troubles(text: str) -> bool:
    """Whether a message tells that something of the body is not as it should be, in words that no list knows."""
    return complains(text) and _TABLE.says(text.lower(), "troubles")


_SHORTEST_COMPLAINT = 5
_A_DENIAL = 2
"""Words of a clause that only says whom the one before is not about."""
_VALUE = re.compile(r"\b(?:was|is|were|reads?|measured|came back(?: at)?|at|of) \d[\d./]*\D{0,25}$")


def _only_a_value(lower: str) -> bool:
    """Whether a message tells one measured value and no more; where it is dangerous a rule says so."""
    return measure_named(in_measures_words(lower)) is not None and _VALUE.search(lower) is not None


def is_greeting(text: str) -> bool:
    """Whether a message only greets."""
    return re.search(_TABLE.rules["greeting"], text.strip().lower()) is not None


def is_courtesy(text: str) -> bool:
    """Whether a message only greets or thanks."""
    return re.search(_TABLE.rules["courtesy"], text.strip().lower()) is not None


def changes_record(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a message is nothing but a command about the record: what it names is written there, and goes on nowhere."""
    return _change(folded(text), vocabularies) is not None


def _change(lower: str, vocabularies: Vocabularies) -> Literal["share", "edit"] | None:
    """Whether a message is nothing but a command to share or to change what is recorded, whatever thanks stand before it."""
    lower = without_pleasantry(lower)
    body = re.sub(_TABLE.rules["changes"]["command"], "", lower, count=1)
    body = _TABLE.pattern("changes", "reason").sub("", body)
    bidden = _TABLE.pattern("changes", "bidden").fullmatch(body)
    if bidden is not None and body == lower.strip() and _is_medicine(bidden["what"], vocabularies):
        return "edit"
    taken_out = _TABLE.pattern("changes", "take_out").fullmatch(body)
    if taken_out is not None and _is_recorded(taken_out, vocabularies):
        return "edit"
    set_to = _TABLE.pattern("changes", "set_to").fullmatch(body)
    if set_to is not None and names_in(set_to["what"], vocabularies):
        return "edit"
    objects = _TABLE.pattern("changes", "objects")
    if not objects.search(body) or re.search(
        r"\b(because|since|should|is it (ok|okay|safe)|would it|what happens|why)\b", lower
    ):
        return None
    if _TABLE.pattern("changes", "denied").search(lower) and not lower.rstrip().endswith("?"):
        return "edit"  # whoever says that an entry is wrong is shown where entries are changed
    if re.search(r"\d", body) and re.match(r"(add|insert|enter|put in)\b", body):
        return None  # a value to be entered is a statement of it
    for name in ("share", "edit"):
        found = _TABLE.pattern("changes", name).match(body)
        if found and _is_record(body[found.end() :]):
            return "share" if name == "share" else "edit"
    return None


def _is_medicine(name: str, vocabularies: Vocabularies) -> bool:
    """Whether words are the name of a medicine and nothing else."""
    found = [vocabularies.concept(match.concept_ids[0]) for match in vocabularies.find(name)]
    return any(concept is not None and concept.semantic_type is SemanticType.MEDICATION for concept in found)


def _is_recorded(taken_out: re.Match[str], vocabularies: Vocabularies) -> bool:
    """Whether what is to be taken out is of the record: a medicine always is, a disease where it is deleted.

    Who wants to get rid of an illness, or have a mole removed, asks for help.
    """
    found = [vocabularies.concept(match.concept_ids[0]) for match in vocabularies.find(taken_out["what"])]
    kinds = {concept.semantic_type for concept in found if concept is not None}
    written = _TABLE.pattern("changes", "written").match(taken_out.group()) is not None
    return SemanticType.MEDICATION in kinds or (written and bool(kinds & CLINICAL))


def _is_record(rest: str) -> bool:
    """Whether what is to be shared or changed is of the record, and not another matter."""
    rest = re.split(r"\b(?:to|with|for) (?=(?:my|the|a|an|our|his|her|dr|doctor|[a-z]+'s)\b)", rest)[
        0
    ]  # not who is to have it
    left = _TABLE.pattern("changes", "objects").sub(" ", re.sub(r"\b(e-?mail|list|text|phone)\b", " ", rest))
    return not words_of("other").search(left)


def _asks_for_a_value(lower: str) -> bool:
    """Whether a value of the open record is asked for in a few words, with no word of whose it is."""
    few = len(lower.split()) <= LONGEST_LOOKUP and not somebody("my", pets=True).search(lower)
    few = few and not _TABLE.says(lower, "meaning")  # here a mean is no average
    lower = re.sub(r"\b(systolic|diastolic)\b(?! (?:blood )?pressure)", r"\1 blood pressure", lower)
    lower = re.sub(r"(?<!blood )\bsugars?(?= (?:readings?|levels?|values?|results?)\b)", "blood sugar", lower)
    if not few or measure_named(lower) is None:
        return False
    return _TABLE.says(lower, "terse", "measured") or read_periods(lower, ANY_DAY).period != Period()


def _asks_own(lower: str) -> bool:
    """Whether a message without a word of health asks for entries of the record, what a measure is, or tells of one's own weight."""
    if _TABLE.says(lower, "meaning") and measure_named(lower) is not None:
        return True
    recorded = _TABLE.pattern("terse", "recorded").match(lower) is not None or _TABLE.says(lower, "terse", "summary")
    return recorded or asks_entries(lower) or _TABLE.pattern("terse", "own").search(lower) is not None


def asks_entries(lower: str) -> bool:
    """Whether entries of a record are asked for as a clinician does: a history of something, a kind with its standing or time."""
    if _TABLE.pattern("terse", "history").match(lower):
        return True
    found = _TABLE.pattern("terse", "standing").match(lower)
    return found is not None and bool(_NARROWED.search(lower))


_NARROWED = re.compile(
    r"\b(?:active|current|resolved|stopped|inactive|past|ongoing|recorded|documented|(?:19|20)\d\d|since|last|this year|how many|number of|count of)\b"
)


_AS_TO_A_CHILD = re.compile(r"\b(?:like|as if) i(?:'m| am| were) (?:an? )?(?:\w+ years? old|\w+)\b")
"""How something is to be explained, which tells nothing of the speaker."""


_SUPPOSED = re.compile(
    r"\bif i (?:ever )?(?:got|had|get|caught|were to (?:get|have)|was to (?:get|have)|should (?:get|have)) [\w ]{3,40}?,? (?=(?:what|how|would|is|could)\b)"
    r"|\bwhat does [\w /-]{2,40} (?:actually |really |exactly )?mean\b"
)
"""What somebody does not have, and what a word means."""


def _is_personal(lower: str) -> bool:
    """Whether a message is about the speaker's own case, or about the patient whose record is open."""
    rest = _TABLE.pattern("general").sub(" ", _SUPPOSED.sub(" ", _AS_TO_A_CHILD.sub(" ", lower)))
    terse = any(_TABLE.pattern("terse", form).match(rest) for form in ("section", "newest"))
    terse = terse or asks_entries(lower) or part_of_a_list(lower)
    terse = terse or _TABLE.pattern("terse", "recorded").match(lower) is not None  # here "give me" is no courtesy
    terse = terse or _TABLE.says(lower, "terse", "summary")
    if terse or _asks_for_a_value(rest):
        return True
    own = _TABLE.pattern("self").search(rest)
    if own is None:
        return False
    relative = somebody("my", pets=True).search(rest)
    if relative is None:
        return True
    without = somebody("my", pets=True).sub(" ", rest)
    return bool(
        re.search(r"\bmy (?!\s)", without)
        or re.search(r"\b(i|i'm|i've) (have|am|had|take|feel|was)\b|\b(should|can|do|am) i\b", without)
    )
