"""What keeps an exhibit running: is everything there that the kiosk needs?"""
