"""One case through the capabilities that apply; the one place that wires cross-capability tools."""
