"""What a run has to say, as text and as JSON: pure functions from a `Report` to a string.

Import the module that is needed (`report.text`, `report.summary`, `report.as_json`); this one imports
nothing, so that a run pays only for the format it prints.
"""
