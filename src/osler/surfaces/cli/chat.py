"""`osler chat`: a conversation about one patient in the terminal.

A turn is written down before it is worked on and again when it is answered, so that a conversation that is killed in
mid-turn goes on where it stopped (`--resume`). `/stop` or Ctrl-C ends the turn, not the conversation.
"""

from __future__ import annotations

import datetime as dt
import queue
import threading
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from osler.surfaces.cli.minds import Mind, minds
from osler.surfaces.cli.output import console, emit_json, err_console
from osler.surfaces.cli.record import printable
from osler.surfaces.cli.standard_input import open_stdin

if TYPE_CHECKING:
    from rich.console import Console

    from osler.casework import Minds
    from osler.consult import ConsultReply, Conversation, ReplySentence

app = typer.Typer(help="Talk about a patient.")


class Speaker(StrEnum):
    """Who writes."""

    patient = "patient"
    caregiver = "caregiver"


HELP = "/sources what the last answer rests on · /plan what was done · /history · /topic NAME opens an entry · /stop ends a turn · /quit"
TOPIC_HELP = (
    "/topic NAME opens an entry of the record · /topic NAME in general: that kind of thing · /topic none closes it"
)
_GENERAL = " in general"
_TICK_SECONDS = 0.1


@app.command()
def chat(
    patient: Annotated[str | None, typer.Option("--patient", help="The id of a kept patient, or a file.")] = None,
    resume: Annotated[str | None, typer.Option("--resume", help="Go on with an earlier conversation.")] = None,
    timezone: Annotated[str | None, typer.Option("--timezone", help="Where you are, as Europe/Berlin.")] = None,
    speaker: Annotated[
        Speaker | None, typer.Option("--speaker", help="Who writes: patient, or caregiver for somebody else's record.")
    ] = None,
    mind: Mind = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document a turn.")] = False,
) -> None:
    """Talk about a patient: answers cite the record; what you state is saved once you confirm it."""
    conversation = _open(patient, resume, timezone, speaker)
    out = err_console() if as_json else console()  # what is no document is no part of them
    if not as_json:
        out.print(f"conversation {conversation.id}", style="dim")
        out.print(HELP, style="dim")
        for line in conversation.recap():
            out.print(printable(line), markup=False)
    chosen = minds(mind, None, None)
    lines = _Lines()
    last: _Shown | None = None
    unanswered = conversation.unanswered
    while True:
        message = unanswered or lines.next()
        unanswered = None
        if message is None or message == "/quit":
            return
        if message.startswith("/"):
            if not (as_json and _command_as_json(message, last)):
                _command(message, last, conversation, out)
            continue
        if message.strip():
            last = _turn(message, conversation, chosen, lines, out, as_json=as_json) or last


def _open(patient: str | None, resume: str | None, timezone: str | None, speaker: Speaker | None) -> Conversation:
    from osler.casework import patient_home
    from osler.consult import NOBODY, Conversation, UserLocation
    from osler.core.patient import PatientRecord
    from osler.core.runs import SessionManager
    from osler.errors import UsageError
    from osler.surfaces.cli.inputs import one_patient
    from osler.surfaces.cli.standard_input import STDIN

    sessions = SessionManager.from_settings()
    location = UserLocation(timezone=_known_zone(timezone)) if timezone else None
    if resume is not None:
        earlier = Conversation.resumed(resume, sessions, patient_home())
        if patient not in (None, earlier.opened_as) and one_patient(str(patient)).record.id != earlier.record.id:
            raise UsageError(
                "the conversation to go on with is about another patient",
                mend="leave --patient out, or leave --resume out to begin a conversation about this one",
            )
        return earlier
    if patient is None:
        return Conversation.begun(PatientRecord(id="nobody"), sessions, None, location=location, patient_id=NOBODY)
    if patient == STDIN:
        raise UsageError("standard input is the conversation", mend="give the patient as a file or an id")
    home = patient_home()
    record = one_patient(patient).record
    kept = home.has(patient)
    return Conversation.begun(
        record,
        sessions,
        home if kept else None,
        location=location,
        opened_as=patient,
        speaker=speaker.value if speaker else None,
    )


def _known_zone(name: str) -> str:
    """A time zone that there is; a misspelt one would shift every "today" in silence."""
    from zoneinfo import available_timezones

    from osler.errors import UsageError

    if name not in available_timezones():
        raise UsageError(f"there is no time zone {name!r}", mend="give it as Europe/Berlin or America/New_York")
    return name


def _turn(
    message: str, conversation: Conversation, chosen: Minds, lines: _Lines, out: Console, *, as_json: bool
) -> _Shown | None:
    """One turn; while it runs, `/stop` is listened for."""
    from concurrent.futures import CancelledError

    from osler.casework import start_turn
    from osler.core.terminology import bundled_vocabularies

    given = conversation.asked(message, dt.datetime.now(dt.UTC))
    shown = _Shown(out)
    handle = start_turn(
        given,
        minds=chosen,
        on_sentence=None if as_json else shown,
        on_withdrawn=None if as_json else shown.withdraw,
    )
    try:
        while not handle.done:
            if lines.peek(_TICK_SECONDS) == "/stop":
                lines.next()
                handle.cancel()
                break
        reply = handle.wait()
    except (KeyboardInterrupt, CancelledError):
        handle.cancel()
        conversation.stopped()
        out.print("stopped", style="dim")
        return None
    conversation.answered(reply, bundled_vocabularies())
    shown.reply = reply
    _show(reply, out, shown, as_json=as_json)
    return shown


