"""Makes the small database that tests keep of an older version: `python -m tests.stores.make_store TARGET.sql.gz`.

It was run with the code of 0.1 and is kept as it was then, so that what people have on their disks is still read.
The patients and criteria in it are invented.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

NOTE = (
    "Mr. Quentin Zebrowski, born 12 March 2015, is seen in the clinic. He has ataxia since the age of 3 years. "
    "No seizures. Hearing is normal."
)
CRITERIA = (
    b"Inclusion Criteria:\n- History of osteoarthritis\nExclusion Criteria:\n- zebraitis\n- quaggaitis\n- okapitis\n"
)


async def fill() -> None:
    """Three diagnoses, one of them cut short, a grounding, and a review queue with one item of each kind."""
    from osler.casework import Minds, diagnose_case, ground_document
    from osler.config import Settings
    from osler.core.patient import read_patient
    from osler.core.runs import open_run
    from osler.core.terminology import Concept, SemanticType
    from osler.errors import ServiceError
    from osler.grounding.documents import read_document
    from osler.grounding.store import Decided, open_grounding_store

    minds = Minds(Settings())
    for terms in (["HP:0001251", "HP:0001250"], ["HP:0001251", "HP:0001250", "HP:0003234"]):
        form = {"hpo_terms": terms, "free_text": NOTE, "age": "5 years", "sex": "male"}
        await diagnose_case(read_patient(json.dumps(form), "input").record, minds=minds)
    try:
        with open_run("diagnosis", {"case": {}, "identifiers": []}):
            raise ServiceError("gone")
    except ServiceError:
        pass
    await ground_document(read_document(CRITERIA, name="trial"), minds=minds)
    queue = open_grounding_store().queue
    _waiting, second, third = (item.entity.entity_id for item in queue.items())
    concept = Concept(id="SCTID:195967001", name="Asthma", vocabulary="SNOMED CT", semantic_type=SemanticType.CONDITION)
    queue.correct(second, concept, Decided(by="anna", at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC), reason="local name"))  # type: ignore[call-arg]  # as it was in 0.1
    queue.reject(third, Decided(by="ben", at=datetime(2026, 1, 3, tzinfo=UTC), reason="no entity"))


def main() -> None:
    """Fill a store of its own and keep it as SQL, which can be read and does not change with SQLite's pages."""
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as home:
        os.environ["OSLER_HOME"] = home
        asyncio.run(fill())
        connection = sqlite3.connect(Path(home) / "runs.db")
        connection.execute("UPDATE runs SET host = 'elsewhere', pid = 1, process_start = '0'")
        script = "\n".join(connection.iterdump())
        connection.close()
    target.write_bytes(gzip.compress(script.encode(), mtime=0))


if __name__ == "__main__":
    main()
