"""What SECURITY.md promises of files: who may read them, what is stored, and that nothing stands beside it."""

from __future__ import annotations

import json
import logging
import stat
from pathlib import Path

import pytest

from osler.casework import Minds, ask_patient_record, diagnose_case, ground_document, patient_home
from osler.config import Settings, load_settings
from osler.core.patient import PatientRecord, read_patient
from osler.core.runs import open_store
from osler.errors import PrivacyBlocked
from osler.grounding import read_document
from tests.servers.models import ModelServer, Says

ROOT = Path(__file__).parent.parent
NAME, BORN, TELEPHONE = "Wilhelmina Quackenbush", "1971-03-09", "020 7946 0958"
PATIENT = {
    "resourceType": "Bundle",
    "type": "collection",
    "entry": [
        {
            "resource": {
                "resourceType": "Patient",
                "id": "W7",
                "name": [{"text": NAME}],
                "birthDate": BORN,
                "telecom": [{"system": "phone", "value": TELEPHONE}],
            }
        },
        {
            "resource": {
                "resourceType": "Condition",
                "id": "c1",
                "subject": {"reference": "Patient/W7"},
                "code": {"text": "Ataxia"},
            }
        },
    ],
}


def patient() -> PatientRecord:
    return read_patient(json.dumps(PATIENT)).record


async def everything(minds: Minds) -> list[str]:
    """A run of several kinds, a kept patient, and the ids of the runs."""
    record = patient()
    patient_home().admit(record, source="bundle.json")
    done = [
        await diagnose_case(record, minds=minds),
        await ask_patient_record(record, "Do I have ataxia?", minds=minds),
        await ground_document(read_document(b"History of zebraitis"), minds=minds),
    ]
    return [output.run_id or "" for output in done]


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _is_private(path: Path, home: Path) -> bool:
    """Whether nobody but its owner can read a file: by its own mode, or by that of a folder on the way to it."""
    folders = [place for place in path.parents if place == home or home in place.parents]
    return any(not stat.S_IMODE(place.stat().st_mode) & 0o077 for place in (path, *folders))


async def test_what_is_stored_is_private_and_as_the_page_says(
    osler_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        ids = await everything(Minds(Settings()))
    files = _files(osler_home)
    assert len(files) > 2
    assert [path.name for path in files if not _is_private(path, osler_home)] == []
    databases = [path for path in files if path.suffix in (".db", ".sqlite")]
    assert databases
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in databases} == {0}
    assert not any("quackenbush" in path.name.lower() for path in files)
    store = open_store()
    for run_id in ids:
        stored = store.get(run_id).model_dump(mode="json")
        beside = {name: value for name, value in stored.items() if name not in ("input", "result")}
        assert "identifiers" not in stored["input"], "they are derived again from the record"
        for secret in (NAME, TELEPHONE):
            assert secret not in json.dumps(beside, ensure_ascii=False), run_id
    assert NAME in json.dumps(store.get(ids[0]).input), "the record is stored as it was read"
    assert NAME not in caplog.text
    assert TELEPHONE not in caplog.text


async def test_a_run_without_a_record_keeps_nothing(osler_home: Path) -> None:
    from osler.casework import diagnose

    await diagnose(patient(), record=False)
    assert _files(osler_home) == []


async def test_a_hosted_model_is_refused_unless_allowed_and_then_told_no_name() -> None:
    note = f"{NAME}, born {BORN}, telephone {TELEPHONE}, has ataxia and seizures."
    record = patient().model_copy(update={"documents": read_patient(note, "note").record.documents})
    async with ModelServer(Says("[]")) as server:
        models = server.settings("openai-chat", local=False, openai_api_key="k", retries=0)
        given = {"models": models, "budget": {"cost_usd": "none"}}
        with pytest.raises(PrivacyBlocked):
            await diagnose_case(record, minds=Minds(Settings.model_validate(given)))
        assert server.received == []
        allowed = Settings.model_validate({**given, "privacy": {"allow_hosted": True}})
        await diagnose_case(record, minds=Minds(allowed))
        assert server.received
        for text in server.texts():
            assert "Quackenbush" not in text
            assert TELEPHONE not in text


def test_secrets_are_masked_where_settings_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")
    settings = load_settings()
    assert "sk-very-secret" not in settings.model_dump_json() + repr(settings)


@pytest.mark.parametrize(
    "promise",
    ["created 0600", "record=False", "allow_hosted", "Identifiers are not stored a second time", "read from the environment only"],
)  # fmt: skip
def test_the_page_still_says_what_is_tested_here(promise: str) -> None:
    assert promise in " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").replace("`", "").split())
