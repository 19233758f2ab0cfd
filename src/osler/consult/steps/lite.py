"""HealthConsultantLite (agent): general questions from definitions and passages; it is given no patient, no graph."""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import cache, partial
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.claims import doses_or_instructs, uncovered
from osler.consult.definitions import definition
from osler.consult.everyday import everyday
from osler.consult.ports import SearchPort
from osler.consult.record.reading.table import stop
from osler.consult.steps.search import SearchInput, WebAsked, search_step, search_tools
from osler.consult.types import ReplySentence, SourceLine
from osler.core.agents import AgentDeps, AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent
from osler.core.privacy import Deidentifier
from osler.core.safety import known_words
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

GENERAL = "General knowledge, without a source: "
WEB = "From the web, vetted by nobody: "
NOTHING = "I found no definition and no passage about this in the local vocabularies and library."
UNANSWERED = "I found no passage in the local library that answers this. What the vocabularies say of it:"
NOT_TOGETHER = "I found no passage in the local library that speaks of {one} and {other} together. Please ask a doctor or pharmacist."
ASK_BACK = "What do you mean? Please name the condition, medicine or test you ask about."
_MOST_PASSAGES = 2
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?")


class LiteInput(BaseModel):
    """The question alone: nothing of a patient and nothing of the conversation."""

    question: str


class LiteAnswer(BaseModel):
    """The answer, sentence by sentence."""

    sentences: list[ReplySentence] = Field(default_factory=list)


@cache
def lite_step(vocabularies: Vocabularies) -> AgentStep[LiteInput, LiteAnswer]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "health_consultant_lite"),
        input_type=LiteInput,
        output_type=LiteAnswer,
        policy=partial(_offline, vocabularies=vocabularies),
        tools=("define_term", "search_passages"),
        checks=[partial(_marked, vocabularies=vocabularies)],
        items="sentences",
    )


def _offline(given: LiteInput, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, LiteAnswer]:
    related = related_terms(given.question, vocabularies)
    if related is not None:
        return (yield from _of_both(given.question, related))
    terms = _asked_about(given.question, vocabularies)
    asks_what = _asks_what(given.question, terms)
    meanings: list[ReplySentence] = []
    for term in terms[:2] if asks_what else _named_first(given.question, terms):
        found = yield Call("define_term", {"term": term})
        if found.status == "success" and (asks_what or found.result["defined"] == "yes"):
            source = SourceLine(kind="vocabulary", id=found.result["id"], label=found.result["name"])
            if all(one.text != found.result["text"] for one in meanings):
                meanings.append(ReplySentence(text=found.result["text"], sources=[source]))
    found = yield Call("search_passages", {"query": given.question})
    passages = [_quoted(passage) for passage in (found.result or [])[:_MOST_PASSAGES]]
    if meanings and not (asks_what or passages or _is_told(given.question, terms, meanings)):
        meanings.insert(0, ReplySentence(text=UNANSWERED))
    return LiteAnswer(sentences=[*meanings, *passages] or [ReplySentence(text=NOTHING)])


def _asks_what(question: str, terms: list[str]) -> bool:
    """Whether a question asks what something is: in so many words, or by its name alone; a definition answers no other."""
    if _TABLE.says(question, "lite", "beyond"):
        return False
    bare = question.strip(" ?.!").lower() in {term.lower() for term in terms}
    return bare or _TABLE.says(question, "lite", "defines")


def _named_first(question: str, terms: list[str]) -> list[str]:
    """What a question is about, of all that it names."""
    return sorted(terms, key=lambda term: question.find(term))[:1]


def _is_told(question: str, terms: list[str], meanings: list[ReplySentence]) -> bool:
    """Whether a definition says what is asked beyond it: that something is caused by, shows itself by, is treated with."""
    told = " ".join(meaning.text.lower() for meaning in meanings)
    asked = [kind for kind, said in _TABLE.rules["lite"]["told"].items() if re.search(said["asked"], question.lower())]
    return bool(asked) and all(re.search(_TABLE.rules["lite"]["told"][kind]["says"], told) for kind in asked)


def _quoted(passage: dict[str, Any]) -> ReplySentence:
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
    return LiteAnswer(sentences=[_quoted(passage) for passage in both[:_MOST_PASSAGES]])


def _is_in(term: str, text: str) -> bool:
    return term.lower().removesuffix("s") in text.lower()


def defined(question: str, vocabularies: Vocabularies) -> ReplySentence | None:
    """What the vocabularies say to a question what something is; None to any other question, or where they say nothing."""
    terms = _asked_about(question, vocabularies)
    terms = terms if _asks_what(question, terms) else []
    found = next(filter(None, (definition(term, vocabularies) for term in terms)), None)
    if found is None:
        return None
    return ReplySentence(
        text=found["text"], sources=[SourceLine(kind="vocabulary", id=found["id"], label=found["name"])]
    )


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
    found = [name for name in found if name.lower() not in everyday()]
    return sorted(dict.fromkeys(found), key=len, reverse=True)


