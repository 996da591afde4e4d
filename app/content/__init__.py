"""Content packs and answers: question → nearest entry of a pack → `Answer`, or a friendly limitation."""
