"""Tiny releases in the formats of UMLS, RxNorm, SNOMED CT and OBO, made up for tests."""

from __future__ import annotations

from pathlib import Path

UMLS_ATOMS = (
    # CUI, source, term type, code, text, preferred
    ("C0000970", "RXNORM", "IN", "161", "acetaminophen", True),
    ("C0000970", "SNOMEDCT_US", "PT", "387517004", "Acetaminophen", False),
    ("C0000970", "DRUGBANK", "IN", "DB00316", "Acetaminophen", False),
    ("C0000970", "SNOMEDCT_US", "SY", "777067000", "Paracetamol", False),
    ("C0029408", "SNOMEDCT_US", "PT", "396275006", "Osteoarthritis", True),
    ("C0029408", "MSH", "MH", "D010003", "Degenerative Arthritis", False),
    ("C0019134", "SNOMEDCT_US", "PT", "372877000", "Heparin", True),
    ("C0719635", "RXNORM", "BN", "202433", "Tylenol", True),
    ("C1071741", "NCBI", "SCN", "71150", "Paxillus", True),
    ("C9999999", "MSH", "MH", "D000000", "Frobnitz disease", True),
)
UMLS_TYPES = (
    ("C0000970", "T109"),
    ("C0000970", "T121"),
    ("C0029408", "T047"),
    ("C0019134", "T121"),
    ("C0719635", "T121"),
    ("C1071741", "T004"),
    ("C9999999", "T047"),
)


def umls_atom(
    cui: str, source: str, term_type: str, code: str, text: str, preferred: bool, language: str = "ENG"
) -> str:
    status = "P|L1|PF|S1|Y" if preferred else "S|L2|VO|S2|N"
    return f"{cui}|{language}|{status}|A{abs(hash((cui, text, source)))}||||{source}|{term_type}|{code}|{text}|0|N||\n"


def write_umls(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    atoms = "".join(umls_atom(*atom) for atom in UMLS_ATOMS)
    atoms += umls_atom("C0000970", "MSHGER", "MH", "D000082", "Paracetamol (deutsch)", False, language="GER")
    (folder / "MRCONSO.RRF").write_text(atoms, encoding="utf-8")
    types = "".join(f"{cui}|{tui}|A1.4|…|AT1||\n" for cui, tui in UMLS_TYPES)
    (folder / "MRSTY.RRF").write_text(types, encoding="utf-8")
    # The second concept is a trade name of the first.
    relation = "C0000970|A1|AUI|RB|C0719635|A2|AUI|tradename_of|R1||RXNORM|RXNORM|||N||\n"
    (folder / "MRREL.RRF").write_text(relation, encoding="utf-8")
    (folder / "release.dat").write_text("umls.release.name=2025AA\n", encoding="utf-8")
    return folder


def write_rxnorm(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    rows = (
        ("161", "RXNORM", "IN", "161", "acetaminophen"),
        ("161", "SNOMEDCT_US", "PT", "387517004", "Acetaminophen"),
        ("202433", "RXNORM", "BN", "202433", "Tylenol"),
    )
    atoms = "".join(
        f"{cui}|ENG||||||{n}||||{sab}|{tty}|{code}|{text}||N|4096|\n"
        for n, (cui, sab, tty, code, text) in enumerate(rows)
    )
    (folder / "RXNCONSO.RRF").write_text(atoms, encoding="utf-8")
    (folder / "RXNREL.RRF").write_text("202433||CUI|RN|161||CUI|has_tradename|||RXNORM||||N|4096|\n", encoding="utf-8")
    return folder


def write_rf2(folder: Path) -> Path:
    terminology = folder / "Snapshot" / "Terminology"
    terminology.mkdir(parents=True, exist_ok=True)
    concepts = [("396275006", "1"), ("1111111", "0"), ("22222222", "1"), ("33333333", "1")]
    lines = ["id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId"]
    lines += [f"{code}\t20250101\t{active}\t900000000000207008\t900000000000074008" for code, active in concepts]
    (terminology / "sct2_Concept_Snapshot_INT_20250101.txt").write_text("\r\n".join([*lines, ""]), encoding="utf-8")
    fsn, synonym = "900000000000003001", "900000000000013009"
    described = [
        ("1", "396275006", fsn, "Osteoarthritis (disorder)"),
        ("2", "396275006", synonym, "Degenerative joint disease"),
        ("3", "396275006", synonym, "Osteoarthrosis"),
        ("4", "1111111", fsn, "Withdrawn thing (disorder)"),
        ("5", "22222222", fsn, "Genus Paxillus (organism)"),
        ("6", "33333333", fsn, "Zorbitic knee wear (disorder)"),
    ]
    lines = ["id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId"]
    lines += [
        f"{n}\t20250101\t1\t900000000000207008\t{code}\ten\t{kind}\t{text}\t9" for n, code, kind, text in described
    ]
    file = "sct2_Description_Snapshot-en_INT_20250101.txt"
    (terminology / file).write_text("\r\n".join([*lines, ""]), encoding="utf-8")
    lines = ["id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\tgroup\ttypeId\tcharacteristic\tmodifier"]
    lines += ["1\t20250101\t1\t9\t33333333\t396275006\t0\t116680003\t9\t9"]
    lines += ["2\t20250101\t0\t9\t33333333\t22222222\t0\t116680003\t9\t9"]
    file = "sct2_Relationship_Snapshot_INT_20250101.txt"
    (terminology / file).write_text("\r\n".join([*lines, ""]), encoding="utf-8")
    language = folder / "Snapshot" / "Refset" / "Language"
    language.mkdir(parents=True, exist_ok=True)
    lines = ["id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tacceptabilityId"]
    lines += ["x\t20250101\t1\t9\t900000000000509007\t3\t900000000000548007"]
    file = "der2_cRefset_LanguageSnapshot-en_INT_20250101.txt"
    (language / file).write_text("\r\n".join([*lines, ""]), encoding="utf-8")
    return folder


OBO = """\
format-version: 1.2
data-version: hp/releases/2025-05-06
ontology: hp

[Term]
id: HP:9000001
name: Toy seizure
def: "A made-up seizure with a \\"quote\\"." [HPO:probinson]
synonym: "Toy fit" EXACT layperson []
synonym: "Toy convulsion" RELATED []
xref: UMLS:C9000001
xref: SNOMEDCT_US:900000001

[Term]
id: HP:9000002
name: obsolete Toy thing
is_obsolete: true

[Typedef]
id: part_of
name: part of
"""
OBO_GRAPH = """\
{"graphs": [{"id": "http://purl.obolibrary.org/obo/toy.owl",
 "meta": {"version": "http://purl.obolibrary.org/obo/mondo/releases/2025-06-03/mondo.owl"},
 "nodes": [
  {"id": "http://purl.obolibrary.org/obo/MONDO_9000001", "lbl": "toy disease", "type": "CLASS",
   "meta": {"definition": {"val": "A made-up disease."}, "synonyms": [{"pred": "hasExactSynonym", "val": "toy malady"}],
            "xrefs": [{"val": "UMLS:C9000002"}, {"val": "SCTID:900000002"}]}},
  {"id": "http://purl.obolibrary.org/obo/MONDO_9000002", "lbl": "gone", "type": "CLASS", "meta": {"deprecated": true}},
  {"id": "http://purl.obolibrary.org/obo/mondo#part", "lbl": "part", "type": "PROPERTY"}]}]}
"""
