"""The window: one bridge between the engine and QML, its view-models, fonts and texts."""
