"""What writes the documentation: `python -m docs.build`."""
