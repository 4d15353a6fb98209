"""People in single file, as the command tells and draws it."""

import json
import math
import os
import pathlib
import unittest
import xml.etree.ElementTree as xml

from command import CommandTest

DATA = pathlib.Path(os.environ.get("SIDESTEP_DATA",
                                   pathlib.Path(__file__).resolve().parent.parent.parent.parent / "shared" / "data"))
OVAL = ("--line", "-2.975,1.86,-2.975,4.16", "--around", "1.65")


def ring(people=12, radius=4, speed=1.0, frames=300):
    """Evenly round a circle, at 10 frames per second."""
    lines = ["# framerate: 10 fps", "# id frame x/m y/m"]
    for i in range(people):
        for frame in range(frames):
            angle = speed * frame / 10 / radius - 2 * math.pi * i / people
            lines.append(f"{i + 1} {frame} {radius * math.cos(angle):.6f} {radius * math.sin(angle):.6f}")
    return "\n".join(lines) + "\n"


class SingleFile(CommandTest):
    def measured(self, *arguments):
        done = self.run_command("analyse", *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def refused(self, *arguments):
        done = self.run_command("analyse", *arguments)
        self.assertEqual(done.returncode, 2, done.stdout)
        return done.stderr

    def test_even_ring(self):
        file = self.write(ring(), "ring.txt")
        for line in ((), ("--line", "0,0", "--around", "4")):
            told = self.measured(file, "--single-file", *line)["results"][0]
            self.assertTrue(told["ring"])
            self.assertEqual(told["people"], 12)
            self.assertAlmostEqual(told["length_m"], 8 * math.pi, delta=0.05)
            self.assertAlmostEqual(told["whole"]["density"], 12 / (8 * math.pi), delta=0.001)
            self.assertAlmostEqual(told["whole"]["speed"], 1, delta=0.003)
            self.assertEqual(len(told["windows"]), 3)
            self.assertEqual(told["waves"]["score"], 0)
        metrics = self.measured(file, "--metric", "wave_score", "--metric", "single_file_density",
                                "--metric", "headway")["results"][0]["metrics"]
        self.assertEqual(metrics["wave_score"]["mean"], 0)
        self.assertAlmostEqual(metrics["headway"]["mean"], 8 * math.pi / 12, delta=0.01)

    def test_a_crowd_is_none(self):
        text = "# framerate: 10 fps\n# id frame x/m y/m\n" + "".join(
            f"{i} {f} {0.1 * f + i % 5} {i}\n" for i in range(20) for f in range(50))
        file = self.write(text, "crowd.txt")
        self.assertIn("no single file", self.refused(file, "--single-file"))
        told = self.measured(file, "--metric", "wave_score")["results"][0]
        self.assertEqual(told["metrics"]["wave_score"]["n"], 0)
        self.assertIn("no single file", told["remarks"][0])

    def test_figures(self):
        file, folder = self.write(ring(), "ring.txt"), self.directory / "figures"
        told = self.measured(file, file, "--single-file", "--figures", folder)
        self.assertEqual(len(told["figures"]), 8)
        for figure in told["figures"]:
            xml.parse(figure)
        self.assertIn("--force", self.refused(file, "--single-file", "--figures", folder))
        pictures = self.measured(file, "--single-file", "--figures", folder, "--png")["figures"]
        for picture in pictures:
            self.assertEqual(pathlib.Path(picture).read_bytes()[:4], b"\x89PNG")

    def test_mistakes(self):
        file = self.write(ring(frames=60), "ring.txt")
        for arguments in (("--figures", self.directory / "f"), ("--line", "0,0,1,1"), ("--single-file", "--around", "4"),
                          ("--single-file", "--line", "0,0,1"), ("--single-file", "--line", "0,0"),
                          ("--single-file", "--line", "0,0,1,0,1,1", "--around", "2"),
                          ("--single-file", "--metric", "time"), ("--single-file", "--png"),
                          ("--single-file", "--line", "50,50,60,50")):
            self.refused(file, *arguments)
        self.assertFalse((self.directory / "f").exists())

    def test_a_run_of_our_own(self):
        """A model whose speed is (headway - diameter) / 1 s says so itself; a compact start makes a wave."""
        scene = {"sidestep": 1,
                 "map": {"wkt": "MULTILINESTRING ((0 0, 13 0), (0 0.6, 13 0.6))", "periodic": [13, 0]},
                 "simulation": {"dt": 0.1, "duration": 60, "seed": 1},
                 "profiles": {"walker": {"model": "collision_free_speed", "radius": 0.2}},
                 "agents": [{"profile": "walker", "position": [0.4 + 0.45 * i, 0.3], "goal": {"offset": [1000, 0]}}
                            for i in range(20)]}
        for ending in ("sqlite", "txt"):
            result = self.directory / f"ring.{ending}"
            self.assertEqual(self.run_command("run", self.write(scene), "-o", result).returncode, 0)
            told = self.measured(result, "--single-file")["results"][0]
            self.assertTrue(told["ring"])
            self.assertAlmostEqual(told["whole"]["density"], 20 / 13, delta=1e-6)
            self.assertAlmostEqual(told["headway_fit"]["standstill_m"]["value"], 0.4, delta=0.01)
            self.assertAlmostEqual(told["headway_fit"]["time_to_react_s"]["value"], 1, delta=0.05)
            self.assertGreater(told["waves"]["score"], 0.12)
            self.assertLess(told["waves"]["waves"][0]["speed"], -0.2)

    @unittest.skipUnless((DATA / "single_file_croma").is_dir(), "needs the recordings")
    def test_recordings(self):
        files = [DATA / "single_file_croma" / f"female_{n:02}_1.txt" for n in (8, 16, 24)]
        told = self.measured(*files, "--single-file", *OVAL)
        for one, people, density in zip(told["results"], (8, 16, 24), (0.53, 1.07, 1.60)):
            self.assertEqual(one["people"], people)
            self.assertAlmostEqual(one["whole"]["density"], density, delta=0.005)
        speeds = [one["whole"]["speed"] for one in told["results"]]
        self.assertEqual(speeds, sorted(speeds, reverse=True))
        self.assertGreater(told["together"]["headway_fit"]["r2"], 0.5)


if __name__ == "__main__":
    unittest.main()
