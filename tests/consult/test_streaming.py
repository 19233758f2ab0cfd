"""The sentences of a model's answer are shown while it writes, each checked before; what falls later is withdrawn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from osler.config import Settings
from osler.consult import ConsultReply, ConsultSettings, Deps, ReplySentence
from osler.core.agents import Runner
from tests.consult.setting import graphs, turn
from tests.servers.http import Received
from tests.servers.models import Calls, ModelServer, Move, Pauses, Protocol
from tests.timing import PATIENCE, within

QUESTION = "What was my last HbA1c?"
CITED = [{"kind": "record", "id": "o3"}]
TRUE = {"text": "Your HbA1c was 6.5 %.", "sources": CITED}
LIE = {"text": "Your HbA1c was 9.9 %.", "sources": CITED}
OTHER = {"text": "The record gives an HbA1c of 6.5 %.", "sources": CITED}
QUERY = (
    "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(x:Observation) WHERE x.value = 6.5 "
    "RETURN x.uuid AS uuid, x.name AS name, x.value AS value, x.unit AS unit"
)
FOUND = {"type": "number", "value": 6.5, "unit": "%", "entries": ["o3"], "text": "Hemoglobin A1c 6.5 %."}
_EMPTY = {"measurements": [], "medications": [], "conditions": [], "action": "none"}


class Playing(ModelServer):
    """A server whose model is every agent; as the consultant it reads the record and then answers by its script."""

    def __init__(self, *answers: Move) -> None:
        super().__init__()
        self._answers = list(answers)

    def move(self, request: Received) -> Move:
        told = json.dumps(request.json())
        if "You answer a question about this patient" in told:
            if "o3" not in told:
                return Calls([("ask_patient_graph", {"question": QUESTION})])
            return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if "You answer one question about one patient" in told:
            return Calls([("query_graph", {"cypher": QUERY}) if "6.5" not in told else ("final_result", FOUND)])
        if "You route one message" in told:
            return Calls([("final_result", {"route": "consultant"})])
        schema = json.dumps(request.json()["tools"])
        return Calls([("final_result", {key: value for key, value in _EMPTY.items() if f'"{key}"' in schema})])


class Screen:
    """What was shown and withdrawn, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.some = asyncio.Event()

    def show(self, sentence: ReplySentence) -> None:
        self.lines.append(sentence.text)
        self.some.set()

    def withdraw(self, sentence: ReplySentence) -> None:
        self.lines.append(f"withdrawn: {sentence.text}")


def answer(*sentences: Any) -> Calls:
    return Calls([("final_result", {"sentences": list(sentences)})])


async def asked(
    server: Playing, screen: Screen, folder: Path, protocol: Protocol = "openai-chat", *, requests: int = 8
) -> ConsultReply:
    settings = Settings.model_validate({"models": server.settings(protocol)})
    async with Runner(settings) as runner:
        deps = Deps(
            graphs=graphs(folder),
            runner=runner,
            options=ConsultSettings(requests=requests),
            on_sentence=screen.show,
            on_withdrawn=screen.withdraw,
        ).for_run()
        return await asyncio.wait_for(turn(QUESTION, deps), 60)


def texts(sentences: Sequence[ReplySentence]) -> list[str]:
    return [sentence.text for sentence in sentences]


@pytest.mark.parametrize("protocol", ["openai-chat", "anthropic"])
async def test_a_sentence_is_shown_while_the_model_writes_and_a_lie_never(protocol: Protocol, tmp_path: Path) -> None:
    screen = Screen()
    async with Playing(Pauses(answer(TRUE, LIE, OTHER), '"o3"}]}', screen.some)) as server:
        reply = await asked(server, screen, tmp_path, protocol)
    assert reply.minds["health_consultant"] == f"{protocol}:test-model"
    assert screen.lines == [TRUE["text"], OTHER["text"]] == texts(reply.sentences)
    assert reply.sentences[0].sources[0].label.startswith("Hemoglobin A1c")
    assert reply.withdrawn == []


@pytest.mark.parametrize(
    ("requests", "said"),
    [(4, str(OTHER["text"])), (3, "Hemoglobin A1c: 6.5 % on 2021-04-01.")],
    ids=["corrected", "offline mind stands in"],
)
async def test_what_was_shown_of_an_answer_that_did_not_hold_is_withdrawn(
    requests: int, said: str, tmp_path: Path
) -> None:
    screen = Screen()
    async with Playing(answer(TRUE, {"text": 5}), answer(OTHER)) as server:
        reply = await asked(server, screen, tmp_path, requests=requests)
    assert texts(reply.sentences) == [said]
    assert texts(reply.withdrawn) == [TRUE["text"]]
    assert screen.lines == [TRUE["text"], said, f"withdrawn: {TRUE['text']}"]


async def test_a_turn_is_stopped_in_the_middle_of_an_answer_within_a_second(tmp_path: Path) -> None:
    screen = Screen()
    async with Playing(Pauses(answer(TRUE, OTHER), '"o3"}]}', asyncio.Event())) as server:
        task = asyncio.create_task(asked(server, screen, tmp_path))
        await asyncio.wait_for(screen.some.wait(), 60)
        task.cancel()
        with within(1):
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.wait_for(server.left.wait(), PATIENCE)
    assert screen.lines == [TRUE["text"]]
