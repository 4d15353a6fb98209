"""Runs the command under test; what every test of it needs."""

import copy
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

COMMAND = os.environ["SIDESTEP_COMMAND"]

# Twenty by ten metres with a pillar in the middle.
SCENE = {
    "sidestep": 1,
    "map": {"wkt": "POLYGON((0 0, 20 0, 20 10, 0 10, 0 0), (8 4, 12 4, 12 6, 8 6, 8 4))"},
    "simulation": {"dt": 0.1, "duration": 30, "seed": 1},
    "profiles": {"walker": {"model": "orca", "radius": 0.25}},
    "agents": [{"profile": "walker", "position": [2, 2], "goal": "east"}],
    "goals": {"east": {"point": [18, 2], "exit": True}},
}


def crowd(agents=400, duration=100000):
    """A scene that runs until somebody stops it."""
    side = (agents / 0.5) ** 0.5
    square = [[0, 0], [side, 0], [side, side], [0, side]]
    return {
        "sidestep": 1,
        "map": {},
        "simulation": {"dt": 0.1, "duration": duration, "seed": 1},
        "profiles": {"walker": {"model": "orca", "radius": 0.25}},
        "agents": [{"profile": "walker", "region": square, "count": agents, "goal": "anywhere"}],
        "goals": {"anywhere": {"region": square, "wander": True}},
    }


def edited(path, value):
    """SCENE with one value changed; a path like ("profiles", "walker", "radius")."""
    scene = copy.deepcopy(SCENE)
    place = scene
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return scene


class CommandTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def write(self, content, name="scene.json"):
        file = self.directory / name
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
        return file

    def run_command(self, *arguments, **options):
        return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)

    def document(self, *arguments, exit_code=0, **options):
        """The one JSON document of a command that ended with this code."""
        done = self.run_command(*arguments, "--json", **options)
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def error(self, *arguments, **options):
        """The error of a command that must refuse its input; checks what holds for every error."""
        before = self.listing()
        document = self.document(*arguments, exit_code=2, **options)
        self.assertEqual(list(document), ["error"])
        error = document["error"]
        self.assertEqual(set(error),
                         {"file", "pointer", "line", "column", "value", "allowed", "remedy", "message"})
        self.assertTrue(error["message"])
        self.assertTrue(error["remedy"], error)
        self.assertEqual(self.listing(), before, "bad input left something behind")
        return error

    def listing(self):
        return {p: (p.stat().st_size, p.stat().st_mtime_ns) for p in self.directory.rglob("*")}
