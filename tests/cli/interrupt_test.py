"""Runs that are stopped: politely with SIGINT and SIGTERM, or killed."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
import unittest

from command import COMMAND, CommandTest, crowd


class Interrupt(CommandTest):
    def start(self, scene, out):
        return subprocess.Popen([COMMAND, "run", scene, "-o", out, "--json", "--threads", "1"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def stop_politely(self, name, number, out):
        scene = self.write(crowd())
        run = self.start(scene, out)
        deadline = time.monotonic() + 30
        while not (out.exists() and out.stat().st_size > 50_000) and time.monotonic() < deadline:
            time.sleep(0.02)
        run.send_signal(number)
        stdout, stderr = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 128 + number, stderr)
        document = json.loads(stdout)
        self.assertEqual(document["interrupted"], name)
        return document

    def test_sigint_and_sigterm_leave_everything_recorded(self):
        for name, number in (("SIGINT", signal.SIGINT), ("SIGTERM", signal.SIGTERM)):
            with self.subTest(signal=name):
                out = self.directory / f"{name}.sqlite"
                document = self.stop_politely(name, number, out)
                base = sqlite3.connect(out)
                (last,) = base.execute("select max(frame) from trajectory_data").fetchone()
                base.close()
                self.assertEqual(last, document["steps"])
                self.assertFalse(out.with_name(out.name + "-journal").exists())

    def test_text_and_csv_end_with_a_whole_row(self):
        for extension in ("txt", "csv"):
            out = self.directory / f"out.{extension}"
            self.stop_politely("SIGINT", signal.SIGINT, out)
            self.document("analyse", out)

    def test_killed_at_random_moments_stays_readable(self):
        scene = self.write(crowd(agents=100))
        moments = random.Random(int(os.environ.get("SIDESTEP_TEST_SEED", "1")))
        with_rows = 0
        for attempt in range(int(os.environ.get("SIDESTEP_KILLS", "100"))):
            out = self.directory / f"{attempt}.sqlite"
            run = self.start(scene, out)
            time.sleep(moments.uniform(0.01, 0.3))
            run.kill()
            run.communicate()
            if not out.exists():
                continue
            # Our reader comes first: it must cope with the journal a killed writer leaves.
            analysed = self.run_command("analyse", out, "--json")
            if not self.has_rows(out):
                continue  # killed before the first simulated second was over
            with_rows += 1
            self.assertEqual(analysed.returncode, 0, analysed.stderr)
            out.unlink()
        self.assertGreater(with_rows, 0)

    def has_rows(self, out):
        base = sqlite3.connect(out)
        try:
            self.assertEqual(base.execute("pragma integrity_check").fetchone(), ("ok",))
            tables = {name for (name,) in base.execute("select name from sqlite_master where type = 'table'")}
            if "trajectory_data" not in tables:
                return False
            (version,) = base.execute("select value from metadata where key = 'version'").fetchone()
            self.assertEqual(str(version), "2")
            counts = {n for (n,) in base.execute("select count(*) from trajectory_data group by frame")}
            self.assertLessEqual(len(counts), 1, "a frame is incomplete")
            return bool(counts)
        finally:
            base.close()


if __name__ == "__main__":
    unittest.main()
