"""The page of scenes is what the scenes say."""

import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
made = subprocess.run([sys.executable, root / "scripts/scenes_page", "--print", os.environ["SIDESTEP_COMMAND"]],
                      capture_output=True, text=True, check=True).stdout
if made != (root / "docs/scenes.md").read_text():
    sys.exit("docs/scenes.md is not what the scenes say: scripts/scenes_page makes it")
