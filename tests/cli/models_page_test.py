"""The page of models is what the catalogue says."""

import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
page = root / "docs/models/README.md"
made = subprocess.run([sys.executable, root / "scripts/models_page", "--print", os.environ["SIDESTEP_COMMAND"]],
                      capture_output=True, text=True, check=True).stdout
if made != page.read_text():
    sys.exit("docs/models/README.md is not what the catalogue says: scripts/models_page makes it")
