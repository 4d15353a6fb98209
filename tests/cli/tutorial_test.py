"""The tutorial can be followed, and its commands print what it says."""

import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
sys.exit(subprocess.run([sys.executable, root / "scripts/tutorial_page", "--check", os.environ["SIDESTEP_COMMAND"]]).returncode)
