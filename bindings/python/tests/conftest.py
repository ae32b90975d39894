"""Examples may take their time, and tests of what pytest shows run pytest."""

from hypothesis import settings

settings.register_profile("patient", deadline=None, derandomize=True, database=None)
settings.load_profile("patient")

pytest_plugins = ["pytester"]
