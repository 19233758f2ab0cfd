"""Where concepts come from: this machine, release files, embeddings, UMLS Terminology Services."""
