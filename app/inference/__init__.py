"""Model directories, variant choice, compiled cache and thread budget; no runtime is imported here."""
