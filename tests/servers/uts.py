"""A server that answers like the REST API of UMLS Terminology Services: search, concepts, atoms, refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from osler.config import Settings
from tests.servers.http import Answer, Hang, HangUp, LoopbackServer, Received

KEY = "0c5a-uts-key-of-the-test"


@dataclass(frozen=True)
class UmlsConcept:
    """A concept as UTS knows it."""

    cui: str
    name: str
    tui: str
    names: tuple[str, ...] = ()
    snomed: tuple[str, ...] = ()


CONCEPTS = (
    UmlsConcept("C0000970", "Acetaminophen", "T121", ("Paracetamol",), ("387517004",)),
    UmlsConcept("C0029408", "Degenerative polyarthritis", "T047", ("Osteoarthritis",), ("396275006",)),
    UmlsConcept("C0019134", "heparin", "T121", ("Heparin",), ("372877000", "84812008")),
    UmlsConcept("C0020538", "Hypertensive disease", "T047", ("Hypertension", "High blood pressure"), ("38341003",)),
    UmlsConcept("C1071741", "Paxillus", "T004", ("Paxillus",)),
)


class UtsServer(LoopbackServer):
    """Knows a few concepts and wants a key; can be told to fail first."""

    def __init__(self, *failures: Answer | Hang | HangUp, concepts: tuple[UmlsConcept, ...] = CONCEPTS) -> None:
        super().__init__()
        self.failures = list(failures)
        self._concepts = {concept.cui: concept for concept in concepts}

    def settings(self, key: str = KEY) -> Settings:
        return Settings.model_validate({"terminology": {"uts_api_key": key, "uts_url": f"{self.url}/rest"}})

    def respond(self, request: Received) -> Answer | Hang | HangUp:
        if self.failures:
            return self.failures.pop(0)
        address = urlsplit(request.path)
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        if asked.get("apiKey") != KEY:
            return Answer(401, {"name": "UnauthorizedError", "status": 401, "message": "Invalid apiKey"})
        match address.path.removeprefix("/rest").strip("/").split("/"):
            case ["search", "current"]:
                return Answer(body=self._search(asked))
            case ["content", "current", "CUI", cui] if cui in self._concepts:
                return Answer(body=self._content(self._concepts[cui]))
            case ["content", "current", "CUI", cui, "atoms"] if self._atoms(cui):
                return Answer(body={"pageSize": 25, "pageNumber": 1, "pageCount": 1, "result": self._atoms(cui)})
            case _:
                return Answer(404, {"name": "NotFoundError", "status": 404, "message": "No results containing all…"})

    def _search(self, asked: dict[str, str]) -> dict[str, Any]:
        text = asked["string"].lower()
        found = [concept for concept in self._concepts.values() if self._matches(concept, text, asked)]
        results = [
            {"ui": concept.cui, "rootSource": "MTH", "uri": f"…/CUI/{concept.cui}", "name": concept.name}
            for concept in found[: int(asked.get("pageSize", "25"))]
        ]
        return {"pageSize": 25, "pageNumber": 1, "result": {"classType": "searchResults", "results": results}}

    @staticmethod
    def _matches(concept: UmlsConcept, text: str, asked: dict[str, str]) -> bool:
        if asked.get("inputType") == "sourceUi":
            return text in concept.snomed
        names = [name.lower() for name in (concept.name, *concept.names)]
        if asked.get("searchType") == "exact":
            return text in names
        return any(set(text.split()) <= set(name.split()) for name in names)

    @staticmethod
    def _content(concept: UmlsConcept) -> dict[str, Any]:
        kind = {"name": "…", "uri": f"https://uts-ws.nlm.nih.gov/rest/semantic-network/2025AA/TUI/{concept.tui}"}
        return {"result": {"classType": "Concept", "ui": concept.cui, "name": concept.name, "semanticTypes": [kind]}}

    def _atoms(self, cui: str) -> list[dict[str, Any]]:
        concept = self._concepts.get(cui)
        codes = concept.snomed if concept else ()
        return [
            {
                "classType": "Atom",
                "name": concept.names[0] if concept and concept.names else "",
                "termType": "PT" if place == 0 else "SY",
                "rootSource": "SNOMEDCT_US",
                "code": f"https://uts-ws.nlm.nih.gov/rest/content/2025AA/source/SNOMEDCT_US/{code}",
                "obsolete": "false",
                "suppressible": "false",
            }
            for place, code in enumerate(codes)
        ]
