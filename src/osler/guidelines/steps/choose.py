"""The recommendations that answer the question or its parts, and the parts that none of them answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from osler.core.library import pregnancy_of
from osler.core.terminology import Vocabularies
from osler.guidelines.deps import Deps
from osler.guidelines.everyday import common_stems
from osler.guidelines.steps.alternatives import against_what_is_asked
from osler.guidelines.steps.asked import names_condition, topic_of
from osler.guidelines.steps.aspects import untold
from osler.guidelines.steps.candidates import Candidate, by_turns
from osler.guidelines.steps.habits import smokes
from osler.guidelines.steps.intent import intents_of, told_by
from osler.guidelines.steps.joined import are_joined
from osler.guidelines.steps.kin import kin_of
from osler.guidelines.steps.meaning import likeness_to
from osler.guidelines.steps.own_object import is_unheard_of
from osler.guidelines.steps.pairs import pair_of
from osler.guidelines.steps.parts import Part, is_list, list_of, parts_of
from osler.guidelines.steps.safety import Caution
from osler.guidelines.steps.select import select
from osler.guidelines.steps.topic import Topic, words_of
from osler.guidelines.types import AskOptions, DebugInfo, QueryContext

_FEW_WORDS = 9
"""Up to so many words a question may be a bare list of two things; in a longer one "and" joins what belongs together."""
_SPOKEN = 0.58
"""The share of a part that a recommendation covers which speaks of it."""
_OF_PART = 0.95
"""What of the chance that a question asks for is enough for one of several parts."""
_TOLD = 0.6
"""How far a recommendation must be able to tell what a part asks for."""
_SMOKING = "stop smoking"
_PROBLEMS = 4
"""Problems of the patient, one by one, that a question without a condition of its own is tried with."""


def choose(
    context: QueryContext,
    debug: DebugInfo,
    safety: list[Caution],
    superseded: frozenset[str],
    options: AskOptions,
    deps: Deps,
) -> tuple[list[Candidate], list[str]]:
    """The recommendations that answer, and the parts of the question that none of them answers."""
    whole = context.question_text
    parts = parts_of(whole, deps.vocabularies)
    pair = pair_of(whole, deps.vocabularies) if len(parts) == 1 else []
    # What a part says of itself is enough; only where none does is the question tried as a whole, then as a list of two,
    # and then as a question about what the patient has.
    tried = [parts]
    if len(parts) > 1:
        together = [Part(whole, whole)]
        tried = [together, parts] if _is_one(whole, parts, debug, options, deps) else [parts, together]
    brought = [[Part(whole, f"{whole} {one}")] for one in _brought(whole, context, deps.vocabularies)]
    terms = topic_of(whole, deps.libraries, deps.vocabularies).terms
    if terms and all(not (term.clinical or term.thing) and term.stems <= common_stems() for term in terms):
        # What names nothing is asked of what the patient has: "Which preventive suits her?".
        tried, brought = [*brought, *tried], []
    tried += [
        pair,
        list_of(whole, deps.vocabularies)[0] if len(whole.split()) <= _FEW_WORDS else [],
        *brought,
    ]
    missed: list[str] = []
    warned: list[list[Candidate]] = []
    for asked in tried:
        chosen, unanswered, answered = _choose_for(
            asked, context, debug, safety, superseded, options, deps, paired=asked is pair
        )
        if chosen and not answered:
            # Warned of, and not answered: what the patient has may say more.
            warned = warned or chosen
        elif chosen:
            chosen = [*chosen, *warned]
            if asked is parts and tried[0] is parts:
                # A passage on one of two things may be answer enough to the question, and not to its other half.
                half = [part for part in pair if not _spoken_of(part, chosen[0][: options.sentences], deps)]
                further, lacking, _ = _choose_for(half, context, debug, safety, superseded, options, deps, paired=True)
                chosen, unanswered = [*chosen, *further], [*unanswered, *lacking]
            kin = kin_of(by_turns(chosen), context, deps.libraries, deps.vocabularies)
            debug.evidence[0].chunks += [passage for _, passage in kin]
            chosen = [[candidate for candidate, _ in kin], *chosen] if kin else chosen
            told = by_turns(chosen)
            topic = topic_of(whole, deps.libraries, deps.vocabularies)
            unanswered += untold(whole, topic, told, deps.vocabularies) if len(asked) == 1 else []
            return told, [part for part in unanswered if part != whole]
        missed = missed or unanswered
    return by_turns(warned), [] if warned else missed


def _is_one(whole: str, parts: Sequence[Part], debug: DebugInfo, options: AskOptions, deps: Deps) -> bool:
    """Whether what looks like a list is one question: some passage is nearer to the whole of it than any is to an item."""
    if not is_list(whole, parts):
        return False
    nearest = [
        max(_near(text, debug, options, deps).values(), default=0.0)
        for text in (whole, *(part.about for part in parts))
    ]
    return nearest[0] > max(nearest[1:])


def _choose_for(
    parts: Sequence[Part],
    context: QueryContext,
    debug: DebugInfo,
    safety: list[Caution],
    superseded: frozenset[str],
    options: AskOptions,
    deps: Deps,
    *,
    paired: bool = False,
) -> tuple[list[list[Candidate]], list[str], bool]:
    """The recommendations for each of some parts, the parts that none answers, and whether any part is answered and not only warned of."""
    answered = False
    chosen: list[list[Candidate]] = []
    unanswered: list[str] = []
    question = context.question_text
    whole = topic_of(question, deps.libraries, deps.vocabularies)
    listed = len(parts) < 2 or is_list(question, parts)

    # A part says less than a question: its verb may stand with another part.
    enough = options.answerable * (_OF_PART if len(parts) > 1 else 1.0)

    def selected(asked: str, about: str, of: Topic | None) -> tuple[list[Candidate], float]:
        return _selected(asked, about, of, enough, context, debug, safety, superseded, options, deps)

    for asked, about in dict.fromkeys(parts):
        # What a part asks of a subject of its own, or of what the patient has, is all that it asks.
        alone = paired or asked == question != about or (asked == about and not listed)
        found, covered = selected(asked, about, None if alone else whole)
        if covered < enough and len(parts) > 1:
            # What it is about may be what the patient has: "treatment, and does he need admission?"
            brought = (selected(asked, f"{asked} {one}", None) for one in _brought(asked, context, deps.vocabularies))
            found, covered = next((one for one in brought if one[1] >= enough), (found, covered))
        if covered >= enough:
            chosen.append(found)
            answered = True
        elif warned := against_what_is_asked(found, safety, asked, deps.vocabularies):
            chosen.append(warned)
        else:
            unanswered.append(asked)
    return chosen, unanswered, answered


def _selected(
    asked: str,
    about: str,
    of: Topic | None,
    enough: float,
    context: QueryContext,
    debug: DebugInfo,
    safety: list[Caution],
    superseded: frozenset[str],
    options: AskOptions,
    deps: Deps,
) -> tuple[list[Candidate], float]:
    """The recommendations on what is asked, read as `about` and as a part `of` a question, and the chance that they answer."""
    topic = topic_of(about, deps.libraries, deps.vocabularies)
    found, covered = select(
        context,
        topic,
        debug.evidence,
        safety,
        deps.vocabularies,
        asked=about,
        superseded=superseded,
        likeness=_near(about, debug, options, deps),
        whole=of,
        to_names=_near(topic.names, debug, options, deps),
    )
    debug.answerability = max(debug.answerability, covered)
    own = topic if asked == about else topic_of(asked, deps.libraries, deps.vocabularies)
    # A part that names nothing asks it of what the whole question asks: "surgery for X, at which size?".
    named = any(term.clinical for term in own.terms)
    wanted = asked if named else about if of is None else context.question_text
    joined = covered >= enough and are_joined(wanted, own, topic, debug.evidence, deps.vocabularies)
    if covered >= enough and (not joined or is_unheard_of(asked, own)):
        covered = 0.0
    return found, covered


def _near(text: str, debug: DebugInfo, options: AskOptions, deps: Deps) -> Mapping[str, float]:
    """How near the passages found are to a text in meaning."""
    return likeness_to(text, debug.evidence, deps.libraries, options, deps.vocabularies)


def _spoken_of(part: Part, chosen: Sequence[Candidate], deps: Deps) -> bool:
    """Whether one of some recommendations speaks of a part in what is quoted from it or in its headings, and can tell what it asks."""
    topic = topic_of(part.about, deps.libraries, deps.vocabularies)
    intents = intents_of(part.asked)
    return any(
        topic.coverage(words_of(" ".join([*one.chunk.heading, *one.quoted]), deps.vocabularies)) >= _SPOKEN
        and told_by(one.chunk, intents, deps.vocabularies) >= _TOLD
        for one in chosen
    )


def _brought(asked: str, context: QueryContext, vocabularies: Vocabularies) -> list[str]:
    """What the patient has or does that a question may mean where it names no condition itself ("step up the inhaler?").

    A pregnancy is the state in which somebody is treated, before it is what they are treated for.
    """
    if names_condition(asked, vocabularies):
        return []
    problems = sorted(context.patient.problems[:_PROBLEMS], key=lambda one: pregnancy_of(one) is True)
    return [*problems, *([_SMOKING] if smokes(context.patient) else [])]
