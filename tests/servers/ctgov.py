"""A server that answers like the ClinicalTrials.gov API v2 and refuses what its description does not allow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from osler.yaml_reader import parse_yaml
from tests.servers.http import Answer, Hang, HangUp, LoopbackServer, Received

_AGE = re.compile(r"AREA\[(Minimum|Maximum)Age\]RANGE\[(?:MIN, )?(\d+) (years|months)(?:, MAX)?\]")
_AGG = re.compile(r"[a-z]+:[a-z0-9]+(?: [a-z0-9]+)*(?:[,|][a-z]+:[a-z0-9]+(?: [a-z0-9]+)*)*")


class Description:
    """The parameters that the API's own OpenAPI description allows."""

    def __init__(self, path: Path) -> None:
        whole = parse_yaml(path.read_text(encoding="utf-8"))
        self.parameters = {item["name"]: item["schema"] for item in whole["paths"]["/studies"]["get"]["parameters"]}
        self.schemas = whole["components"]["schemas"]

    def problem(self, parameters: dict[str, str]) -> str:
        """What is wrong with a request, in the manner of the API; empty when nothing is."""
        for name, value in parameters.items():
            if name not in self.parameters:
                return f"`{name}` is unknown parameter"
            if message := self._wrong(self.parameters[name], value):
                return f"`{name}` {message}"
        if "aggFilters" in parameters and not _AGG.fullmatch(parameters["aggFilters"]):
            return "`aggFilters` has invalid format"
        return ""

    def _wrong(self, schema: dict[str, Any], value: str) -> str:
        if schema.get("type") == "array":
            return next(
                (message for part in re.split(r"[,|]", value) if (message := self._wrong(schema["items"], part))), ""
            )
        if "$ref" in schema:
            return self._wrong(self.schemas[schema["$ref"].rsplit("/", 1)[1]], value)
        if "enum" in schema and value not in schema["enum"]:
            return f"has unknown value {value}"
        if "pattern" in schema and not re.match(schema["pattern"], value):
            return "has invalid format"
        if schema.get("type") == "integer" and not value.isdigit():
            return "is no integer"
        if schema.get("type") == "boolean" and value not in ("true", "false"):
            return "is no boolean"
        return ""


class CtgovServer(LoopbackServer):
    """Serves given records; `failures` are answered first."""

    def __init__(
        self,
        records: Iterable[dict[str, Any]],
        *failures: Answer | Hang | HangUp,
        description: Description | None = None,
    ) -> None:
        super().__init__()
        self.records = {item["protocolSection"]["identificationModule"]["nctId"]: item for item in records}
        self.failures = list(failures)
        self.description = description
        self.queries: list[dict[str, str]] = []

    def respond(self, request: Received) -> Answer | Hang | HangUp:
        if self.failures:
            return self.failures.pop(0)
        parts = urlsplit(request.path)
        parameters = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if parts.path.startswith("/studies/"):
            found = self.records.get(parts.path.removeprefix("/studies/"))
            return Answer(body=found) if found else Answer(404, body="not found")
        self.queries.append(parameters)
        if self.description is not None and (problem := self.description.problem(parameters)):
            return Answer(400, body=problem)
        return Answer(body=self._page(parameters))

    def _page(self, parameters: dict[str, str]) -> dict[str, Any]:
        fitting = [item for item in self.records.values() if _fits(item["protocolSection"], parameters)]
        start = int(parameters.get("pageToken") or 0)
        size = int(parameters.get("pageSize") or 10)
        answer: dict[str, Any] = {"studies": fitting[start : start + size]}
        if parameters.get("countTotal") == "true":
            answer["totalCount"] = len(fitting)
        if start + size < len(fitting):
            answer["nextPageToken"] = str(start + size)
        return answer


def _fits(study: dict[str, Any], parameters: dict[str, str]) -> bool:
    module, design = study.get("eligibilityModule", {}), study.get("designModule", {})
    statuses = parameters.get("filter.overallStatus", "")
    if statuses and study.get("statusModule", {}).get("overallStatus") not in re.split(r"[,|]", statuses):
        return False
    filters = dict(pair.split(":") for pair in parameters.get("aggFilters", "").split(",") if pair)
    phases = {f"PHASE{key}" for key in filters.get("phase", "").split()}
    if phases and not phases & set(design.get("phases", [])):
        return False
    sex = {"m": "MALE", "f": "FEMALE"}.get(filters.get("sex", ""))
    if sex and module.get("sex", "ALL") not in ("ALL", sex):
        return False
    for side, number, unit in _AGE.findall(parameters.get("query.term", "")):
        age = float(number) / (12 if unit == "months" else 1)
        limit = re.match(r"(\d+)", module.get(f"{side.lower()}Age", ""))
        if limit and (float(limit[1]) > age if side == "Minimum" else float(limit[1]) < age):
            return False
    return _has(parameters.get("query.cond", ""), study.get("conditionsModule", {}).get("conditions", [])) and _has(
        parameters.get("query.intr", ""),
        [item["name"] for item in study.get("armsInterventionsModule", {}).get("interventions", [])],
    )


def _has(words: str, texts: Sequence[str]) -> bool:
    whole = " ".join(texts).lower()
    return all(word in whole for word in re.findall(r"\w+", words.lower()))
