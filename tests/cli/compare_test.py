"""sidestep compare: one table, one document, one report."""

import json
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

from command import COMMAND, SCENE, CommandTest, crowd


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

    def test_the_scenes_own_models(self):
        document = self.document("compare", "mixed_models", "--models", "own,orca", "--duration", "3")
        self.assertEqual([m["model"] for m in document["models"]], ["own", "orca"])
        own, orca = document["models"]
        self.assertEqual(own["defaults"], {}, "of several models none is meant")
        self.assertNotEqual(own["numbers"]["length"]["mean"], orca["numbers"]["length"]["mean"])
        one = self.document("compare", self.write(SCENE), "--models", "own,orca")["models"]
        self.assertEqual(one[0]["defaults"], one[1]["defaults"])
        self.assertEqual(one[0]["numbers"]["length"], one[1]["numbers"]["length"])

    def test_seeds_are_runs(self):
        document = self.document("compare", "hallway100", "--models", "orca", "--seeds", "2")
        model = document["models"][0]
        self.assertEqual(model["agents"], 200)
        self.assertGreater(model["numbers"]["time"]["sd"], 0)
        text = self.run_command("compare", "hallway100", "--models", "orca", "--seeds", "4-5").stdout
        self.assertIn("seeds 4 to 5", text)
        self.assertIn("±", text)

    def test_bodies_and_speeds_are_the_same(self):
        scene = json.loads(json.dumps(SCENE))
        del scene["profiles"]["walker"]["radius"]
        text = self.run_command("compare", self.write(scene), "--models", "orca,predictive,rvo").stdout
        self.assertNotIn("differ", text)  # one body and speed for all models
        scene["profiles"]["walker"].pop("pref_speed", None)
        document = self.document("compare", self.write(scene), "--models", "orca,predictive,rvo")
        self.assertEqual([m["defaults"] for m in document["models"]], 3 * [{"radius": 0.2, "pref_speed": 1.34}])

    def test_a_further_column(self):
        text = self.run_command("compare", "crossing_pair", "--models", "orca", "--metric", "peak_density").stdout
        self.assertIn("peak_density", text)
        self.error("compare", "crossing_pair", "--models", "orca", "--metric", "tiem")

    def test_interrupted_prints_what_is_done(self):
        scene = self.write(crowd(agents=60, duration=100000))
        kept = self.directory / "kept.jsonl"
        run = subprocess.Popen([COMMAND, "compare", scene, "--models", "orca,rvo", "--resume", kept, "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not kept.exists() and run.poll() is None:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        stdout, stderr = run.communicate()
        self.assertEqual(run.returncode, 130, stderr)
        self.assertIn("0 of 2 runs", stderr)
        self.assertEqual(json.loads(stdout)["models"], [])

    def test_unhealthy_runs_say_why(self):
        scene = self.write(SCENE)
        line = ("compare", scene, "--models", "own,orca", "--duration", 2)
        text = self.run_command(*line).stdout
        self.assertIn("2 of 2 runs NOT HEALTHY", text)
        self.assertIn("orca, seed 1: 1 person did not reach their goal.", text)
        verdict = self.document(*line)["models"][1]["verdicts"]
        self.assertEqual([(v["seed"], v["health"]["never_arrived"]) for v in verdict], [(1, 1)])
        self.assertIn("all runs healthy", self.run_command("compare", scene, "--models", "own").stdout)

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
