"""HealthConsultantLite (agent): general questions from definitions and passages; it is given no patient, no graph."""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import cache, partial
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.checked.claims import LIMIT, doses_or_instructs
from osler.consult.checked.said import Told, said_by
from osler.consult.known_of.annotated import fact
from osler.consult.known_of.aspects import (
    NORMAL,
    asks_what_it_is,
    aspects_of,
    nothing_on,
    says_nothing_on,
    speaks_of,
    thing_asked,
)
from osler.consult.known_of.definitions import definition, says_what
from osler.consult.known_of.medicine_names import medicine_names
from osler.consult.known_of.usual_ranges import finding_beyond, judges_a_value
from osler.consult.known_of.usual_ranges import usual_range as range_of
from osler.consult.outside.ports import Passage, SaysSo, SearchPort, not_denied
from osler.consult.record.called import measure_spans
from osler.consult.record.reading.normal import written_out
from osler.consult.record.reading.table import stop
from osler.consult.steps.search import SearchInput, WebAsked, search_step, search_tools
from osler.consult.types import ReplySentence, SourceLine
from osler.consult.wording.everyday import everyday
from osler.core.agents import AgentDeps, AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent
from osler.core.privacy import Deidentifier
from osler.core.safety import known_words
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

GENERAL = "General knowledge, without a source: "
WEB = "From the web, vetted by nobody: "
NOTHING = "I found no definition and no passage about this in the local vocabularies and library."
NOT_TOGETHER = "I found no passage in the local library that speaks of {one} and {other} together. Please ask a doctor or pharmacist."
ASK_BACK = "What do you mean? Please name the condition, medicine or test that you speak of."
_MOST_PASSAGES = 2
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_TOLD_FIRST = re.compile(
    r"(?P<told>[^?]*[a-z]{2}[.!,])\s+(?:so |and |but )?(?P<asked>[^.!?]+\?)", re.IGNORECASE | re.DOTALL
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?")


class LiteInput(BaseModel):
    """The question alone: nothing of a patient and nothing of the conversation."""

    question: str


class LiteAnswer(BaseModel):
    """The answer, sentence by sentence."""

    sentences: list[ReplySentence] = Field(default_factory=list)


@cache
def lite_step(vocabularies: Vocabularies, says_so: SaysSo = not_denied) -> AgentStep[LiteInput, LiteAnswer]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "health_consultant_lite"),
        input_type=LiteInput,
        output_type=LiteAnswer,
        policy=partial(_offline, vocabularies=vocabularies),
        tools=("define_term", "usual_range", "known_fact", "search_passages"),
        checks=[partial(_marked, vocabularies=vocabularies, says_so=says_so)],
        items="sentences",
    )


def _offline(given: LiteInput, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, LiteAnswer]:
    given = LiteInput(question=_in_full(given.question, vocabularies))
    known = yield Call("known_fact", {"question": given.question})
    facts = [sourced(known.result)] if known.status == "success" else []
    related = related_terms(given.question, vocabularies)
    if related is not None and any(_TABLE.pattern("lite", "pointing").fullmatch(one) for one in related):
        return LiteAnswer(sentences=[ReplySentence(text=ASK_BACK)])  # "could they cause it": who "they" are is not said
    if facts and (related is not None or medicine_names(given.question, vocabularies) is not None):
        return LiteAnswer(sentences=facts)
    if related is not None:
        return (yield from _of_both(given.question, related))
    aspects = aspects_of(given.question)
    if NORMAL in aspects or judges_a_value(given.question):
        found = yield Call("usual_range", {"question": given.question})
        if found.status == "success":
            return LiteAnswer(sentences=[sourced(found.result)])
    meant: list[dict[str, str]] = []
    terms = _asked_about(given.question, vocabularies) or _asked_about(
        written_out(given.question.lower()), vocabularies
    )
    for term in terms[:2]:
        found = yield Call("define_term", {"term": term})
        if found.status == "success" and found.result not in meant:
            meant.append(found.result)
    found = yield Call("search_passages", {"query": given.question})
    passages: list[dict[str, Any]] = found.result or []
    if asks_what_it_is(given.question, terms):
        return LiteAnswer(sentences=_what_it_is(given.question, terms, meant, passages))
    return LiteAnswer(sentences=_answered(aspects, meant, passages, facts))


