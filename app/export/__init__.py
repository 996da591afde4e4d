"""Writers of the public formats."""
