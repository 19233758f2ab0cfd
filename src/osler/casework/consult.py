"""A patient's record asked, and a consultation turn by turn, as recorded runs."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from pathlib import Path

from pydantic import BaseModel, Field

from osler.casework.capability import Capability, register
from osler.casework.starting import Handle, carry_out, start
from osler.casework.wiring import Minds, Watcher, gate_of
from osler.casework.work import Work
from osler.config import OFFLINE, Settings, data_dir, load_settings
from osler.consult import (
    ConsultReply,
    ConsultRequest,
    ConsultSettings,
    Deps,
    GuidelineAnswer,
    GuidelineTool,
    Passage,
    PatientHome,
    ReplySentence,
    SearchPort,
    Told,
    Topic,
    changes_between,
    find_topic,
    need_in,
    no_passages,
    run,
)
from osler.consult.meant import question_in_plain_words
from osler.consult.record import RecordAnswer, unanswerable, words
from osler.consult.steps import ask_record, rejections, terms_of
from osler.core.agents import Budget
from osler.core.graph import LadybugGraphs, Neo4jGraphs, PatientGraphs, QueryLimits, project
from osler.core.library import SearchOptions, library_names, open_library
from osler.core.patient import PatientRecord
from osler.core.privacy import Deidentifier
from osler.core.results import Envelope, Problem
from osler.core.runs import RunContext
from osler.core.terminology import Vocabularies, bundled_vocabularies
from osler.errors import UsageError
from osler.guidelines.settings import GuidelinesSettings

_LIBRARY_HITS = 10
_Listener = Callable[[ReplySentence], None] | None
_listeners: ContextVar[tuple[_Listener, _Listener]] = ContextVar("listeners", default=(None, None))
"""Who is shown the sentences of a turn, and those withdrawn; a run begins in a copy of its caller's context."""
_LIBRARY_PASSAGES = 3
_OUTCOME = 60
"""So much of an answer stands in the list of runs."""


class RecordRequest(BaseModel):
    """One question over one record."""

    record: PatientRecord
    question: str = Field(repr=False)
    today: dt.date | None = None
    problems: list[Problem] = Field(default_factory=list)


class RecordReply(Envelope):
    """The answer to one question over a record."""

    question: str = ""
    advice: list[ReplySentence] = Field(default_factory=list)
    """Whom to call, or who must be seen today, where the question tells of an emergency; it is said before any answer."""
    answer: RecordAnswer = Field(default_factory=lambda: unanswerable("not_in_record"))


def _told_by_record(reply: RecordReply) -> Told:
    answer = reply.answer
    said = [sentence.text for sentence in reply.advice] + ([answer.text] if answer.text else [])
    return Told(reply.run_id or "", reply.status, answer.type, said, answer.entries)


def _told_in_turn(reply: ConsultReply) -> Told:
    sources = [f"{source.kind} {source.id} {source.label}".rstrip() for source in reply.sources]
    route = f"{reply.route} by {reply.agent}"
    return Told(reply.run_id or "", reply.status, route, reply.text.splitlines(), sources)


def _outcome(told: Told) -> str:
    """How it was answered, and the beginning of the answer."""
    said = " ".join(" ".join(told.sentences).split())
    shown = said if len(said) <= _OUTCOME else f"{said[:_OUTCOME]} …"
    return f"{told.route}: {shown}" if shown else told.route


def _library(work: Work) -> SearchPort:
    """The local library as a search: passages that hold the words of what is asked about."""
    name = work.settings.of(GuidelinesSettings).library
    if name not in library_names():
        return no_passages

    async def search(query: str) -> list[Passage]:
        terms = [set(words(term)) for term in terms_of(query, work.vocabularies)]
        place = open_library(name, vocabularies=work.vocabularies)
        hits = place.search(query, SearchOptions(k=_LIBRARY_HITS))
        fitting = [hit.chunk for hit in hits if any(term <= set(words(hit.chunk.text)) for term in terms)]
        return [Passage(id=chunk.id, title=chunk.place, text=chunk.text) for chunk in fitting[:_LIBRARY_PASSAGES]]

    return search


def _says_so(sentence: str, passages: Sequence[Passage], vocabularies: Vocabularies) -> bool:
    """Whether passages say a sentence, by the rules that guidelines are held to."""
    from osler.guidelines.checking import SourceText, check_sentence

    cited = [SourceText(passage.id, passage.text, passage.title) for passage in passages]
    return not check_sentence(sentence, cited, vocabularies)


