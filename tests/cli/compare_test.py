"""sidestep compare: one table, one document, one report."""

import json
import pathlib
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

from command import COMMAND, SCENE, CommandTest, crowd

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"


class Compare(CommandTest):
    def test_one_row_per_model(self):
        document = self.document("compare", "crossing_pair", "--models", "orca,predictive,constant_velocity")
        self.assertEqual([m["model"] for m in document["models"]], ["orca", "predictive", "constant_velocity"])
        orca, predictive, straight = document["models"]
        for model in (orca, predictive):
            self.assertEqual(model["arrived"], model["agents"])
            self.assertEqual(model["numbers"]["collisions"]["mean"], 0)
        # Whoever avoids walks farther than whoever does not.
        self.assertGreater(orca["numbers"]["length"]["mean"], straight["numbers"]["length"]["mean"])

    def test_run_and_analyse_say_the_same(self):
        for scene in ("crossing_pair", "head_on", "crossing4", "steer_overtake", "town"):
            with self.subTest(scene=scene):
                out = self.directory / f"{scene}.sqlite"
                run = json.loads(self.run_command("run", scene, "-o", out, "--json").stdout)
                profiles = json.loads((SCENES / f"{scene}.json").read_text())["profiles"]
                models = {profile["model"] for profile in profiles.values()}
                if len(models) > 1:
                    self.fail("a scene of one model is needed here")
                analysed = self.document("analyse", out, "--metric", "all")["results"][0]["metrics"]
                compared = self.document("compare", scene, "--models", models.pop(), "--metric", "all")["models"][0]
                self.assertEqual(compared["agents"], run["agents_created"])
                for name, metric in analysed.items():
                    self.assertEqual(compared["numbers"][name]["mean"], metric["mean"], name)

    def test_seeds_are_runs(self):
        document = self.document("compare", "hallway100", "--models", "orca", "--seeds", "2")
        model = document["models"][0]
        self.assertEqual(model["agents"], 200)
        self.assertGreater(model["numbers"]["time"]["sd"], 0)
        text = self.run_command("compare", "hallway100", "--models", "orca", "--seeds", "4-5").stdout
        self.assertIn("seeds 4 to 5", text)
        self.assertIn("±", text)

    def test_says_where_defaults_differ(self):
        scene = json.loads(json.dumps(SCENE))
        del scene["profiles"]["walker"]["radius"]
        text = self.run_command("compare", self.write(scene), "--models", "orca,predictive,rvo").stdout
        self.assertRegex(text, r"The scene sets no (radius|pref_speed), and the models' own differ")
        scene["profiles"]["walker"].update(radius=0.25, pref_speed=1.3)
        text = self.run_command("compare", self.write(scene), "--models", "orca,predictive,rvo").stdout
        self.assertNotIn("differ", text)

    def test_a_further_column(self):
        text = self.run_command("compare", "crossing_pair", "--models", "orca", "--metric", "peak_density").stdout
        self.assertIn("peak_density", text)
        self.error("compare", "crossing_pair", "--models", "orca", "--metric", "tiem")

    def test_interrupted_prints_what_is_done(self):
        scene = self.write(crowd(agents=60, duration=100000))
        kept = self.directory / "kept.jsonl"
        run = subprocess.Popen([COMMAND, "compare", scene, "--models", "orca,rvo", "--resume", kept, "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not kept.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        stdout, stderr = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, stderr)
        self.assertIn("0 of 2 runs", stderr)
        self.assertEqual(json.loads(stdout)["models"], [])

    def test_report_is_one_page(self):
        report = self.directory / "compare.html"
        done = self.run_command("compare", "crossing4", "--models", "orca,social_force", "--report", report)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = report.read_text()
        self.assertEqual(text.count("<svg"), 2)
        self.assertIn("social_force", text)
        xml.fromstring(text.split("\n", 1)[1])
        self.error("compare", "crossing4", "--models", "orca", "--report", report)

    def test_unknown_model(self):
        self.assertEqual(self.error("compare", "crossing4", "--models", "orca,walkerizer")["value"], "walkerizer")


if __name__ == "__main__":
    unittest.main()
