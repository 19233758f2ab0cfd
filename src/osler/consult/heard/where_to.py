"""Where a message goes once it is known what it states and what the open chart holds."""

from __future__ import annotations

import re

from osler.consult.extraction import Extraction
from osler.consult.heard.beside_bid import asks_of_a_service, asks_to_act, beside_bid
from osler.consult.heard.charted import asks_the_chart, asks_what_has_no_place, names_what_is_charted
from osler.consult.replying.answering import ASKS_A_SERVICE, ASKS_TO_ACT
from osler.consult.steps.taking import asks_whether_to_take
from osler.consult.steps.triage import TriageDecision
from osler.consult.triage import Alarm, triage
from osler.consult.types import NOBODY, ConsultRequest
from osler.core.terminology import Vocabularies


def routed(decision: TriageDecision, heard: Alarm, found: Extraction, replacing: Extraction | None) -> TriageDecision:
    """Where a message goes once it is known what it states: an emergency before all, a statement to nobody's refusal."""
    if heard.now:
        return TriageDecision(route="urgent", rule="red flags")
    if replacing is not None:
        return TriageDecision(route="consultant", rule="a correction of what was saved")
    if decision.route == "refuse_non_health" and not found.is_empty:
        return TriageDecision(route="consultant", rule="the message states something of the patient")
    return decision


def of_the_chart(decision: TriageDecision, given: ConsultRequest, vocabularies: Vocabularies) -> TriageDecision:
    """Where a message goes that names nobody: to who has the chart, where it asks what the open one holds."""
    apart = beside_bid(given.message, vocabularies) if decision.route in _MAY_BID else None
    if apart is not None:  # it goes where what is said beside the bid does
        found = triage(apart.rest, vocabularies)
        beside = TriageDecision(route=found.route, rule=found.rule, section=found.section, change=found.change)
        return of_the_chart(beside, given.model_copy(update={"message": apart.rest}), vocabularies)
    if decision.route in {*_MAY_BID, "redirect_share_edit"} and asks_to_act(given.message):
        return TriageDecision(route="consultant", rule=ASKS_TO_ACT)
    if decision.route in _MAY_BID and asks_of_a_service(given.message):
        return TriageDecision(route="consultant", rule=ASKS_A_SERVICE)
    if decision.route not in {"lite", "refuse_non_health"} or given.state.patient_id == NOBODY:
        return decision
    asked = asks_the_chart(given.message, given.record, given.moment.date(), vocabularies)
    asked = asked or asks_what_has_no_place(given.message, given.moment.date(), vocabularies)
    if asked or _is_of_the_patient(given.message, vocabularies):
        return TriageDecision(route="consultant", rule="asked of the open chart")
    away = decision.route == "refuse_non_health"
    if away and names_what_is_charted(given.message, given.record, given.moment.date(), vocabularies):
        return TriageDecision(route="consultant", rule="names what the open chart may hold")
    return decision


_MAY_BID = frozenset({"lite", "consultant", "refuse_non_health"})
_THIS_ONE = re.compile(
    r"\b(?:(?:given|considering|with|in view of) (?:the|this|that|what|all)|the above|th(?:e|is) (?:patient|chart|record|history))\b",
    re.IGNORECASE,
)


def _is_of_the_patient(message: str, vocabularies: Vocabularies) -> bool:
    """Whether it is asked what speaks against a medicine for who is open."""
    return asks_whether_to_take(message, vocabularies) and _THIS_ONE.search(message) is not None
