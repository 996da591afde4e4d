"""Models that an operator adds: taken in from Hugging Face directories, kept, chosen and removed."""
