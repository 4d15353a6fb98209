"""`sidestep calibrate` and `analyse --walking-profile`: documents, exit codes, resuming, refusals."""

import json
import math
import signal
import subprocess
import time
import unittest

from command import COMMAND, CommandTest

ROOM = "POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0), (4 0.5, 4.4 0.5, 4.4 4, 4 4, 4 0.5))"


def walker(number, start, goal, speed=1.3, fps=10):
    """Round the upper end of the pillar on straight legs, standing a second before and after."""
    legs = [start, (4.2, 4.6), goal]
    rows, frame = [], 0
    for _ in range(fps):
        rows.append((number, frame, *start))
        frame += 1
    for a, b in zip(legs, legs[1:]):
        steps = round(math.dist(a, b) / speed * fps)
        for k in range(1, steps + 1):
            rows.append((number, frame, a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps))
            frame += 1
    for _ in range(fps):
        rows.append((number, frame, *goal))
        frame += 1
    return rows


class Calibrate(CommandTest):
    def setUp(self):
        super().setUp()
        rows = [row for i in range(4) for row in walker(i + 1, (1 + 0.2 * i, 1.5), (8, 1.5 + 0.3 * i))]
        text = "# framerate: 10 fps\n# id frame x/m y/m\n" + "".join("%d %d %.4f %.4f\n" % row for row in sorted(rows, key=lambda r: r[:2]))
        self.data = self.write(text, "walks.txt")
        self.map = self.write(ROOM, "room.wkt")
        self.line = ("calibrate", "heading_chart", self.data, "--map", self.map, "--set", "cell=0.1")

    def test_heel_strikes(self):
        # Left and right of the way every half second, 0.1 m to either side: the path is the middle.
        rows = []
        for number in range(1, 4):
            for k in range(12):
                rows.append((number, 5 * k, 1 + 0.6 * k, 6 + 0.2 * number + (0.1 if k % 2 else -0.1)))
        text = "# framerate: 10 fps\n# id frame x/m y/m\n" + "".join("%d %d %.4f %.4f\n" % row for row in rows)
        line = ("calibrate", "heading_chart", self.write(text, "heels.txt"), "--map", self.map, "--set", "cell=0.1",
                "--seeds", 1, "--evaluations", 10)
        heels = self.document(*line, "--heel-strikes")
        self.assertEqual(heels["walks"], 3)
        self.assertLess(heels["comparison"]["area"]["model"], 0.002)
        self.assertGreater(self.document(*line, "--whole")["comparison"]["area"]["model"], 0.002)

    def test_document(self):
        document = self.document(*self.line, "--seeds", 2, "--evaluations", 30)
        self.assertEqual(document["walks"], 4)
        self.assertEqual(document["left_out"], [])
        self.assertTrue(document["finished"])
        self.assertEqual(set(document["parameters"]), {"c_turn", "c_inertia"})
        self.assertEqual(len(document["runs"]), 2)
        self.assertEqual([run["seed"] for run in document["runs"]], [1, 2])
        for metric in ("distance", "area", "speed"):
            scores = document["comparison"][metric]
            self.assertGreater(scores["model"], 0)
            self.assertTrue(0 <= scores["p"] <= 1)
            self.assertEqual(scores["df"], 3)
        self.assertAlmostEqual(document["cost"], document["comparison"]["distance"]["model"])
        self.assertEqual(document["cost"], min(run["cost"] for run in document["runs"]))
        for threads in (1, 3):
            again = self.document(*self.line, "--seeds", 2, "--evaluations", 30, "--threads", threads)
            self.assertEqual(again, document)

    def test_table(self):
        done = self.run_command(*self.line, "--metric", "area", "--evaluations", 20)
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in ("4 walks, 0 left out", "c_inertia", "A*", "fitted"):
            self.assertIn(text, done.stdout)
        self.assertNotIn("nan", done.stdout)

    def test_cmaes_and_other_parameters(self):
        line = (*self.line, "--method", "cmaes", "--metric", "speed", "--evaluations", 40, "--parameters",
                "top_speed,c_inertia", "--seeds", 1)
        if "built without CMA-ES" in self.run_command(*line).stderr:
            self.skipTest("built without pagmo")
        document = self.document(*line)
        self.assertEqual(list(document["parameters"]), ["top_speed", "c_inertia"])
        self.assertLess(document["cost"], document["comparison"]["speed"]["default"])

    def test_resume(self):
        whole = self.document(*self.line, "--evaluations", 60)
        checkpoint = self.directory / "search.json"
        resumable = (*self.line, "--evaluations", 60, "--resume", checkpoint)
        # As if it had been ended in the middle: what was tried is a prefix.
        self.document(*self.line, "--evaluations", 25, "--seeds", 2, "--resume", checkpoint)
        resumed = self.document(*resumable)
        for document in (whole, resumed):
            document.pop("checkpoint")
        self.assertEqual(resumed, whole)
        self.assertFalse(list(self.directory.glob("*.part")))
        error = self.error(*resumable, "--metric", "area")
        self.assertIn("another search", error["message"])
        self.assertIn("no checkpoint", self.error(*self.line, "--resume", self.map)["message"])

    def test_interrupt(self):
        checkpoint = self.directory / "search.json"
        line = [COMMAND, *map(str, self.line), "--evaluations", "1000000", "--resume", str(checkpoint), "--json"]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
            while not checkpoint.exists() and process.poll() is None:
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            document = json.loads(process.stdout.read())
            self.assertEqual(process.wait(60), 130)
        self.assertFalse(document["finished"])
        kept = json.loads(checkpoint.read_text())
        self.assertEqual(sum(len(run["trials"]) for run in kept["runs"]),
                         sum(run["evaluations"] for run in document["runs"]))

    def test_outputs_are_not_overwritten(self):
        table = self.directory / "walks.csv"
        line = (*self.line, "--evaluations", 5, "--seeds", 1, "--per-walk", table)
        self.document(*line)
        self.assertEqual(len(table.read_text().splitlines()), 5)
        self.assertIn("--force", self.error(*line)["remedy"])
        self.document(*line, "--force")
        self.error(*self.line, "--per-walk", self.data, "--force")
        self.error(*self.line, "--resume", self.data)

    def test_bad_input(self):
        self.assertIn("heading_chart", self.error("calibrate", "walking", self.data)["allowed"])
        self.assertIn("speed", self.error(*self.line, "--metric", "time")["allowed"])
        self.assertIn("cmaes", self.error(*self.line, "--method", "guessing")["allowed"])
        self.assertIn("c_turn", self.error(*self.line, "--parameters", "c_turn,cell")["allowed"])
        self.error(*self.line, "--set", "cell")
        self.error(*self.line, "--set", "cell=x")
        self.error(*self.line, "--set", "cell=7")
        self.error(*self.line, "--seeds", 0)
        self.error("calibrate", "heading_chart", self.directory / "none.txt")
        wall = self.write("POLYGON ((20 20, 30 20, 30 30, 20 30, 20 20))", "elsewhere.wkt")
        self.assertIn("no walk", self.error("calibrate", "heading_chart", self.data, "--map", wall)["message"])

    def test_walking_profile(self):
        document = self.document("analyse", self.data, "--walking-profile")
        result = document["results"][0]
        self.assertEqual(result["walks"], 4)
        top = result["walking_profile"]["top_speed"]
        self.assertEqual((top["n"], top["unit"]), (4, "m/s"))
        self.assertAlmostEqual(top["mean"], 1.3, delta=0.1)
        self.assertEqual(set(result["walking_profile"]),
                         {"top_speed", "turn_speed", "accel_distance", "decel_distance",
                          "accel_cubic", "decel_cubic", "slowing_cubic"})
        done = self.run_command("analyse", self.data, "--walking-profile", "--map", self.map)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("decel_distance", done.stdout)
        self.error("analyse", self.data, "--walking-profile", "--per-agent", self.directory / "x.csv")


if __name__ == "__main__":
    unittest.main()