def _asked_about(question: str, vocabularies: Vocabularies) -> list[str]:
    """What a question names, without a name that a word nobody knows makes into another: "zorblax fever" is no fever."""
    named: list[str] = []
    for term in terms_of(question, vocabularies):
        if any(term.lower() in longer.lower() for longer in named):
            continue  # what stands inside a name is not asked about
        before = re.search(rf"\b([a-z][a-z-]+) {re.escape(term)}\b", question, re.IGNORECASE)
        word = before[1].lower() if before is not None else ""
        if not word or word in stop() or word in known_words() or word in everyday() or vocabularies.find(word):
            named.append(term)
    return named


def _marked(
    answer: LiteAnswer, given: LiteInput, tools: ToolResults, vocabularies: Vocabularies
) -> Checked[LiteAnswer]:
    """A sentence that its sources say keeps them; any other is marked as general knowledge, or dropped where it cannot be."""
    kept, rejected = [], []
    for index, sentence in enumerate(answer.sentences):
        known = [source for source in sentence.sources if tools.returned(source.id)]
        if len(known) != len(sentence.sources):
            rejected.append(Rejection(path=f"sentences.{index}.sources", reason="no tool returned this source"))
        said = sentence.text in {NOTHING, ASK_BACK, UNANSWERED} or _says_not_together(
            sentence.text, given, vocabularies
        )
        found = _is_found(sentence.text, tools)
        reason = None if said or found else _not_general(sentence.text, given, vocabularies)
        if reason is not None:
            rejected.append(Rejection(path=f"sentences.{index}", reason=reason))
            continue
        known = known if found or _is_said_by(sentence.text, known, tools, vocabularies) else []
        kept.append(_shown(sentence.text, known, tools, is_said=said))
    if not kept:
        return Checked(None, rejected)
    return Checked(LiteAnswer(sentences=kept), rejected)


def _not_general(text: str, given: LiteInput, vocabularies: Vocabularies) -> str | None:
    """Why a sentence that no source says cannot be general knowledge either; None where it can."""
    if doses_or_instructs(text, vocabularies):
        return "a dose, a drug or advice that no source gives"
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


def _is_said_by(text: str, sources: list[SourceLine], tools: ToolResults, vocabularies: Vocabularies) -> bool:
    """Whether what a sentence cites says it: an id that was returned proves no sentence that is put before it."""
    cited = {source.id for source in sources}
    texts = [one["text"] for one in _returned(tools) if one["id"] in cited]
    return bool(texts) and uncovered(text, texts, vocabularies) is None


def _shown(text: str, sources: list[SourceLine], tools: ToolResults, *, is_said: bool) -> ReplySentence:
    """A sentence with what it is: sourced, of the web, or general knowledge."""
    web = {one["id"] for one in _returned(tools) if one.get("source") == "web"}
    if sources and all(source.id in web for source in sources):
        return ReplySentence(text=WEB + text.removeprefix(WEB), sources=sources)
    return ReplySentence(text=text if sources or is_said else GENERAL + text.removeprefix(GENERAL), sources=sources)


def _returned(tools: ToolResults) -> list[dict[str, Any]]:
    """The definitions and passages that were found."""
    return [*(one for found in tools.of("search_passages") for one in found), *tools.of("define_term")]


def _says_not_together(text: str, given: LiteInput, vocabularies: Vocabularies) -> bool:
    related = related_terms(given.question, vocabularies)
    return related is not None and text == NOT_TOGETHER.format(one=related[0], other=related[1])


def _is_found(text: str, tools: ToolResults) -> bool:
    """Whether a sentence is the words of a definition or a passage."""
    plain = text.removeprefix(WEB).strip(' “”"')
    return bool(plain) and any(plain in one["text"] for one in _returned(tools))


def lite_tools(deps: AgentDeps, vocabularies: Vocabularies, library: SearchPort, web: WebAsked) -> list[Tool]:
    """Definitions and passages; nothing here can reach a record."""

    async def define_term(term: str) -> dict[str, str] | None:
        """The definition of a medical term."""
        return definition(term, vocabularies)

    async def search_passages(query: str) -> list[dict[str, Any]]:
        """Passages of the local library about a general question."""
        outcome = await deps.ask(search_step(), SearchInput(query=query), tools=search_tools(library, web))
        return [passage.model_dump() for passage in outcome.output.passages] if outcome.output else []

    return [Tool(define_term, fallback=None), Tool(search_passages, fallback=[])]


def standalone(question: str, earlier: list[str], vocabularies: Vocabularies) -> str | None:
    """A follow-up with the concept of an earlier message put in, and nothing else of it; None: ask back."""
    if terms_of(question, vocabularies) or not _TABLE.says(question, "lite", "pointing"):
        return question
    for message in reversed(earlier):
        terms = terms_of(message, vocabularies)
        if terms:
            return _TABLE.pattern("lite", "pointing").sub(terms[0], question, count=1)
    return None
