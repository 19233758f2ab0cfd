"""A code of a vocabulary, named by the short prefix that CURIEs use."""

from __future__ import annotations

from pydantic import ConfigDict

from osler.core.patient.types.base import Part


class Coding(Part):
    """A code with its vocabulary: `system` is a CURIE prefix (`HP`, `SCTID`, `LOINC`, …) or a URI where none is known."""

    # One coding may stand in many facts of a record, so nobody may change it.
    model_config = ConfigDict(frozen=True)

    system: str
    code: str
    display: str | None = None

    @classmethod
    def of(cls, curie: str, display: str | None = None) -> Coding:
        """The coding that a CURIE such as `HP:0001250` names."""
        system, _, code = curie.partition(":")
        return cls(system=system, code=code, display=display)

    @property
    def id(self) -> str:
        """The CURIE: `HP:0001250`."""
        return f"{self.system}:{self.code}"
