"""The benchmark of criterion judgement: annotations, sampling, metrics and the harness over several minds."""
