"""What a scenario of the shots system may say beyond its classes: kit from gear tables, schticks, places, script orders."""
