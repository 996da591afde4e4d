"""The aligner's recipe: text → speech with phone times → network → OpenVINO directories → figures."""
