from __future__ import annotations

from osler.diagnosis.steps.failures import add_minds


def test_the_minds_of_several_notes_are_all_named() -> None:
    minds: dict[str, str] = {"synthesis": "offline"}
    for mind in ("offline", "a-model", "offline"):
        add_minds(minds, {"present": mind})
    assert minds == {"synthesis": "offline", "present": "offline, a-model"}
