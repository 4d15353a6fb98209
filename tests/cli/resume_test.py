"""A run that was killed goes on from its snapshot and ends as if nothing had happened."""

import json
import signal
import subprocess
import time
import unittest

from command import COMMAND, CommandTest, crowd


class Resume(CommandTest):
    def run_json(self, *arguments):
        done = subprocess.run([COMMAND, "run", *map(str, arguments), "--json"], capture_output=True, text=True,
                              cwd=self.directory, timeout=300)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def test_killed_and_resumed_ends_with_the_hash_of_the_undisturbed_run(self):
        scene = self.write(crowd(agents=300, duration=120))
        whole = self.run_json(scene, "--threads", 1)
        snapshot = self.directory / "part.txt.snapshot"
        run = subprocess.Popen([COMMAND, "run", scene, "-o", "part.txt", "--snapshot-every", "5", "--threads", "2"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.directory)
        deadline = time.monotonic() + 120
        while not snapshot.exists() and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertTrue(snapshot.exists())
        resumed = self.run_json(scene, "--resume", snapshot, "-o", "rest.sqlite", "--threads", 2)
        self.assertEqual(resumed["state_hash"], whole["state_hash"])
        self.assertEqual(resumed["steps"], whole["steps"])
        self.assertEqual(resumed["health"], whole["health"])
        self.assertEqual(resumed["agents_created"], whole["agents_created"])

    def test_a_polite_end_keeps_the_state_too(self):
        scene = self.write(crowd(agents=300, duration=100000))
        run = subprocess.Popen([COMMAND, "run", scene, "-o", "part.txt", "--snapshot-every", "1000000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.directory)
        out = self.directory / "part.txt"
        deadline = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size > 50_000) and time.monotonic() < deadline:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        run.wait(timeout=60)
        self.assertTrue((self.directory / "part.txt.snapshot").exists())

    def test_what_is_no_snapshot_of_this_scene_is_refused(self):
        scene = self.write(crowd(agents=20, duration=3))
        self.run_json(scene, "-o", "a.txt", "--snapshot-every", 1)
        snapshot = self.directory / "a.txt.snapshot"
        self.run_json(scene, "--resume", snapshot)
        other = self.write(crowd(agents=21, duration=3), "other.json")
        cut = self.directory / "cut.snapshot"
        cut.write_bytes(snapshot.read_bytes()[:-3])
        for arguments in ((other, "--resume", snapshot), (scene, "--resume", cut), (scene, "--resume", scene),
                          (scene, "--resume", "nowhere"), (scene, "--seed", 5, "--resume", snapshot)):
            with self.subTest(arguments=arguments):
                done = subprocess.run([COMMAND, "run", *map(str, arguments), "-o", "out.txt", "--json"],
                                      capture_output=True, text=True, cwd=self.directory, timeout=60)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertTrue(json.loads(done.stdout)["error"]["remedy"])
                self.assertFalse((self.directory / "out.txt").exists())


if __name__ == "__main__":
    unittest.main()
