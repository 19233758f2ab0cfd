"""The working context of an analysis and the turns of conversations."""

from osler.core.runs.sessions.manager import SessionManager, open_session_store
from osler.core.runs.sessions.store import SessionStore

__all__ = ["SessionManager", "SessionStore", "open_session_store"]
