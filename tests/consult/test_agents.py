"""The eleven agents: each file's instruction reaches the model, each schema holds, no forbidden hand-over happens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from osler.consult import AGENTS, TransferRefused, composition
from osler.consult.extraction import Extraction
from osler.consult.steps.ask import TopicInput, ask_step
from osler.consult.steps.consultant import ConsultInput, consultant_step
from osler.consult.steps.cypher import RecordTask, cypher_step
from osler.consult.steps.data_entry import EntryInput, entry_step
from osler.consult.steps.extractors import StatementInput, context_step, findings_step, measurements_step
from osler.consult.steps.lite import GENERAL, LiteInput, lite_step, standalone
from osler.consult.steps.search import SearchInput, search_step
from osler.consult.steps.triage import TriageInput, triage_step
from osler.consult.steps.url import UrlInput, url_step
from osler.core.agents import AgentStep, Runner, Tool, load_agent
from osler.core.terminology import bundled_vocabularies
from osler.errors import ConfigError
from tests.consult.setting import scripted
from tests.core.agents.scripted import Script

NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)
SAID = "I started lisinopril 10 mg"
STEPS: dict[str, tuple[Callable[[], AgentStep[Any, Any]], Any, dict[str, Any]]] = {
    "triage": (
        partial(triage_step, vocabularies=bundled_vocabularies()),
        TriageInput(message="What is asthma?"),
        {"route": "lite"},
    ),
    "medical_measurements": (
        partial(measurements_step, vocabularies=bundled_vocabularies()),
        StatementInput(message=SAID, current_time=NOW),
        {"measurements": []},
    ),
    "medical_context": (
        partial(context_step, vocabularies=bundled_vocabularies()),
        StatementInput(message=SAID, current_time=NOW),
        {"medications": [{"name": "lisinopril", "dose": "10 mg", "quote": SAID}]},
    ),
    "data_extractor": (
        partial(findings_step, vocabularies=bundled_vocabularies()),
        StatementInput(message=SAID, current_time=NOW),
        {"conditions": []},
    ),
    "data_entry": (entry_step, EntryInput(message=SAID, found=Extraction()), {"action": "none"}),
    "health_consultant": (
        partial(consultant_step, vocabularies=bundled_vocabularies()),
        ConsultInput(question="How am I?", today=NOW.date()),
        {"sentences": [{"text": "The record holds nothing about this."}]},
    ),
    "health_consultant_lite": (
        partial(lite_step, vocabularies=bundled_vocabularies()),
        LiteInput(question="What is asthma?"),
        {"sentences": [{"text": "A disease."}]},
    ),
    "cypher": (
        partial(cypher_step, vocabularies=bundled_vocabularies()),
        RecordTask(question="Any visits?", today=NOW.date()),
        {"type": "none"},
    ),
    "search": (search_step, SearchInput(query="asthma"), {"passages": []}),
    "url_handler": (url_step, UrlInput(url="https://example.org", message="look"), {"quotes": []}),
    "ask": (
        ask_step,
        TopicInput(message="What is it?", topic_name="Asthma", topic_type="ConditionTypeNode"),
        {"question": "What is Asthma?"},
    ),
}


def _tools(step: AgentStep[Any, Any]) -> list[Tool]:
    async def nothing() -> None:
        """Nothing."""

    return [Tool(nothing, name=name) for name in step.tools]


@pytest.mark.parametrize("name", AGENTS)
async def test_the_instruction_arrives_and_the_answer_has_the_agents_shape(name: str) -> None:
    make, given, answer = STEPS[name]
    step = make()
    script = Script([("final_result", answer)])
    outcome = await scripted(script).run(step, given, tools=_tools(step))
    assert outcome.status == "ok"
    instruction = load_agent("osler.consult", name).instruction.render({})
    told = "".join(str(part.content) for part in script.seen[0][0].parts if hasattr(part, "content"))
    assert instruction.splitlines()[0] in told


@pytest.mark.parametrize("name", AGENTS)
async def test_an_answer_of_another_shape_is_sent_back(name: str) -> None:
    make, given, answer = STEPS[name]
    step = make()
    script = Script(
        [("final_result", {"nonsense": {"route": 7}, **dict.fromkeys(answer, 7.5)})], [("final_result", answer)]
    )
    outcome = await scripted(script).run(step, given, tools=_tools(step))
    assert outcome.status == "ok"
    assert script.turns == 2


@pytest.mark.parametrize("name", AGENTS)
async def test_a_model_that_tries_to_hand_over_where_it_may_not_is_refused(name: str) -> None:
    make, given, answer = STEPS[name]
    step = make()
    allowed = composition().nodes[name].hands_over_to
    forbidden = [other for other in AGENTS if other not in allowed]
    calls = [("transfer_to_agent", {"agent_name": other}) for other in forbidden[:2]]
    script = Script(calls, [("final_result", answer)])
    outcome = await scripted(script).run(step, given, tools=_tools(step))
    assert outcome.status == "ok"
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("transfer_to_agent", "error")] * 2
    for other in forbidden:
        with pytest.raises(TransferRefused):
            composition().transfer(name, other)


def test_triage_hands_over_to_the_consultants_only_and_every_agent_is_reached() -> None:
    made = composition()
    assert made.transfer("triage", "health_consultant") == "health_consultant"
    with pytest.raises(TransferRefused):
        made.transfer("triage", "cypher")
    with pytest.raises(TransferRefused):
        made.transfer("health_consultant_lite", "health_consultant")
    assert made.reached() == set(AGENTS)
    assert len(AGENTS) == 11
    roles = {name: made.spec(name).role for name in AGENTS}
    assert {name for name, role in roles.items() if role == "reasoning"} == {
        "health_consultant",
        "health_consultant_lite",
    }


def test_an_agent_file_that_is_not_there_is_a_configuration_error() -> None:
    with pytest.raises(ConfigError):
        load_agent("osler.consult", "nobody")


async def test_an_entry_whose_words_were_not_said_is_thrown_away() -> None:
    answer = {"measurements": [{"name": "weight", "value": 90, "unit": "kg", "quote": "I weigh 90 kg"}]}
    step = measurements_step(bundled_vocabularies())
    given = StatementInput(message="I weigh 82 kg", current_time=NOW)
    outcome = await scripted(Script([("final_result", answer)])).run(step, given)
    assert [entry.value for entry in outcome.unwrap().measurements] == [82.0]  # what the words do say stands in
    assert outcome.rejected[0].reason == "the message does not say these words"


async def test_only_the_users_yes_accepts_an_entry() -> None:
    pending = Extraction.model_validate({"measurements": [{"name": "weight", "value": 82, "unit": "kg"}]})
    accept = Script([("final_result", {"action": "accept"})])
    other = await scripted(accept).run(entry_step(), EntryInput(message="what is asthma?", pending=pending))
    assert other.unwrap().action != "accept"
    yes = await scripted(accept).run(entry_step(), EntryInput(message="yes", pending=pending))
    assert yes.unwrap().action == "accept"


async def test_data_entry_asks_for_the_dose_of_a_medicine_that_was_begun() -> None:
    found = Extraction.model_validate({"medications": [{"name": "lisinopril", "status": "started"}]})
    decision = entry_step().policy(EntryInput(message="I started lisinopril", found=found))
    assert "the dose and the schedule of lisinopril" in decision.question  # type: ignore[union-attr]


async def test_a_general_sentence_without_a_source_says_so() -> None:
    step = lite_step(bundled_vocabularies())
    script = Script([("final_result", {"sentences": [{"text": "Asthma is a disease of the airways."}]})])
    outcome = await scripted(script).run(step, LiteInput(question="What is asthma?"), tools=_tools(step))
    assert outcome.unwrap().sentences[0].text.startswith(GENERAL)


async def test_a_part_of_a_sentence_is_not_what_a_source_says() -> None:
    async def search_passages(query: str) -> list[dict[str, Any]]:
        """Passages."""
        text = "It is not true that gout spreads between people. Gout comes and goes."
        return [{"id": "p1", "title": "Gout", "text": text, "source": "library"}]

    step = lite_step(bundled_vocabularies())
    cited = [{"kind": "library", "id": "p1"}]
    told = ["gout spreads between people.", "Gout comes and goes.", "Gout never comes and goes."]
    answer = {"sentences": [{"text": text, "sources": cited} for text in told]}
    script = Script([("search_passages", {"query": "gout"})], [("final_result", answer)])
    tools = [Tool(search_passages), *(tool for tool in _tools(step) if tool.name != "search_passages")]
    outcome = await scripted(script).run(step, LiteInput(question="What is gout?"), tools=tools)
    sourced = [sentence.text for sentence in outcome.unwrap().sentences if sentence.sources]
    assert sourced == ["Gout comes and goes."]


async def test_a_number_that_no_tool_returned_takes_its_sentence_out() -> None:
    async def ask_patient_graph(question: str) -> dict[str, Any]:
        """Ask."""
        return {"type": "number", "value": 6.5, "entries": ["o3"], "text": "6.5 %", "support": ["Hemoglobin A1c 6.5 %"]}

    step = consultant_step(bundled_vocabularies())
    answer = {
        "sentences": [
            {"text": "Your HbA1c is 6.5 %.", "sources": [{"kind": "record", "id": "o3"}]},
            {"text": "It will fall to 5.1 %.", "sources": []},
            {"text": "It is fine.", "sources": [{"kind": "record", "id": "invented"}]},
        ]
    }
    script = Script([("ask_patient_graph", {"question": "HbA1c?"})], [("final_result", answer)])
    tools = [Tool(ask_patient_graph), *(tool for tool in _tools(step) if tool.name != "ask_patient_graph")]
    outcome = await scripted(script).run(step, ConsultInput(question="How is my HbA1c?", today=NOW.date()), tools=tools)
    assert [sentence.text for sentence in outcome.unwrap().sentences] == ["Your HbA1c is 6.5 %."]
    assert len(outcome.rejected) == 2


def test_a_follow_up_takes_the_concept_and_nothing_else() -> None:
    earlier = ["I am Anna Eins and my asthma is bad, what is asthma?"]
    assert standalone("How is it treated?", earlier, bundled_vocabularies()) == "How is asthma treated?"
    assert standalone("How is it treated?", ["hello"], bundled_vocabularies()) is None


@pytest.mark.parametrize(
    ("message", "entry", "reason"),
    [
        ("please note that I feel fine", {"conditions": [{"name": "HIV infection", "quote": "I feel fine"}]}, "name"),
        ("I feel fine, 10 out of 10", {"conditions": [{"name": "HIV", "quote": "10 out of 10"}]}, "name"),
        ("I don't have HIV", {"conditions": [{"name": "HIV", "quote": "HIV"}]}, "state"),
        ("My mother has gout", {"conditions": [{"name": "gout", "quote": "gout"}]}, "state"),
        ("no", {"conditions": [{"name": "HIV infection", "quote": "no"}]}, "name"),
    ],
)
async def test_an_entry_counts_only_if_its_words_name_it_and_state_it_of_the_user(
    message: str, entry: dict[str, Any], reason: str
) -> None:
    given = StatementInput(message=message, current_time=NOW)
    outcome = await scripted(Script([("final_result", entry)])).run(findings_step(bundled_vocabularies()), given)
    assert outcome.unwrap().conditions == []
    assert reason in outcome.rejected[0].reason


async def test_a_value_that_the_quoted_words_do_not_give_is_thrown_away() -> None:
    said = "I started warfarin 5 mg"
    lie = {"medications": [{"name": "warfarin", "dose": "50 mg", "status": "started", "quote": said}]}
    given = StatementInput(message=said, current_time=NOW)
    outcome = await scripted(Script([("final_result", lie)])).run(context_step(bundled_vocabularies()), given)
    assert [entry.dose for entry in outcome.unwrap().medications] == ["5 mg"]  # as the offline mind reads it
    assert outcome.rejected
    truth = {"medications": [{"name": "warfarin", "dose": "5 mg", "status": "started", "quote": said}]}
    outcome = await scripted(Script([("final_result", truth)])).run(context_step(bundled_vocabularies()), given)
    assert [entry.dose for entry in outcome.unwrap().medications] == ["5 mg"]


@pytest.mark.parametrize(
    ("said", "lie", "read"),
    [
        (
            "BP was 131/84 today",
            {"name": "diastolic blood pressure", "value": 131, "unit": "mm[Hg]", "quote": "BP was 131/84"},
            {("systolic blood pressure", 131.0, "2021-06-02"), ("diastolic blood pressure", 84.0, "2021-06-02")},
        ),
        (
            "I weighed 68 kg yesterday",
            {"name": "body weight", "value": 68, "unit": "kg", "time": "2018-01-01", "quote": "I weighed 68 kg"},
            {("body weight", 68.0, "2021-06-01")},
        ),
        (
            "I weighed 68 kg yesterday",
            {"name": "body weight", "value": 68, "unit": "lb", "time": "2021-06-01", "quote": "I weighed 68 kg"},
            {("body weight", 68.0, "2021-06-01")},
        ),
        (
            "My sugar was 6.4 this morning",
            {"name": "Glucose", "value": 6.4, "unit": "mg/dL", "time": "2021-06-02", "quote": "sugar was 6.4"},
            {("glucose", 6.4, "2021-06-02")},
        ),
    ],
)
async def test_a_measurement_that_the_words_do_not_give_is_read_offline(
    said: str, lie: dict[str, Any], read: set[tuple[str, float, str]]
) -> None:
    step, given = measurements_step(bundled_vocabularies()), StatementInput(message=said, current_time=NOW)
    outcome = await scripted(Script([("final_result", {"measurements": [lie]})])).run(step, given)
    assert {(entry.name.lower(), entry.value, entry.time) for entry in outcome.unwrap().measurements} == read
    assert len(outcome.rejected) == 1


async def test_what_a_model_overlooks_is_read_offline() -> None:
    step = measurements_step(bundled_vocabularies())
    given = StatementInput(message="I weigh 61 kg, thanks", current_time=NOW)
    outcome = await scripted(Script([("final_result", {"measurements": []})])).run(step, given)
    assert [entry.value for entry in outcome.unwrap().measurements] == [61]


async def test_a_medicine_that_a_model_ends_or_schedules_by_itself_is_read_offline() -> None:
    said = "I take ramipril 5 mg once a day"
    step, given = context_step(bundled_vocabularies()), StatementInput(message=said, current_time=NOW)
    for lie in ({"status": "stopped"}, {"frequency": "three times daily"}, {"status": "taking", "date": "2001"}):
        entry = {"name": "ramipril", "dose": "5 mg", "quote": said} | lie
        outcome = await scripted(Script([("final_result", {"medications": [entry]})])).run(step, given)
        (kept,) = outcome.unwrap().medications
        assert (kept.name, kept.status, kept.frequency, kept.date) == ("ramipril", "taking", "once a day", None)


async def test_the_question_that_confirms_is_worded_by_code_and_names_every_entry() -> None:
    found = Extraction.model_validate({"measurements": [{"name": "Potassium", "value": 9.9, "unit": "mmol/L"}]})
    for lie in ({"action": "ask", "question": "Shall I note that you feel fine?"}, {"action": "none"}):
        outcome = await scripted(Script([("final_result", lie)])).run(
            entry_step(), EntryInput(message="note it", found=found)
        )
        assert "Potassium 9.9 mmol/L" in outcome.unwrap().question


@pytest.mark.parametrize(
    ("step", "said", "lie", "kept"),
    [
        (measurements_step, "Sodium 141, potassium 3.9", {"measurements": [{"name": "Potassium", "value": 141, "unit": "mmol/L", "quote": "Sodium 141, potassium 3.9"}]}, {141.0, 3.9}),
        (measurements_step, "I ran 9 km and weighed 74 kg", {"measurements": [{"name": "Body weight", "value": 9, "unit": "kg", "quote": "I ran 9 km and weighed 74 kg"}]}, {74.0}),
        (measurements_step, "my pulse was not 130", {"measurements": [{"name": "Heart rate", "value": 130, "unit": "/min", "quote": "my pulse was not 130"}]}, set()),
        (context_step, "I take enalapril 10 mg and simvastatin 20 mg", {"medications": [{"name": "enalapril", "dose": "20 mg", "status": "taking", "quote": "I take enalapril 10 mg and simvastatin 20 mg"}]}, {"10 mg", "20 mg"}),
        (context_step, "I came off citalopram last week", {"medications": [{"name": "citalopram", "status": "taking", "quote": "citalopram"}]}, {"stopped"}),
        (findings_step, "I had shingles in 2014, it's gone", {"conditions": [{"name": "shingles", "onset": "2014", "status": "active", "quote": "shingles in 2014"}]}, {"resolved"}),
    ],
)  # fmt: skip
async def test_real_words_do_not_carry_a_false_binding(
    step: Callable[..., AgentStep[Any, Any]], said: str, lie: dict[str, Any], kept: set[Any]
) -> None:
    given = StatementInput(message=said, current_time=NOW)
    outcome = await scripted(Script([("final_result", lie)])).run(step(bundled_vocabularies()), given)
    found = [entry for entries in outcome.unwrap().model_dump().values() for entry in entries]
    told = {entry.get("value") or entry.get("dose") or entry.get("status") for entry in found}
    assert told == kept
    assert outcome.rejected


async def test_a_brand_that_no_vocabulary_knows_is_a_medicine_where_the_record_has_it() -> None:
    given = StatementInput(message="I stopped Zorvanil yesterday", current_time=NOW)
    step = context_step(bundled_vocabularies())
    assert (await Runner().run(step, given)).unwrap().medications == []
    own = given.model_copy(update={"own_medicines": ["Zorvanil 28 Day Pack"]})
    (found,) = (await Runner().run(step, own)).unwrap().medications
    assert (found.name, found.status, found.date) == ("Zorvanil", "stopped", "2021-06-01")
