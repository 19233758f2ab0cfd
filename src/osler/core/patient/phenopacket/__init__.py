"""GA4GH Phenopacket v2 to and from the patient record."""

from osler.core.patient.phenopacket.read import looks_like_phenopacket, read_phenopacket, read_phenopacket_bytes
from osler.core.patient.phenopacket.write import to_phenopacket, to_phenopacket_bytes

__all__ = [
    "looks_like_phenopacket",
    "read_phenopacket",
    "read_phenopacket_bytes",
    "to_phenopacket",
    "to_phenopacket_bytes",
]
