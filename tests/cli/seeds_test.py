"""sidestep run --seeds: means, spread, interval; interruption, resuming, options that do not apply."""

import json
import signal
import statistics
import subprocess
import time
import unittest

from command import COMMAND, SCENE, CommandTest, crowd


class Seeds(CommandTest):
    def test_numbers_are_those_of_single_runs(self):
        document = self.document("run", "crossing4", "--seeds", "3-5", exit_code=self.exit_of("run", "crossing4"))
        self.assertEqual([run["seed"] for run in document["runs"]], [3, 4, 5])
        times, lengths, hashes = [], [], []
        for seed in (3, 4, 5):
            out = self.directory / f"{seed}.sqlite"
            done = self.run_command("run", "crossing4", "--seed", seed, "-o", out, "--json")
            hashes.append(json.loads(done.stdout)["state_hash"])
            metrics = self.document("analyse", out)["results"][0]["metrics"]
            times.append(metrics["time"]["mean"])
            lengths.append(metrics["length"]["mean"])
        self.assertEqual([run["state_hash"] for run in document["runs"]], hashes)
        numbers = document["numbers"]
        for name, values in (("time", times), ("length", lengths)):
            self.assertAlmostEqual(numbers[name]["mean"], statistics.mean(values), places=9)
            self.assertAlmostEqual(numbers[name]["sd"], statistics.stdev(values), places=9)
            self.assertEqual((numbers[name]["min"], numbers[name]["max"]), (min(values), max(values)))
            half = 4.302653 * statistics.stdev(values) / 3 ** 0.5
            self.assertAlmostEqual(numbers[name]["ci95"][0], statistics.mean(values) - half, places=4)
            self.assertEqual(numbers[name]["n"], 3)
        for name in ("arrived", "sim_s", "overlaps", "deepest_m", "wall_s", "stages_ms.avoid", "score", "closest"):
            self.assertIn(name, numbers)

    def exit_of(self, *arguments):
        return self.run_command(*arguments).returncode

    def test_threads_change_nothing(self):
        scene = self.write(SCENE)
        one = self.document("run", scene, "--seeds", "4", "--threads", "1")
        three = self.document("run", scene, "--seeds", "4", "--threads", "3")
        self.assertEqual(one["runs"], three["runs"])
        self.assertEqual(one["numbers"]["length"], three["numbers"]["length"])

    def test_readable(self):
        done = self.run_command("run", self.write(SCENE), "--seeds", "2", "--seed", "7", "--metric", "nearest",
                                "--metric", "time")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("seeds 7 to 8", done.stdout)
        self.assertIn("all runs healthy", done.stdout)
        self.assertIn("time", done.stdout)
        self.assertIn("95 % interval", done.stdout)
        self.assertNotIn("smoothness", done.stdout)

    def test_unhealthy_runs_say_why(self):
        scene = json.loads(json.dumps(SCENE))
        scene["simulation"]["duration"] = 2
        done = self.run_command("run", self.write(scene), "--seeds", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("2 of 2 runs NOT HEALTHY", done.stdout)
        self.assertIn("seed 2: 1 person did not reach their goal.", done.stdout)

    def test_what_does_not_apply(self):
        scene = self.write(SCENE)
        for arguments in (["--seeds", "0"], ["--seeds", "-3"], ["--seeds", "5-2"], ["--seeds", "ten"], ["--seeds", "1-"],
                          ["--seeds", "2", "-o", self.directory / "out.sqlite"], ["--seeds", "2", "--explain", "1"], ["--seeds", "2", "--force"],
                          ["--seeds", "1-2", "--seed", "4"], ["--metric", "time"], ["--resume", self.directory / "kept"],
                          ["--seeds", "2", "--metric", "tiem"]):
            with self.subTest(arguments=arguments):
                self.error("run", scene, *arguments)

    def test_resumed(self):
        scene, kept = self.write(SCENE), self.directory / "kept.jsonl"
        whole = self.document("run", scene, "--seeds", "5")
        self.document("run", scene, "--seeds", "2", "--resume", kept)
        self.assertEqual(len(kept.read_text().splitlines()), 3)
        with kept.open("a") as file:
            file.write('{"key":"torn')
        resumed = self.document("run", scene, "--seeds", "5", "--resume", kept)
        self.assertEqual(resumed["runs"], whole["runs"])
        self.assertEqual(resumed["numbers"]["length"], whole["numbers"]["length"])
        lines = [json.loads(line) for line in kept.read_text().splitlines()]
        self.assertEqual(sorted(line["seed"] for line in lines[1:]), [1, 2, 3, 4, 5])
        self.error("run", scene, "--seeds", "2", "--resume", self.write("precious", "mine.txt"))

    def test_interrupted_keeps_what_is_done(self):
        scene = self.write(crowd(agents=60, duration=100000))
        kept = self.directory / "kept.jsonl"
        run = subprocess.Popen([COMMAND, "run", scene, "--seeds", "3", "--resume", kept, "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not kept.exists() and run.poll() is None:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        stdout, stderr = run.communicate()
        self.assertEqual(run.returncode, 130, stderr)
        document = json.loads(stdout)
        self.assertEqual(document["interrupted"], "SIGINT")
        self.assertEqual(document["runs"], [])


if __name__ == "__main__":
    unittest.main()
