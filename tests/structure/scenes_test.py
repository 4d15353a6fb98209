"""Every shipped scene loads and takes twenty steps, the same ones on one thread and on two."""

import json
import os
import pathlib
import subprocess
import sys

command, directory = sys.argv[1], pathlib.Path(sys.argv[2])
scenes = sorted(directory.rglob("*.json"))
if not scenes:
    sys.exit(f"{directory} holds no scene")

recordings = pathlib.Path(os.environ.get("SIDESTEP_DATA", directory.parent.parent / "shared" / "data"))

problems = []
for scene in scenes:
    hashes = set()
    map_file = json.loads(scene.read_text()).get("map", {}).get("file", "")
    if map_file.startswith("data:") and not (recordings / map_file.removeprefix("data:")).exists():
        print(f"{scene.name} left out: {map_file} is not in {recordings}")
        continue
    for threads in ("1", "2"):
        line = [command, "bench", str(scene), "--warmup", "0", "--steps", "20", "--threads", threads, "--json"]
        done = subprocess.run(line, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            problems.append(f"{scene.name}: exit {done.returncode}: {done.stderr.strip()}")
            break
        result = json.loads(done.stdout)["scenes"][0]
        hashes.add(result["state_hash"])
        if result["name"] != scene.stem:
            problems.append(f"{scene.name}: calls itself {result['name']}")
    if len(hashes) > 1:
        problems.append(f"{scene.name}: one and two threads differ: {hashes}")
    if "-" in scene.stem:
        problems.append(f"{scene.name}: scene names use underscores")
sys.exit("\n".join(problems) or 0)
