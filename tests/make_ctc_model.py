"""Makes a tiny model of the wav2vec2 family with random weights, as `save_pretrained` leaves it.

A script for the Python that has the export tools: `python make_ctc_model.py FOLDER KIND NORM SYMBOL…`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FIRST = ("<pad>", "<s>", "</s>", "<unk>")


def main(folder: str, kind: str, norm: str, *symbols: str) -> None:
    """Write config, weights and the processor's files for these symbols behind the four special ones."""
    import torch
    import transformers

    hugging_face: Any = transformers
    torch.manual_seed(20240229)
    vocabulary = {symbol: index for index, symbol in enumerate((*FIRST, *symbols))}
    config = hugging_face.AutoConfig.for_model(
        kind,
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        conv_dim=(32,) * 7,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=4,
        feat_extract_norm=norm,
        do_stable_layer_norm=norm == "layer",
        pad_token_id=0,
    )
    hugging_face.AutoModelForCTC.from_config(config).save_pretrained(folder)
    extractor = hugging_face.Wav2Vec2FeatureExtractor
    extractor(do_normalize=True, return_attention_mask=norm == "layer").save_pretrained(folder)
    path = Path(folder)
    (path / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False), encoding="utf-8")
    (path / "tokenizer_config.json").write_text(json.dumps({"word_delimiter_token": "|"}), encoding="utf-8")
    (path / "README.md").write_text("---\nlanguage: en\nlicense: apache-2.0\n---\n# Tiny\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
