"""Write the synthetic trials and patients of the demonstration (examples/trials) from their generator."""

from __future__ import annotations

import json
from pathlib import Path

from osler.evals.trials.synthetic import build

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "trials"


def main() -> None:
    """Write trials.ndjson, one note a patient, and the answers."""
    data = build()
    (FOLDER / "patients").mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in data["trials"])
    (FOLDER / "trials.ndjson").write_text(lines, encoding="utf-8")
    for patient in data["patients"]:
        (FOLDER / "patients" / f"{patient['id']}.txt").write_text(patient["note"] + "\n", encoding="utf-8")
    answers = [json.dumps(answer) for answer in data["answers"]]
    (FOLDER / "answers.jsonl").write_text("\n".join(answers) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