class _Shown:
    """Prints each sentence of a turn as soon as it is checked, numbered where it has sources."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self.reply: ConsultReply | None = None
        self.texts: set[str] = set()
        self.numbered: dict[int, ReplySentence] = {}
        """The sentences with sources, by the number that stands behind each."""
        self._numbers = 0

    def number(self, sentence: ReplySentence) -> str:
        """The mark of a sentence: its number, where it has sources."""
        self.texts.add(sentence.text)
        if not sentence.sources:
            return ""
        self._numbers += 1
        self.numbered[self._numbers] = sentence
        return f" [{self._numbers}]"

    def __call__(self, sentence: ReplySentence) -> None:
        mark = self.number(sentence)
        urgent = any(source.kind == "rule" for source in sentence.sources)
        self._out.print(printable(sentence.text) + mark, markup=False, style="bold red" if urgent else None)

    def withdraw(self, sentence: ReplySentence) -> None:
        """Say that a sentence that was shown is not said any more."""
        self.numbered = {number: kept for number, kept in self.numbered.items() if kept.text != sentence.text}
        self._out.print(f"withdrawn: {printable(sentence.text)}", markup=False, style="yellow")


def _show(reply: ConsultReply, out: Console, shown: _Shown, *, as_json: bool) -> None:
    if as_json:
        for sentence in reply.sentences:
            shown.number(sentence)
        emit_json(reply.model_dump(mode="json", exclude={"state"}) | {"text": reply.text})
        return
    for sentence in reply.sentences:
        if sentence.text not in shown.texts:
            shown(sentence)
    for problem in reply.problems:
        out.print(printable(problem.message), markup=False, style="dim")
    if reply.read_as:
        out.print(printable(reply.read_as), markup=False, style="dim")
    if reply.entry_question:
        out.print(printable(reply.entry_question), markup=False, style="cyan")


def _command_as_json(message: str, last: _Shown | None) -> bool:
    """What a command shows of the last answer, as one JSON document; False for a command that shows nothing of it."""
    if message == "/sources":
        numbered = last.numbered if last is not None else {}
        emit_json(
            {
                "sources": [
                    {"number": number, **source.model_dump(mode="json")}
                    for number, sentence in numbered.items()
                    for source in sentence.sources
                ]
            }
        )
    elif message == "/plan":
        reply = last.reply if last is not None else None
        differences = [one.model_dump(mode="json") for one in reply.differences] if reply is not None else []
        emit_json({"plan": reply.plan if reply is not None else [], "differences": differences})
    else:
        return False
    return True


def _command(message: str, last: _Shown | None, conversation: Conversation, out: Console) -> None:
    if message == "/history":
        for line in conversation.recap():
            out.print(printable(line), markup=False)
    elif message == "/sources" and last is not None:
        for number, sentence in last.numbered.items():
            for source in sentence.sources:
                line = f"[{number}] {source.kind}: {source.label or source.id} ({source.id})"
                out.print(printable(line), markup=False)
    elif message == "/plan" and last is not None and last.reply is not None:
        for step in last.reply.plan:
            out.print(step, markup=False)
        for apart in last.reply.differences:
            line = f"{apart.item} differs on {apart.about}: model {apart.model}; offline mind {apart.offline}"
            out.print(printable(line), markup=False)
    elif message.split()[0] == "/topic":
        _topic(message.removeprefix("/topic").strip(), conversation, out)
    elif message not in {"/stop", "/sources", "/plan"}:
        out.print(HELP, style="dim")


def _topic(said: str, conversation: Conversation, out: Console) -> None:
    """Open what a question that names nothing is about, close it, or say what may be opened."""
    from osler.casework import open_topic
    from osler.consult import CLOSED

    if not said:
        out.print(TOPIC_HELP, style="dim")
        return
    if said == "none":
        conversation.changed(CLOSED)
        out.print("no topic is open", style="dim")
        return
    general = said.lower().endswith(_GENERAL)
    found = open_topic(conversation.record, said[: -len(_GENERAL)] if general else said, general=general)
    if found is None:
        out.print(f"nothing in the record is called {printable(said)}; {TOPIC_HELP}", markup=False, style="dim")
        return
    conversation.changed(found.delta())
    kind = "in general" if found.is_general else found.date or "in the record"
    out.print(f"topic: {printable(found.name)} ({kind})", markup=False, style="dim")


class _Lines:
    """What the user types, read beside the work so that a turn can be stopped."""

    def __init__(self) -> None:
        self._source = open_stdin()
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._held: list[str | None] = []
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> str | None:
        """The next line; None at the end of the input."""
        if self._held:
            return self._held.pop(0)
        if self._source.isatty():
            print("> ", end="", flush=True)
        return self._queue.get()

    def peek(self, seconds: float) -> str | None:
        """The next line if it comes within so many seconds; it stays there."""
        if not self._held:
            try:
                self._held.append(self._queue.get(timeout=seconds))
            except queue.Empty:
                return None
        else:
            threading.Event().wait(seconds)
        held: Any = self._held[0]
        return held if isinstance(held, str) else None

    def _read(self) -> None:
        for line in self._source:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)