def _in_full(question: str, vocabularies: Vocabularies) -> str:
    """A question with each of two kinds by its whole name, type 1 and 2 diabetes, and with a value that is high or low by what that is called."""
    question = _TABLE.pattern("lite", "both_types").sub(
        r"\g<kind> \g<one> \g<of> and \g<kind> \g<other> \g<of>", question
    )
    if NORMAL in aspects_of(question) or (judges_a_value(question) and _NUMBER.search(question)):
        return question  # asks of the limit itself
    return _TABLE.pattern("lite", "beyond").sub(
        lambda match: finding_beyond(match["what"], vocabularies, high=match["high"] is not None) or match.group(),
        question,
    )


def _what_it_is(
    question: str, terms: list[str], meant: list[dict[str, str]], passages: list[dict[str, Any]]
) -> list[ReplySentence]:
    """What something is: a passage that says so is plainer than a vocabulary, and where a thing belongs is told where nothing defines it."""
    saying = [one for one in passages if any(_says_what_is(term, one["text"]) for term in terms)]
    defining = [sourced(one) for one in meant if one["defined"] == "yes"]
    others = [one for one in passages if one not in saying]
    telling = [*map(quoted, saying[:_MOST_PASSAGES]), *defining, *map(quoted, others[: _MOST_PASSAGES - len(saying)])]
    placed = [sourced(one) for one in meant if one["defined"] != "yes" and says_what(one, question)]
    return [*telling, *([] if saying else placed)] if telling or placed else [ReplySentence(text=NOTHING)]


def _says_what_is(term: str, text: str) -> bool:
    """Whether a text begins to say what something is: "Gout is a type of arthritis"."""
    said = re.escape(term.lower().removesuffix("s"))
    return (
        re.search(
            rf"^\W*(?:an? |the )?(?:(?!for\b|of\b|with\b|in\b|to\b)[\w-]+ ){{0,2}}{said}\w*(?: \([^)]*\))? (?:is|are|means|refers to|happens when|occurs when)\b",
            text.lower(),
        )
        is not None
    )


def _answered(
    aspects: list[str], meant: list[dict[str, str]], passages: list[dict[str, Any]], facts: list[ReplySentence]
) -> list[ReplySentence]:
    """What was found in the order of what it is worth: what speaks of what is asked, else that nothing does, and what there is."""
    telling = facts or [sourced(one) for one in meant if speaks_of(one["text"], aspects)]
    if facts and not aspects:
        return facts
    telling += [quoted(one) for one in passages if not aspects or speaks_of(one["text"], aspects)][:_MOST_PASSAGES]
    if telling:
        return telling
    defined_ones = [sourced(one) for one in meant if one["defined"] == "yes" or "a kind of" in one["text"]]
    named = [quoted(one) for one in passages[:_MOST_PASSAGES]]
    if not defined_ones and not named and not aspects:
        return [ReplySentence(text=NOTHING)]
    said = nothing_on(aspects, defined=bool(defined_ones), named=bool(named))
    return [ReplySentence(text=said), *defined_ones, *named]


def sourced(found: dict[str, str]) -> ReplySentence:
    """A definition or a range as it was found."""
    return ReplySentence(
        text=found["text"], sources=[SourceLine(kind="vocabulary", id=found["id"], label=found["name"])]
    )


def quoted(passage: dict[str, Any]) -> ReplySentence:
    """A passage as it was found; of the web it is said that nobody has vetted it."""
    web = passage["source"] == "web"
    source = SourceLine(kind="page" if web else "library", id=passage["id"], label=passage["title"])
    return ReplySentence(text=f"{WEB if web else ''}“{passage['text']}”", sources=[source])


def _of_both(question: str, related: tuple[str, str]) -> Generator[Call, ToolOutcome, LiteAnswer]:
    """What passages say of two things together; what each of them is would be no answer."""
    found = yield Call("search_passages", {"query": question})
    both = [passage for passage in found.result or [] if all(_is_in(term, passage["text"]) for term in related)]
    if not both:
        return LiteAnswer(sentences=[ReplySentence(text=NOT_TOGETHER.format(one=related[0], other=related[1]))])
    return LiteAnswer(sentences=[quoted(passage) for passage in both[:_MOST_PASSAGES]])


def _is_in(term: str, text: str) -> bool:
    return term.lower().removesuffix("s") in text.lower()


def defined(question: str, vocabularies: Vocabularies) -> ReplySentence | None:
    """What the vocabularies say to a question what something is; None to any other question, or where they say nothing."""
    terms = _asked_about(question, vocabularies)
    terms = terms if asks_what_it_is(question, terms) else []
    found = next(filter(None, (definition(term, vocabularies) for term in terms)), None)
    return sourced(found) if found is not None and says_what(found, question) else None


