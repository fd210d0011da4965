"""What a scenario of the steps system may say beyond its classes: kit from gear tables, a drawn map, script orders."""
