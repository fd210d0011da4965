"""What a scenario of the counts system may say beyond its classes: kit from gear tables, skills, script orders."""
