"""Conversations and patients that are kept: resumed after a kill, files unchanged, removed when asked."""

from __future__ import annotations

import datetime as dt
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from osler.consult import ConsultReply
from osler.consult.conversation import Conversation
from osler.consult.extraction import Extraction
from osler.consult.home import PatientHome
from osler.core.runs import SessionManager
from osler.core.terminology import bundled_vocabularies
from osler.errors import UsageError
from tests.core.graph.people import anna
from tests.surfaces.cli_runner import osler

MOMENT = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)
REPO = Path(__file__).resolve().parents[2]
FHIR = REPO / "examples" / "patients" / "hypertension_fhir.json"
ASKED = "How old am I?\n/sources\n/plan\n/topic high blood pressure\n/topic unicorns\n/topic none\n/quit\n"
OTHER = next(path for path in sorted(FHIR.parent.glob("*.json")) if path != FHIR)


def test_a_conversation_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    sessions, home = SessionManager.from_settings(), PatientHome(tmp_path / "home")
    begun = Conversation.begun(anna(), sessions, None)
    begun.asked("What was my last HbA1c?", MOMENT)
    begun.answered(ConsultReply(state=begun.state), bundled_vocabularies())
    begun.asked("And the one before?", MOMENT)
    again = Conversation.resumed(begun.id, sessions, home)
    assert again.unanswered == "And the one before?"
    assert [said.role for said in again.said] == ["user", "assistant", "user"]
    given = again.asked("And the one before?", MOMENT)
    assert [said.text for said in given.history][-1] != "And the one before?"
    assert given.record == anna()


def test_what_was_accepted_is_in_the_record_after_a_resume(tmp_path: Path) -> None:
    sessions, home = SessionManager.from_settings(), PatientHome(tmp_path / "home")
    home.add(anna())
    begun = Conversation.begun(home.get("anna"), sessions, home)
    begun.asked("I weigh 82 kg", MOMENT)
    found = Extraction.model_validate(
        {"measurements": [{"name": "weight", "value": 82, "unit": "kg", "quote": "I weigh 82 kg"}]}
    )
    begun.answered(ConsultReply(state=begun.state, accepted=found), bundled_vocabularies())
    again = Conversation.resumed(begun.id, sessions, PatientHome(tmp_path / "home"))
    assert again.record.observations[-1].label == "Body weight"
    assert again.record.observations[-1].evidence


def test_an_unknown_conversation_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        Conversation.resumed("chat-nothing", SessionManager.from_settings(), PatientHome(tmp_path))


def test_patients_are_added_listed_and_removed_and_their_file_stays_as_it_is(osler_home: Path) -> None:
    before = FHIR.read_bytes()
    added = osler("patient", "add", str(FHIR))
    assert added.returncode == 0, added.stderr
    patient = added.stdout.strip()
    assert patient in osler("patient", "list").stdout
    assert all(path.stat().st_mode & 0o077 == 0 for path in (osler_home / "patients").glob("*.json"))
    assert osler("patient", "remove", patient).returncode == 0
    assert patient not in osler("patient", "list").stdout
    assert osler("patient", "remove", patient).returncode == 2
    assert FHIR.read_bytes() == before


@pytest.mark.slow
def test_a_record_is_asked_from_the_command_line() -> None:
    asked = osler("record", "ask", "What are my active conditions?", "--patient", str(FHIR), "--json")
    assert asked.returncode == 0, asked.stderr
    (reply,) = json.loads(asked.stdout)["results"]
    assert reply["answer"]["type"] in {"list", "none"}
    assert reply["stored"]
    assert osler("record", "ask", "x", "--patient", str(FHIR), "--as-of", "soon").returncode == 2


@pytest.mark.slow
def test_a_chat_in_the_terminal_answers_cites_and_resumes() -> None:
    talked = osler("chat", "--patient", str(FHIR), stdin=ASKED)
    assert talked.returncode == 0, talked.stderr
    assert "years old" in talked.stdout
    assert "topic: " in talked.stdout
    assert "nothing in the record is called" in talked.stdout
    assert "/topic NAME" in talked.stdout
    conversation = talked.stdout.split()[1]
    again = osler("chat", "--resume", conversation, stdin="/history\n/quit\n")
    assert "years old" in again.stdout
    other = osler("chat", "--resume", conversation, "--patient", str(OTHER), stdin="/history\n/quit\n")
    assert other.returncode == 2
    assert "about another patient" in other.stderr
    assert "years old" not in other.stdout
    general = osler("chat", stdin="What is asthma?\nWhat was my last potassium?\nmy bp is 130/80\nok thanks\n/quit\n")
    assert general.returncode == 0
    assert "asthma" in general.stdout.lower()
    assert general.stdout.count("No patient is open") == 2
    assert "Shall I save" not in general.stdout
    assert "You are welcome" in general.stdout


@pytest.mark.slow
def test_a_chat_killed_in_mid_turn_answers_the_message_when_it_is_resumed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "osler", "chat", "--patient", str(FHIR)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    conversation = process.stdout.readline().split()[1]
    process.stdin.write("How old am I?\n")
    process.stdin.flush()
    # Killed once the message is written down, whether or not the answer is there yet.
    sessions = SessionManager.from_settings()
    while len(sessions.get_conversation(conversation)) < 2:
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    again = osler("chat", "--resume", conversation, stdin="/quit\n")
    assert "years old" in again.stdout, again.stderr
