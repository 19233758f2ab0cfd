"""The smallest PDF that holds some lines of text."""

from __future__ import annotations

from collections.abc import Mapping


def pdf_of(text: str, sizes: Mapping[str, int] | None = None) -> bytes:
    """A PDF of one page with these lines, some of them in letters of their own size."""
    letters = [(sizes or {}).get(line, 10) for line in text.splitlines()]
    lines = [line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in text.splitlines()]
    shown = "\n".join(f"/F1 {size} Tf ({line}) Tj T*" for line, size in zip(lines, letters, strict=True))
    stream = f"BT /F1 10 Tf {24 if sizes else 12} TL 40 800 Td\n{shown}\nET".encode("latin-1", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(body)
    return body + b"xref\n0 6\n0000000000 65535 f \n" + table + end
