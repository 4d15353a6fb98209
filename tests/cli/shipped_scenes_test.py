"""Every shipped scene: a recording that is analysed, a comparison, a study of one seed and a program that uses the library print
the same numbers.

Long scenes are cut, for all four alike: a crowd (more than 150 people, or a source) to 5 s, others to 60 s. What is measured differs
by how frames get from a run to the metrics, and the first of them have gone that way as well as the last."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import unittest

from command import CommandTest

SCENES = sorted((pathlib.Path(__file__).resolve().parents[2] / "scenes").glob("*.json"))
IN_MEMORY = os.environ["SIDESTEP_IN_MEMORY"]
CROWD, CROWD_SECONDS, SECONDS = 150, 5, 60


def seconds_of(scene):
    """Of which so much is run."""
    text = json.loads(scene.read_text())
    people = sum(agents.get("count", 1) for agents in text.get("agents", []))
    longest = CROWD_SECONDS if people > CROWD or text.get("sources") else SECONDS
    return min(longest, text.get("simulation", {}).get("duration", 60))


class ShippedScenes(CommandTest):
    def measured(self, scene):
        """Numbers by who printed them, and how many people there were."""
        cut = ("--duration", seconds_of(scene), "--threads", 1)
        out = self.directory / f"{scene.stem}.sqlite"
        run = self.finished("run", scene, "-o", out, *cut)
        compared = self.finished("compare", scene, "--models", "own", "--metric", "all", *cut)["models"][0]
        studied = self.finished("run", scene, "--seeds", 1, "--metric", "all", *cut)
        analysed = self.finished("analyse", out, "--metric", "all")["results"][0]["metrics"]
        out.unlink()
        program = subprocess.run([IN_MEMORY, scene, str(cut[1])], capture_output=True, text=True)
        self.assertEqual(program.returncode, 0, program.stderr)
        people = {run["agents_created"], compared["agents"], int(studied["numbers"]["agents_created"]["mean"])}
        return {"run": run, "analyse": analysed, "compare": compared, "study": studied,
                "memory": json.loads(program.stdout), "people": people}

    def finished(self, *arguments):
        """Cut scenes are not healthy: nobody arrives."""
        done = self.run_command(*arguments, "--json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def check(self, scene):
        told = self.measured(scene)
        self.assertEqual(len(told["people"]), 1)
        self.assertEqual(told["study"]["runs"][0]["state_hash"], told["run"]["state_hash"])
        self.assertEqual(told["study"]["runs"][0]["health"], told["run"]["health"])
        self.assertEqual(set(told["memory"]), set(told["analyse"]))
        for name, metric in told["analyse"].items():
            for part, value in told["memory"][name].items():
                self.assertEqual(metric[part], value, f"{name}, {part}, in memory")
            # Of one run only the mean of its values is left.
            for who in ("compare", "study"):
                self.assertEqual(told[who]["numbers"][name]["mean"], metric["mean"], f"{name}, {who}")
        self.assertGreater(told["analyse"]["time"]["n"], 0)

    def test_everybody_prints_the_same_numbers(self):
        self.assertGreater(len(SCENES), 70)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            checks = {scene.stem: pool.submit(self.check, scene) for scene in SCENES}
        for name, checked in checks.items():
            with self.subTest(scene=name):
                checked.result()


if __name__ == "__main__":
    unittest.main()
