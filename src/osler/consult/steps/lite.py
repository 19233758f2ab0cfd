"""HealthConsultantLite (agent): general questions from definitions and passages; it is given no patient, no graph."""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import cache, partial
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.claims import doses_or_instructs
from osler.consult.everyday import everyday
from osler.consult.ports import SearchPort
from osler.consult.steps.search import SearchInput, search_step, search_tools
from osler.consult.types import ReplySentence, SourceLine
from osler.core.agents import AgentDeps, AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

GENERAL = "General knowledge, without a source: "
NOTHING = "I found no definition and no passage about this in the local vocabularies and library."
NOT_TOGETHER = "I found no passage in the local library that speaks of {one} and {other} together. Please ask a doctor or pharmacist."
ASK_BACK = "What do you mean? Please name the condition, medicine or test you ask about."
_MOST_PASSAGES = 2
_SURE = 0.8
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)


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
    sentences: list[ReplySentence] = []
    asks_what = _TABLE.says(given.question, "lite", "defines")
    for term in terms_of(given.question, vocabularies)[:2]:
        found = yield Call("define_term", {"term": term})
        if found.status == "success" and (asks_what or found.result["defined"] == "yes"):
            source = SourceLine(kind="vocabulary", id=found.result["id"], label=found.result["name"])
            sentences.append(ReplySentence(text=found.result["text"], sources=[source]))
    found = yield Call("search_passages", {"query": given.question})
    for passage in (found.result or [])[:_MOST_PASSAGES]:
        source = SourceLine(kind="library", id=passage["id"], label=passage["title"])
        sentences.append(ReplySentence(text=f"“{passage['text']}”", sources=[source]))
    return LiteAnswer(sentences=sentences or [ReplySentence(text=NOTHING)])


def _of_both(question: str, related: tuple[str, str]) -> Generator[Call, ToolOutcome, LiteAnswer]:
    """What passages say of two things together; what each of them is would be no answer."""
    found = yield Call("search_passages", {"query": question})
    both = [passage for passage in found.result or [] if all(_is_in(term, passage["text"]) for term in related)]
    if not both:
        return LiteAnswer(sentences=[ReplySentence(text=NOT_TOGETHER.format(one=related[0], other=related[1]))])
    return LiteAnswer(
        sentences=[
            ReplySentence(
                text=f"“{passage['text']}”",
                sources=[SourceLine(kind="library", id=passage["id"], label=passage["title"])],
            )
            for passage in both[:_MOST_PASSAGES]
        ]
    )


def _is_in(term: str, text: str) -> bool:
    return term.lower().removesuffix("s") in text.lower()


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


def _marked(
    answer: LiteAnswer, given: LiteInput, tools: ToolResults, vocabularies: Vocabularies
) -> Checked[LiteAnswer]:
    """A sentence whose support a tool returned keeps it; any other is marked as general knowledge."""
    kept, rejected = [], []
    for index, sentence in enumerate(answer.sentences):
        known = [source for source in sentence.sources if tools.returned(source.id)]
        if len(known) != len(sentence.sources):
            rejected.append(Rejection(path=f"sentences.{index}.sources", reason="no tool returned this source"))
        said = sentence.text in {NOTHING, ASK_BACK} or _says_not_together(sentence.text, given, vocabularies)
        if not said and not _is_found(sentence.text, tools) and doses_or_instructs(sentence.text, vocabularies):
            rejected.append(
                Rejection(path=f"sentences.{index}", reason="a dose, a drug or advice that no source gives")
            )
            continue
        text = sentence.text if known or said else GENERAL + sentence.text.removeprefix(GENERAL)
        kept.append(ReplySentence(text=text, sources=known))
    if not kept:
        return Checked(None, rejected)
    return Checked(LiteAnswer(sentences=kept), rejected)


def _says_not_together(text: str, given: LiteInput, vocabularies: Vocabularies) -> bool:
    related = related_terms(given.question, vocabularies)
    return related is not None and text == NOT_TOGETHER.format(one=related[0], other=related[1])


def _is_found(text: str, tools: ToolResults) -> bool:
    """Whether a sentence is the words of a definition or a passage."""
    plain = text.strip(' “”"')
    passages = [passage["text"] for found in tools.of("search_passages") for passage in found]
    return any(plain in written for written in [*passages, *(found["text"] for found in tools.of("define_term"))])


def lite_tools(deps: AgentDeps, vocabularies: Vocabularies, library: SearchPort, web: SearchPort | None) -> list[Tool]:
    """Definitions and passages; nothing here can reach a record."""

    async def define_term(term: str) -> dict[str, str] | None:
        """The definition of a medical term."""
        return definition(term, vocabularies)

    async def search_passages(query: str) -> list[dict[str, Any]]:
        """Passages of the local library about a general question."""
        outcome = await deps.ask(search_step(), SearchInput(query=query), tools=search_tools(library, web))
        return [passage.model_dump() for passage in outcome.output.passages] if outcome.output else []

    return [Tool(define_term, fallback=None), Tool(search_passages, fallback=[])]


def definition(term: str, vocabularies: Vocabularies) -> dict[str, str] | None:
    """A term in the words of the vocabularies: its definition, or what it is called and what it is a kind of."""
    ids = [concept for match in vocabularies.find(term) for concept in match.concept_ids]
    ids += [found.concept_id for found in vocabularies.search(term, 2) if found.confidence >= _SURE]
    for concept_id in dict.fromkeys(ids):
        concept = vocabularies.concept(concept_id)
        text = concept.definition if concept else ""
        if not text and concept_id in vocabularies.hpo:
            text = vocabularies.hpo.definition(concept_id) or ""
        if concept is not None and text:
            return {"id": concept_id, "name": concept.name, "text": f"{concept.name}: {text}", "defined": "yes"}
    for concept_id in dict.fromkeys(ids):
        concept = vocabularies.concept(concept_id)
        actions = pharmacological_actions(concept_id, vocabularies)
        if concept is not None and actions:
            told = f"{concept.name}: what it does, by MeSH: {'; '.join(actions)}."
            return {"id": concept_id, "name": concept.name, "text": told, "defined": "no"}
    for concept_id in dict.fromkeys(ids):
        concept = vocabularies.concept(concept_id)
        if concept is not None and concept.synonyms:
            also = ", ".join(dict.fromkeys(s for s in concept.synonyms if s.lower() != concept.name.lower()))
            kind = concept.semantic_type.value.lower().replace("_", " ")
            return {
                "id": concept_id,
                "name": concept.name,
                "text": f"{concept.name} is a {kind}; also called {also[:200]}.",
                "defined": "no",
            }
    return None


def pharmacological_actions(drug: str, vocabularies: Vocabularies) -> list[str]:
    """What MeSH says that a drug does: "Anticoagulants"; nothing of what is no drug."""
    concept = vocabularies.concept(drug)
    if concept is None or concept.semantic_type is not SemanticType.MEDICATION:
        return []
    above = [vocabularies.concept(one) for one in vocabularies.hierarchy.parents(drug) if one.startswith("MESH:")]
    return sorted(one.name for one in above if one is not None)


def standalone(question: str, earlier: list[str], vocabularies: Vocabularies) -> str | None:
    """A follow-up with the concept of an earlier message put in, and nothing else of it; None: ask back."""
    if terms_of(question, vocabularies) or not _TABLE.says(question, "lite", "pointing"):
        return question
    for message in reversed(earlier):
        terms = terms_of(message, vocabularies)
        if terms:
            return _TABLE.pattern("lite", "pointing").sub(terms[0], question, count=1)
    return None
