"""`sidestep calibrate SCENE`: known parameters are found again; resuming, Ctrl-C, refusals."""

import json
import signal
import subprocess
import time
import unittest

from command import COMMAND, SCENE, CommandTest, crowd


class SceneFit(CommandTest):
    def setUp(self):
        super().setUp()
        self.scene = self.write(SCENE)
        self.line = ("calibrate", self.scene, "--fit", "walker.pref_speed=0.8,1.8", "--method", "simplex", "--seeds", 1)

    def recording(self, *settings):
        out = self.directory / "observed.sqlite"
        self.assertEqual(self.run_command("run", self.scene, "-o", out, "--force", *settings).returncode, 0)
        return out

    def test_finds_what_a_recording_was_made_with(self):
        like = self.recording("--set", "walker.pref_speed=1.07")
        document = self.document(*self.line, "--like", like, "--objective", "avg_speed", "--evaluations", 60)
        self.assertTrue(document["finished"])
        self.assertAlmostEqual(document["parameters"]["walker.pref_speed"]["best"], 1.07, delta=0.01)
        speed = document["objectives"]["avg_speed"]
        measured = self.document("analyse", like)["results"][0]["metrics"]["avg_speed"]["mean"]
        self.assertEqual(speed["target"], measured)
        self.assertEqual(speed["scale"], measured)
        self.assertAlmostEqual(speed["after"], measured, delta=0.01)
        self.assertAlmostEqual(document["cost"], ((speed["after"] - measured) / measured) ** 2)
        self.assertLess(document["cost"], document["cost_before"])

    def test_in_words(self):
        done = self.run_command(*self.line, "--objective", "avg_speed=5", "--objective", "length=16,2", "--evaluations", 50)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("walker.pref_speed is at its upper bound, 1.8.", done.stdout)
        for text in ("avg_speed", "length", "wanted", "cost"):
            self.assertIn(text, done.stdout)

    def test_runs_threads_and_resuming(self):
        scene = self.write(crowd(agents=12, duration=5), "crowd.json")
        line = ("calibrate", scene, "--fit", "walker.time_horizon", "--fit", "walker.route.cone_min_angle", "--runs", "3-5",
                "--set", "walker.route=flat", "--objective", "total_accel=3", "--seeds", 2)
        whole = self.document(*line, "--evaluations", 20, "--threads", 1)
        self.assertEqual(list(whole["parameters"]), ["walker.avoid.time_horizon", "walker.route.cone_min_angle"])
        kept = self.directory / "search.json"
        self.document(*line, "--evaluations", 8, "--resume", kept)
        rest = self.document(*line, "--evaluations", 20, "--resume", kept, "--threads", 3)
        for document in (whole, rest):
            document.pop("checkpoint")
        self.assertEqual(rest, whole)
        self.assertIn("another search", self.error(*line, "--resume", kept, "--duration", 4)["message"])

    def test_interrupt(self):
        scene = self.write(crowd(agents=12, duration=5), "crowd.json")
        kept = self.directory / "search.json"
        line = [COMMAND, "calibrate", scene, "--fit", "walker.time_horizon", "--objective", "total_accel=3", "--evaluations",
                "1000000", "--resume", kept, "--json"]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
            while process.poll() is None and not (kept.exists() and b'"cost"' in kept.read_bytes()):
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            document = json.loads(process.stdout.read())
            self.assertEqual(process.wait(), 130)
        self.assertFalse(document["finished"])
        self.assertEqual(document["interrupted"], "SIGINT")
        trials = sum(len(run["trials"]) for run in json.loads(kept.read_text())["runs"])
        self.assertEqual(trials, sum(run["evaluations"] for run in document["runs"]))
        self.assertGreater(trials, 0)

    def test_ctrl_c_does_not_wait_for_a_long_evaluation(self):
        scene = self.write(crowd(agents=60, duration=1e7), "crowd.json")
        line = [COMMAND, "calibrate", scene, "--fit", "walker.time_horizon", "--objective", "total_accel=3", "--json"]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and not self.catches_interrupts(process.pid):
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            document = json.loads(process.stdout.read())
            self.assertEqual(process.wait(), 130)
        self.assertEqual(document["runs"], [])
        self.assertIsNone(document["cost"])

    def catches_interrupts(self, pid):
        with open(f"/proc/{pid}/status") as status:
            caught = next(line for line in status if line.startswith("SigCgt"))
        return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1

    def test_bad_input(self):
        goal = ("--objective", "time=12")
        self.assertIn("avg_speed", self.error(*self.line, "--objective", "tiem=12")["allowed"])
        self.assertIn("time_horizon", self.error("calibrate", self.scene, "--fit", "walker.horizon", *goal)["allowed"])
        self.assertIn("LOW,HIGH", self.error("calibrate", self.scene, "--fit", "walker.max_accel", *goal)["remedy"])
        self.assertIn("no value", self.error(*self.line, "--objective", "group_distance=1")["message"])
        like = self.recording()
        self.assertIn("no value", self.error(*self.line, "--like", like, "--objective", "approach")["message"])
        for arguments in ((), ("--objective", "time"), ("--objective", "time=x"), (*goal, *goal), (*goal, "--metric", "area"),
                          (*goal, "--whole"), (*goal, "--runs", "0"), (*goal, "--method", "guessing"),
                          (*goal, "--like", self.directory / "none.sqlite"), (*goal, "--resume", self.scene),
                          (*goal, "--fit", "walker.max_neighbours"), (*goal, "--fit", "walker.pref_speed"),
                          (*goal, "--fit", "runner.radius"), (*goal, "--duration", 0)):
            with self.subTest(arguments=arguments):
                self.error(*self.line, *arguments)
        self.error("calibrate", self.scene, *goal)
        self.error("calibrate", "heading_chart", like, "--fit", "walker.radius")
        self.error("calibrate", "heading_chart")


if __name__ == "__main__":
    unittest.main()