def related_terms(question: str, vocabularies: Vocabularies) -> tuple[str, str] | None:
    """The two things of which a question asks what one does to the other; None for any other question."""
    match = _TABLE.pattern("lite", "relates").search(question)
    if match is None:
        return None
    said = (match["one"] or match["one_"], match["other"] or match["other_"])
    named = [next(iter(terms_of(part, vocabularies)), part.strip()) for part in said]
    return (named[0], named[1]) if terms_of(question, vocabularies) and named[0].lower() != named[1].lower() else None


def terms_of(question: str, vocabularies: Vocabularies) -> list[str]:
    """What a question names, longest first."""
    found = [question[match.start : match.end] for match in vocabularies.find(question)]
    found += [question[start:end] for start, end in measure_spans(question.lower()) if "/" in question[start:end]]
    found = [name for name in found if name.lower() not in everyday()]
    return sorted(dict.fromkeys(found), key=len, reverse=True)


def _asked_about(question: str, vocabularies: Vocabularies, *, whole: bool = False) -> list[str]:
    """What a question names by the names of the vocabularies, or else by a short word that is one of them: the flu."""
    return _named(question, vocabularies, whole=whole) or [
        word
        for word in re.findall(r"[a-z][a-z-]+", (thing_asked(question) or question).lower())
        if word not in stop() | everyday() and not aspects_of(word) and _is_called(word, vocabularies)
    ]


def _is_called(word: str, vocabularies: Vocabularies) -> bool:
    """Whether something is called just so."""
    best = next(iter(vocabularies.search(word, 1)), None)
    return best is not None and best.matched_name.lower() == word


def _named(question: str, vocabularies: Vocabularies, *, whole: bool = False) -> list[str]:
    """What a question names, without a name that a word nobody knows makes into another: "zorblax fever" is no fever.

    `whole`: beside that of which something is asked, what else it names. Else, where its words tell of what something is asked, only that: who asks how one disease is treated in another asks of the first.
    """
    question = question if whole else thing_asked(question) or question
    named: list[str] = []
    for term in terms_of(question, vocabularies):
        if any(term.lower() in longer.lower() for longer in named):
            continue  # what stands inside a name is not asked about
        before = re.search(rf"\b([a-z][a-z-]+) {re.escape(term)}\b", question, re.IGNORECASE)
        word = before[1].lower() if before is not None else ""
        if not word or word in stop() or word in known_words() or word in everyday() or vocabularies.find(word):
            named.append(term)
    return [term for term in named if not aspects_of(term)] or named  # what is asked of a thing is not the thing


def _marked(
    answer: LiteAnswer, given: LiteInput, tools: ToolResults, vocabularies: Vocabularies, says_so: SaysSo
) -> Checked[LiteAnswer]:
    """A sentence that its sources say keeps them; any other is marked as general knowledge, or dropped where it cannot be."""
    kept, rejected = [], []
    for index, sentence in enumerate(answer.sentences):
        known = [source for source in sentence.sources if tools.returned(source.id)]
        if len(known) != len(sentence.sources):
            rejected.append(Rejection(path=f"sentences.{index}.sources", reason="no tool returned this source"))
        said = sentence.text in {NOTHING, ASK_BACK} or says_nothing_on(sentence.text, given.question)
        said = said or _says_not_together(sentence.text, given, vocabularies)
        found = _is_found(sentence.text, tools)
        sourced_by = known if found or _is_said_by(sentence.text, known, tools, vocabularies, says_so) else []
        reason = None if said or found else _not_general(sentence.text, given, vocabularies)
        if reason is not None and not (sourced_by and reason == LIMIT):
            rejected.append(Rejection(path=f"sentences.{index}", reason=reason))
            continue
        known = sourced_by
        kept.append(_shown(sentence.text, known, tools, is_said=said))
    if not kept:
        return Checked(None, rejected)
    return Checked(LiteAnswer(sentences=kept), rejected)


def _not_general(text: str, given: LiteInput, vocabularies: Vocabularies) -> str | None:
    """Why a sentence that no source says cannot be general knowledge either; None where it can."""
    if (reason := doses_or_instructs(text, vocabularies, given.question)) is not None:
        return reason
    numbers = set(_NUMBER.findall(text)) & set(_NUMBER.findall(given.question))
    if numbers or _TABLE.says(text, "lite", "of_somebody") or _names_somebody(text, vocabularies):
        return "a statement about the patient, of whom nothing is known here"
    return None


def _names_somebody(text: str, vocabularies: Vocabularies) -> bool:
    """Whether somebody's name stands in a sentence; one of a disease or a drug is nobody's."""
    for match in sorted(vocabularies.find(text), key=lambda match: -match.start):
        text = f"{text[: match.start]}it{text[match.end :]}"
    gate = Deidentifier()
    gate.scrub(text)
    return "NAME" in gate.counts


