"""`osler privacy preview` shows exactly what would leave."""

from __future__ import annotations

import json
from pathlib import Path

from tests.leaks import NOTE
from tests.surfaces.conftest import Command


def test_a_preview_shows_the_text_and_what_was_replaced(osler: Command, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text(NOTE, encoding="utf-8")
    done = osler("privacy", "preview", str(note), "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["results"]
    text = "".join(found["texts"])
    assert "Zebrowitz" not in text
    assert "617-555-0142" not in text
    assert "nystagmus" in text
    assert {"NAME", "DATE", "PHONE", "RECORD"} <= set(found["counts"])
    assert {"kind": "PHONE", "surrogate": text[text.index("[PHONE") :].partition("]")[0] + "]", "original": "617-555-0142"} in found["replacements"]  # fmt: skip

    readable = osler("privacy", "preview", str(note))
    assert "[PHONE-1-" in readable.stdout
    assert "←  617-555-0142" in readable.stdout
    assert readable.stderr == ""


def test_identifiers_of_a_structured_record_are_known_in_its_notes(osler: Command, tmp_path: Path) -> None:
    import base64

    note = base64.b64encode(b"zebrowitz walks badly; nystagmus. Case discussed with quillon.").decode()
    bundle = {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [
            {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Zebrowitz", "given": ["Quillon"]}]}},
            {
                "resource": {
                    "resourceType": "DocumentReference",
                    "id": "d",
                    "status": "current",
                    "type": {"text": "note"},
                    "subject": {"reference": "Patient/p"},
                    "content": [{"attachment": {"contentType": "text/plain", "data": note}}],
                }
            },
        ],
    }  # fmt: skip
    file = tmp_path / "patient.json"
    file.write_text(json.dumps(bundle), encoding="utf-8")
    done = osler("privacy", "preview", str(file), "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["results"]
    assert len(found["texts"]) == 1
    assert "nystagmus" in found["texts"][0]
    assert "zebrowitz" not in found["texts"][0].lower()
    assert "quillon" not in found["texts"][0].lower()
    assert found["counts"] == {"NAME": 2}


def test_a_file_that_is_not_there_is_bad_input(osler: Command, tmp_path: Path) -> None:
    done = osler("privacy", "preview", str(tmp_path / "none.txt"))
    assert done.returncode == 2
    assert "mend" in done.stderr