def _guidelines(work: Work, budget: Budget) -> GuidelineTool | None:
    """The guidelines as a tool of a consultation, inside its run and budget; None where no library is installed."""
    options = work.settings.of(GuidelinesSettings)
    if options.library not in library_names():
        return None
    from osler import guidelines

    async def ask(question: str, record: PatientRecord) -> GuidelineAnswer | None:
        deps = guidelines.Deps(
            runner=work.runner,
            recorder=work.recorder,
            vocabularies=work.vocabularies,
            deidentifier=work.gate,
            budget=budget,
            libraries=[open_library(options.library, vocabularies=work.vocabularies)],
        )
        result = await guidelines.run(question, record, options=options.options(), deps=deps)
        if not result.citations:
            return None
        cited = [citation.chunk_id for citation in result.citations]
        return GuidelineAnswer(sentences=[sentence.text for sentence in result.sentences], citations=cited)

    return ask


def patient_home(settings: Settings | None = None) -> PatientHome:
    """The patients of this installation."""
    options = (settings or load_settings()).of(ConsultSettings)
    limits = QueryLimits(rows=options.query_rows, seconds=options.query_seconds)
    return PatientHome(data_dir() / "patients", limits=limits, open_graphs=options.open_graphs)


@contextmanager
def graph_of(record: PatientRecord, settings: Settings) -> Iterator[PatientGraphs]:
    """A graph of this record for the length of one run; the home's own graph where the record is the home's."""
    options = settings.of(ConsultSettings)
    limits = QueryLimits(rows=options.query_rows, seconds=options.query_seconds)
    if options.neo4j_url:
        password = options.neo4j_password.get_secret_value() if options.neo4j_password else ""
        remote = Neo4jGraphs(
            options.neo4j_url,
            user=options.neo4j_user,
            password=password,
            database=options.neo4j_database,
            limits=limits,
        )
        remote.load(record.id, project(record))
        try:
            yield remote
        finally:
            remote.close()
        return
    yield _OPEN.graphs(record, limits)


class _OpenGraphs:
    """The graphs of the records that were asked last: a conversation does not build its patient's graph at every turn."""

    def __init__(self, most: int = 4) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[PatientRecord, LadybugGraphs, tempfile.TemporaryDirectory[str]]] = (
            OrderedDict()
        )

    def graphs(self, record: PatientRecord, limits: QueryLimits) -> LadybugGraphs:
        """The graph of exactly this record; it is kept with the record, so that no other can have its identity."""
        found = self._kept.pop(id(record), None)
        if found is None or found[1].limits != limits:
            folder = tempfile.TemporaryDirectory(prefix="osler-graph-")
            graphs = LadybugGraphs(Path(folder.name), limits=limits)
            graphs.load(record.id, project(record))
            found = (record, graphs, folder)
        self._kept[id(record)] = found
        while len(self._kept) > self._most:
            _, old, place = self._kept.popitem(last=False)[1]
            old.close()
            place.cleanup()
        return found[1]


_OPEN = _OpenGraphs()


async def _ask(given: RecordRequest, work: Work) -> RecordReply:
    longest = work.settings.of(ConsultSettings).message_characters
    if len(given.question) > longest:
        raise UsageError(
            f"the question has {len(given.question):,} characters, and at most {longest:,} are read",
            mend="ask what you want to know in a few sentences; a long document is added to the record with osler patient add FILE",
        )
    today = given.today or work.today
    need = need_in(given.question, given.record, dt.datetime.combine(today, dt.time(12), dt.UTC), work.vocabularies)
    reply = RecordReply(
        question=given.question,
        advice=need.said,
        problems=list(given.problems),
        versions={"vocabularies": work.vocabularies.names.version},
    )
    if need.question:
        await _answer(need.question, given.record, today, work, reply)
    if reply.advice and reply.answer.type in {"none", "unanswerable"}:
        reply.answer = reply.answer.model_copy(update={"text": ""})  # beside advice a refusal says nothing
    if need.urgent:
        reply.status = "urgent"
    return reply