def _is_said_by(
    text: str, sources: list[SourceLine], tools: ToolResults, vocabularies: Vocabularies, says_so: SaysSo
) -> bool:
    """Whether what a sentence cites says it: an id that was returned proves no sentence that is put before it."""
    cited = {source.id for source in sources}
    found = [one for one in _returned(tools) if one["id"] in cited]
    told = [Told(one["text"], one.get("name") or one.get("title") or "") for one in found]
    passages = [
        Passage(id=one["id"], title=said.subject, text=said.text) for one, said in zip(found, told, strict=True)
    ]
    return bool(told) and said_by(text, told, vocabularies) and says_so(text, passages, vocabularies)


def _shown(text: str, sources: list[SourceLine], tools: ToolResults, *, is_said: bool) -> ReplySentence:
    """A sentence with what it is: sourced, of the web, or general knowledge."""
    web = {one["id"] for one in _returned(tools) if one.get("source") == "web"}
    if sources and all(source.id in web for source in sources):
        return ReplySentence(text=WEB + text.removeprefix(WEB), sources=sources)
    return ReplySentence(text=text if sources or is_said else GENERAL + text.removeprefix(GENERAL), sources=sources)


def _returned(tools: ToolResults) -> list[dict[str, Any]]:
    """The definitions and passages that were found."""
    return [
        *(one for found in tools.of("search_passages") for one in found),
        *tools.of("define_term"),
        *tools.of("usual_range"),
        *tools.of("known_fact"),
    ]


def _says_not_together(text: str, given: LiteInput, vocabularies: Vocabularies) -> bool:
    related = related_terms(given.question, vocabularies)
    return related is not None and text == NOT_TOGETHER.format(one=related[0], other=related[1])


def _is_found(text: str, tools: ToolResults) -> bool:
    """Whether a text is a definition or a passage, or whole sentences of it: a part may have lost the "not" before it."""
    plain = text.removeprefix(WEB).strip(' “”"')
    whole = re.compile(rf"(?:^|[.!?]\s+|\n\W*){re.escape(plain.rstrip('.!?'))}(?=[.!?]\W|[.!?]?\W*$|\s*\n)")
    return bool(plain) and any(whole.search(one["text"]) for one in _returned(tools))


def lite_tools(deps: AgentDeps, vocabularies: Vocabularies, library: SearchPort, web: WebAsked) -> list[Tool]:
    """Definitions and passages; nothing here can reach a record."""

    async def define_term(term: str) -> dict[str, str] | None:
        """The definition of a medical term."""
        return definition(term, vocabularies)

    async def usual_range(question: str) -> dict[str, str] | None:
        """What is usual for a value that a question names, with its source, and where a value lies that it gives."""
        return range_of(question)

    async def known_fact(question: str) -> dict[str, str] | None:
        """What is annotated of a disease that a question names: features, inheritance, genes, onset, kinds, other names."""
        return fact(question, _asked_about(question, vocabularies, whole=True), aspects_of(question), vocabularies)

    async def search_passages(query: str) -> list[dict[str, Any]]:
        """Passages of the local library about a general question."""
        outcome = await deps.ask(search_step(), SearchInput(query=query), tools=search_tools(library, web))
        return [passage.model_dump() for passage in outcome.output.passages] if outcome.output else []

    return [
        Tool(define_term, fallback=None),
        Tool(usual_range, fallback=None),
        Tool(known_fact, fallback=None),
        Tool(search_passages, fallback=[]),
    ]


def standalone(question: str, earlier: list[str], vocabularies: Vocabularies) -> str | None:
    """A follow-up with the concept of an earlier message put in, and nothing else of it; None: ask back."""
    told_first = _TOLD_FIRST.fullmatch(question.strip())
    if told_first is not None and not terms_of(told_first["asked"], vocabularies):
        named = terms_of(told_first["told"], vocabularies)  # "he has X. What is that?"
        one = named and all(name.lower() in named[0].lower() for name in named)
        if one and _TABLE.says(told_first["asked"], "lite", "pointing"):
            return _TABLE.pattern("lite", "pointing").sub(named[0], told_first["asked"], count=1)
    told = _TABLE.pattern("lite", "points_inside").sub(" ", question)
    if terms_of(question, vocabularies) or not _TABLE.says(told, "lite", "pointing"):
        return question
    for message in reversed(earlier):
        terms = terms_of(message, vocabularies)
        if terms:
            return _TABLE.pattern("lite", "pointing").sub(terms[0], question, count=1)
    return None
