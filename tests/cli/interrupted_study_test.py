"""Ctrl-C in the middle of several runs: what is done is printed and kept, and a study that goes on ends as an undisturbed one."""

import json
import signal
import subprocess
import time
import unittest

from command import COMMAND, CommandTest, crowd

RUNS = 20
# Numbers of the machine and not of the runs.
OF_THE_MACHINE = ("wall_s", "agent_steps_per_s", "stages_ms.")


def numbers_of(spreads):
    return {name: value for name, value in spreads.items() if not name.startswith(OF_THE_MACHINE)}


class InterruptedStudy(CommandTest):
    def interrupted(self, arguments, kept):
        """Ended by SIGINT when its first run was done. Nothing where it was over before: then this test was too slow for it."""
        kept.unlink(missing_ok=True)
        study = subprocess.Popen([COMMAND, *map(str, arguments), "--resume", kept, "--threads", "1"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while study.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") > 1):
            time.sleep(0.005)
        study.send_signal(signal.SIGINT)
        stdout, stderr = study.communicate()
        if study.returncode != 128 + signal.SIGINT:
            self.assertIn(study.returncode, (0, 1), stderr)
            return None
        return stdout, stderr

    def stopped_in_the_middle(self, command):
        """Of a study that is long enough: its arguments, what it printed and what it kept."""
        kept = self.directory / "kept.jsonl"
        for duration in (20, 80, 320, 1280, 5120):
            arguments = command(self.write(crowd(agents=40, duration=duration)))
            printed = self.interrupted(arguments, kept)
            if printed is not None:
                return arguments, printed, kept
        self.fail("the study was always over before it was interrupted")

    def gone_on(self, arguments, kept):
        """The document of the study that goes on; what was kept is not made again."""
        before = kept.read_bytes()
        self.assertLess(before.count(b"\n"), RUNS + 1)
        document = self.finished(*arguments, "--resume", kept)
        self.assertTrue(kept.read_bytes().startswith(before))
        self.assertEqual(kept.read_bytes().count(b"\n"), RUNS + 1)
        self.assertNotIn("interrupted", document)
        return document

    def finished(self, *arguments):
        done = self.run_command(*arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def test_run(self):
        arguments, (stdout, _), kept = self.stopped_in_the_middle(lambda scene: ("run", scene, "--seeds", RUNS, "--json"))
        part = json.loads(stdout)
        self.assertEqual(part["interrupted"], "SIGINT")
        self.assertEqual(len(part["runs"]), kept.read_bytes().count(b"\n") - 1)
        whole = self.finished(*arguments)
        self.assertEqual(part["runs"], whole["runs"][:len(part["runs"])])
        rest = self.gone_on(arguments, kept)
        self.assertEqual(rest["runs"], whole["runs"])
        self.assertEqual(numbers_of(rest["numbers"]), numbers_of(whole["numbers"]))

    def test_run_in_words(self):
        _, (stdout, _), kept = self.stopped_in_the_middle(lambda scene: ("run", scene, "--seeds", RUNS))
        done = kept.read_bytes().count(b"\n") - 1
        self.assertIn(f"ended early by SIGINT: {done} of {RUNS} runs", stdout)
        self.assertIn("avg_speed", stdout)

    def test_compare(self):
        models = ("orca", "social_force")
        arguments, (stdout, stderr), kept = self.stopped_in_the_middle(
            lambda scene: ("compare", scene, "--models", ",".join(models), "--seeds", RUNS // len(models), "--json"))
        part = json.loads(stdout)
        self.assertEqual(part["interrupted"], "SIGINT")
        done = sum(model["runs"] for model in part["models"])
        self.assertEqual(done, kept.read_bytes().count(b"\n") - 1)
        self.assertIn(f"{done} of {RUNS} runs", stderr)
        whole, rest = self.finished(*arguments), self.gone_on(arguments, kept)
        self.assertEqual([model["model"] for model in rest["models"]], list(models))
        for a, b in zip(rest["models"], whole["models"]):
            self.assertEqual(numbers_of(a["numbers"]), numbers_of(b["numbers"]))
            self.assertEqual(a["verdicts"], b["verdicts"])


if __name__ == "__main__":
    unittest.main()
