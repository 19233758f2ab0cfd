"""A conversation and its memory: every message is kept before it is worked on, every answer when it is there."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, Literal

from osler.consult.home import PatientHome
from osler.consult.types import ConsultReply, ConsultRequest, ConsultState, Said, UserLocation
from osler.consult.writing import write
from osler.core.patient import PatientRecord
from osler.core.runs import SessionManager
from osler.core.terminology import Vocabularies
from osler.errors import UsageError


class Conversation:
    """The record, the state and what was said; kept in the session store under its id."""

    def __init__(
        self,
        conversation_id: str,
        record: PatientRecord,
        state: ConsultState,
        sessions: SessionManager,
        home: PatientHome | None,
    ) -> None:
        self.id = conversation_id
        self.record = record
        self.state = state
        self.said: list[Said] = []
        self.opened_as = ""
        self.unanswered: str | None = None
        """A message whose turn was cut off before there was an answer."""
        self._sessions = sessions
        self._home = home
        self._moment = dt.datetime.now(dt.UTC)

    @classmethod
    def begun(
        cls,
        record: PatientRecord,
        sessions: SessionManager,
        home: PatientHome | None,
        *,
        location: UserLocation | None = None,
        opened_as: str = "",
        speaker: Literal["patient", "caregiver"] | None = None,
        patient_id: str | None = None,
    ) -> Conversation:
        """A new conversation; a record that is not of the home is a copy of a file that is never changed."""
        state = ConsultState(
            patient_id=record.id if patient_id is None else patient_id, user_location=location, speaker=speaker
        )
        made = cls(f"chat-{uuid.uuid4().hex[:12]}", record, state, sessions, home)
        made.opened_as = opened_as
        kept = None if home is not None else record.model_dump(mode="json")
        begun = {"kind": "begun", "patient": record.id, "record": kept, "opened_as": opened_as}
        made._keep(begun | {"state": state.model_dump(mode="json")})
        return made

    @classmethod
    def resumed(cls, conversation_id: str, sessions: SessionManager, home: PatientHome) -> Conversation:
        """An earlier conversation as it stood, also after a turn that was cut off."""
        kept = sessions.get_conversation(conversation_id)
        if not kept or kept[0].get("kind") != "begun":
            raise UsageError("there is no conversation of this id", mend="begin one with --patient")
        first = kept[0]
        own = first["record"]
        record = PatientRecord.model_validate(own) if own is not None else home.get(first["patient"])
        state = ConsultState.model_validate(first["state"])
        made = cls(conversation_id, record, state, sessions, None if own is not None else home)
        made.opened_as = first.get("opened_as", "")
        for turn in kept[1:]:
            made._replay(turn)
        return made

    def asked(self, message: str, moment: dt.datetime) -> ConsultRequest:
        """Keep a message and give the turn's input."""
        self._moment = moment
        if self.unanswered is not None and self.said and self.said[-1].text == message:
            self.said.pop()
        else:
            self._keep({"kind": "asked", "message": message, "moment": moment.isoformat()})
        given = ConsultRequest(
            record=self.record,
            state=self.state,
            message=message,
            history=list(self.said),
            moment=moment,
            opened_as=self.opened_as,
        )
        self.said.append(Said(role="user", text=message))
        self.unanswered = None
        return given

    def answered(self, reply: ConsultReply, vocabularies: Vocabularies) -> None:
        """Keep an answer; what was confirmed goes into the record."""
        source = self._source_message()
        if reply.state is not None:
            self.state = reply.state
        if reply.accepted is not None:
            self.record = write(
                self.record,
                reply.accepted,
                source,
                self.state.current_time or self._moment,  # where the user is, it may still be yesterday
                vocabularies,
                replaced=reply.replaced,
            )
            if self._home is not None:
                self._home.add(self.record)
        self.said.append(Said(role="assistant", text=reply.text))
        self._keep(
            {
                "kind": "answered",
                "text": reply.text,
                "state": self.state.model_dump(mode="json"),
                "record": self.record.model_dump(mode="json")
                if reply.accepted is not None and self._home is None
                else None,
            }
        )

    def changed(self, delta: dict[str, Any]) -> None:
        """Keep a change of the state that the user made outside a turn: a topic opened or closed."""
        self.state = self.state.updated(delta)
        self._keep({"kind": "changed", "delta": delta})

    def stopped(self) -> None:
        """Keep that the user ended the turn."""
        self._keep({"kind": "stopped"})

    def recap(self) -> list[str]:
        """What was said, line by line."""
        return [f"{'you' if said.role == 'user' else 'osler'}: {said.text}" for said in self.said]

    def _source_message(self) -> str:
        """The words that the accepted entries quote: the last messages of the user."""
        return "\n".join(said.text for said in self.said[-6:] if said.role == "user")

    def _replay(self, turn: dict[str, Any]) -> None:
        if turn["kind"] == "asked":
            self.said.append(Said(role="user", text=turn["message"]))
            self.unanswered = turn["message"]
            return
        if turn["kind"] == "changed":
            self.state = self.state.updated(turn["delta"])
            return
        if turn["kind"] == "answered":
            self.said.append(Said(role="assistant", text=turn["text"]))
            self.state = ConsultState.model_validate(turn["state"])
            if turn.get("record") is not None:
                self.record = PatientRecord.model_validate(turn["record"])
        self.unanswered = None

    def _keep(self, turn: dict[str, Any]) -> None:
        self._sessions.add_turn(self.id, turn)
