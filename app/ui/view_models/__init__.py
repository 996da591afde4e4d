"""What QML may read: small objects with typed properties, each parented and written only by the bridge."""