async def _answer(question: str, record: PatientRecord, today: dt.date, work: Work, reply: RecordReply) -> None:
    """Put a question to a record, and take the answer into the reply."""
    with graph_of(record, work.settings) as graphs:
        deps = Deps(
            runner=work.runner,
            recorder=work.recorder,
            vocabularies=work.vocabularies,
            deidentifier=work.gate,
            graphs=graphs,
        ).for_run()
        if work.runner.mind_of("fast") == OFFLINE:  # a model reads a question better than examples do
            question = question_in_plain_words(question, record, today, work.vocabularies)
        outcome = await ask_record(question, graphs=graphs, patient_id=record.id, today=today, deps=deps)
    reply.minds = {outcome.step: outcome.mind}
    reply.problems += rejections(outcome)
    if (problem := outcome.problem()) is not None:
        reply.problems.append(problem)
        reply.status = "partial"
    if outcome.output is None:
        reply.status = "budget_exhausted" if outcome.status == "budget_exhausted" else "unsupported"
        return
    reply.answer = outcome.output
    if outcome.output.type in {"none", "unanswerable"}:
        reply.status = "no_evidence"


async def _turn(given: ConsultRequest, work: Work) -> ConsultReply:
    with ExitStack() as opened:
        return await _turn_on(given, work, lambda record: opened.enter_context(graph_of(record, work.settings)))


async def _turn_on(given: ConsultRequest, work: Work, graph: Callable[[PatientRecord], PatientGraphs]) -> ConsultReply:
    from osler.consult import PageFetcher, searxng

    options = work.settings.of(ConsultSettings)
    budget = Budget(work.settings.budget)
    shown, withdrawn = _listeners.get()
    deps = Deps(
        runner=work.runner,
        recorder=work.recorder,
        vocabularies=work.vocabularies,
        deidentifier=work.gate,
        budget=budget,
        graphs=graph(given.record),
        graph_of=graph,
        guidelines=_guidelines(work, budget),
        library=_library(work),
        says_so=_says_so,
        web_search=searxng(options.search_url) if options.search_url else None,
        fetch=PageFetcher(limit=options.page_bytes, seconds=options.page_seconds),
        options=options,
        on_sentence=shown,
        on_withdrawn=withdrawn,
    )
    if options.auto_accept:
        given = given.model_copy(update={"auto_accept": True})
    reply = await run(given, deps=deps)
    reply.versions = {"vocabularies": work.vocabularies.names.version}
    return reply


def _gate(given: RecordRequest | ConsultRequest) -> Deidentifier:
    return gate_of(given.record)


def _about(given: RecordRequest | ConsultRequest) -> RunContext:
    return RunContext(patient=given.record.id)


RECORD = register(
    Capability(
        name="record",
        input_type=RecordRequest,
        output_type=RecordReply,
        run=_ask,
        compare=lambda before, after: changes_between(_told_by_record(before), _told_by_record(after)),
        outcome=lambda reply: _outcome(_told_by_record(reply)),
        about=_about,
        gate=_gate,
    )
)
CONSULT = register(
    Capability(
        name="consult",
        input_type=ConsultRequest,
        output_type=ConsultReply,
        run=_turn,
        compare=lambda before, after: changes_between(_told_in_turn(before), _told_in_turn(after)),
        outcome=lambda reply: _outcome(_told_in_turn(reply)),
        about=_about,
        gate=_gate,
    )
)


def open_topic(record: PatientRecord, said: str, *, general: bool = False) -> Topic | None:
    """The entry of a record, or the kind of thing, that somebody wants to talk about; None where nothing is called so."""
    with graph_of(record, load_settings()) as graphs:
        return find_topic(graphs, record.id, said, bundled_vocabularies(), general=general)


async def ask_patient_record(
    record: PatientRecord,
    question: str,
    *,
    minds: Minds | None = None,
    today: dt.date | None = None,
    problems: Sequence[Problem] = (),
    watchers: Sequence[Watcher] = (),
) -> RecordReply:
    """Ask a record one question, on the record."""
    given = RecordRequest(record=record, question=question, today=today, problems=list(problems))
    return await carry_out(start(RECORD, given, minds=minds, watchers=watchers))


def start_turn(
    given: ConsultRequest,
    *,
    minds: Minds | None = None,
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    on_sentence: _Listener = None,
    on_withdrawn: _Listener = None,
) -> Handle[ConsultReply]:
    """Start a turn; `handle.cancel()` is the user's stop.

    `on_sentence` is shown each sentence once it is checked, while the rest may still be written; `on_withdrawn` is told
    of one that was shown and is not said any more.
    """
    token = _listeners.set((on_sentence, on_withdrawn))
    try:
        return start(CONSULT, given, minds=minds, context=context, watchers=watchers)
    finally:
        _listeners.reset(token)
