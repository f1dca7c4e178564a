"""The samples of the README run against the service and the mock."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PLACES: dict[str, Any] = json.loads(os.environ["SVC_PLACES"])
SAMPLES = re.findall(r"```python\n(.*?)```", (Path(__file__).parent.parent / "README.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("place", list(PLACES))
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.split("\n")[0])
def test_a_sample_of_the_readme_runs_and_prints_something(sample: str, place: str) -> None:
    given = {"SVC_API_KEY": PLACES[place]["api_key"], "SVC_BASE_URL": PLACES[place]["base_url"]}
    command = [sys.executable, "-c", sample]
    result = subprocess.run(command, env={**os.environ, **given}, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout != ""


def test_the_readme_has_samples() -> None:
    assert len(SAMPLES) >= 4
