"""Every shipped scene, run to its end, is healthy, or says that it is not."""

import concurrent.futures
import json
import os
import pathlib
import unittest

from command import CommandTest

SCENES = sorted((pathlib.Path(__file__).resolve().parents[2] / "scenes").glob("*.json"))
LARGE = {"city_prague"}  # more than 20 s; tests/simulation/city_test.cpp runs a part of it


class ShippedScenes(CommandTest):
    def check(self, scene):
        told = json.loads(scene.read_text())
        done = self.run_command("run", scene, "--threads", 1, "--json")
        document = json.loads(done.stdout)
        if "error" in document and "SIDESTEP_DATA" in done.stdout:
            return "no recordings"
        self.assertIn("health", document, done.stdout)
        health = document["health"]
        self.assertEqual(health["ok"], told.get("expect") != "unhealthy", health)
        self.assertEqual(health.get("expect"), told.get("expect"))
        self.assertEqual(done.returncode, 0, health)
        return "run"

    def test_each_ends_as_it_says(self):
        scenes = [scene for scene in SCENES if scene.stem not in LARGE]
        self.assertGreater(len(scenes), 70)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            checks = {scene.stem: pool.submit(self.check, scene) for scene in scenes}
        outcomes = []
        for name, checked in checks.items():
            with self.subTest(scene=name):
                outcomes.append(checked.result())
        self.assertGreater(outcomes.count("run"), 65)


class Expectation(CommandTest):
    def scene(self, duration, **more):
        return self.write({"sidestep": 1, "simulation": {"duration": duration}, "profiles": {"walker": {"model": "predictive"}},
                           "agents": [{"profile": "walker", "position": [0, 0], "goal": [20, 0]}], **more})

    def test_an_unhealthy_run_that_was_expected_succeeds_and_says_so(self):
        scene = self.scene(5, expect="unhealthy")
        done = self.run_command("run", scene)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not healthy, as the scene expects", done.stdout)
        self.assertIn("1 person did not reach their goal", done.stdout)
        health = self.document("run", scene)["health"]
        self.assertEqual((health["ok"], health["expect"]), (False, "unhealthy"))
        seeds = self.run_command("run", scene, "--seeds", 2)
        self.assertEqual(seeds.returncode, 0, seeds.stdout)
        self.assertIn("2 of 2 runs not healthy, as the scene expects", seeds.stdout)

    def test_an_expectation_that_is_not_met_is_told(self):
        done = self.run_command("run", self.scene(60, expect="unhealthy"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.splitlines()[1].startswith("healthy"), done.stdout)
        self.assertIn("The scene expects to be unhealthy, and is not.", done.stdout)

    def test_without_one_nothing_is_expected(self):
        self.assertEqual(self.run_command("run", self.scene(5)).returncode, 1)
        self.assertEqual(self.run_command("run", self.scene(5, expect="healthy")).returncode, 1)

    def test_it_is_about_the_scene_as_it_is(self):
        scene = self.scene(5, expect="unhealthy")
        for change in (("--set", "walker.pref_speed=1"), ("--duration", 4), ("--model", "orca"), ("--dt", 0.05)):
            self.assertEqual(self.run_command("run", scene, *change).returncode, 1, change)
        self.assertEqual(self.run_command("run", scene, "--seed", 7).returncode, 0)

    def test_results_keep_it(self):
        scene, result, report = self.scene(5, expect="unhealthy"), self.directory / "r.sqlite", self.directory / "r.html"
        self.assertEqual(self.run_command("run", scene, "-o", result).returncode, 0)
        self.assertEqual(self.run_command("analyse", result, "--report", report).returncode, 0)
        self.assertIn("Not healthy, as the scene expects", report.read_text())

    def test_nothing_else_can_be_expected(self):
        error = self.error("run", self.scene(5, expect="trouble"))
        self.assertEqual(error["pointer"], "/expect")
        self.assertIn("unhealthy", error["allowed"])


if __name__ == "__main__":
    unittest.main()
