"""sidestep evaluate: recordings drawn here, every mode, and what it says of wrong input."""

import csv
import json
import math
import unittest

from command import CommandTest


class Evaluate(CommandTest):
    def setUp(self):
        super().setUp()
        # Ten people in two streams, a frame every 0.4 s.
        rows = ["# framerate: 2.5 fps", "# id frame x/m y/m"]
        for who in range(1, 11):
            for k in range(26):
                x = (0.4 * k if who % 2 else 10 - 0.44 * k) + 0.02 * math.sin(k + who)
                rows.append(f"{who} {k + 2 * who} {x:.4f} {0.4 * who:.4f}")
        for folder in ("streams", "pairs"):
            (self.directory / folder).mkdir()
        self.data = self.write("\n".join(rows) + "\n", "streams/streams.txt")
        self.write("group_id,person_id\n1,1\n1,3\n", "streams/groups.csv")
        self.write("set,a,b,frame_start,frame_ca\nstreams,1,2,6,14\nstreams,3,4,10,18\n", "pairs/streams.csv")

    def evaluate(self, *words):
        return self.document("evaluate", self.data, "--resamples", 50, *words)

    def ade(self, walker, *words):
        rows = self.evaluate(*words)["rows"]
        return [r["numbers"]["ade"]["value"] for r in rows if r["walker"] == walker and r["goal"] == "oracle"][0]

    def test_baselines_are_in_every_table(self):
        for mode, metric in (("one_by_one", "ade"), ("pairs", "delta"), ("all_at_once", "ade")):
            document = self.evaluate("--mode", mode, "--models", "orca")
            rows = [(row["walker"], row["goal"]) for row in document["rows"]]
            self.assertEqual(rows[0], ("people", None))
            for walker in ("constant_velocity", "straight", "relaxed", "orca"):
                self.assertIn((walker, "oracle"), rows)
                self.assertIn((walker, "extrapolated"), rows)
            self.assertEqual(len(rows), 9)
            self.assertTrue(document["finished"])
            for row in document["rows"]:
                cell = row["numbers"][metric]
                self.assertEqual(row["failed"], 0)
                self.assertLessEqual(cell["ci95"][0], cell["value"])
                self.assertGreaterEqual(cell["ci95"][1], cell["value"])
            self.assertAlmostEqual(document["rows"][0]["numbers"][metric]["value"], 0, 9)
            self.assertGreater(document["rows"][-1]["numbers"][metric]["value"], 0)

    def test_files_say_the_same(self):
        table, cases, page = (self.directory / name for name in ("table.csv", "cases.csv", "page.html"))
        done = self.run_command("evaluate", self.data, "--models", "orca", "--resamples", 50, "--csv", table,
                                "--per-case", cases, "--report", page)
        self.assertEqual(done.returncode, 0, done.stderr)

        def orca(file):
            with open(file) as rows:
                return [r for r in csv.DictReader(rows) if r["walker"] == "orca" and r["goal"] == "oracle"]
        ade = float(orca(table)[0]["ade"])
        self.assertIn(f"{ade:.3f}", done.stdout)
        values = [float(row["ade"]) for row in orca(cases)]
        self.assertEqual(len(values), 10)
        self.assertAlmostEqual(sum(values) / 10, ade, 9)
        self.assertIn("<svg", page.read_text())
        self.assertEqual(self.error("evaluate", self.data, "--csv", table)["value"], str(table))

    def test_threads_change_nothing(self):
        one = self.evaluate("--models", "orca,predictive", "--threads", 1)
        self.assertEqual(one, self.evaluate("--models", "orca,predictive", "--threads", 3))

    def test_parameters_and_profiles(self):
        calm = self.write('{"model": "orca", "params": {"time_horizon": 0.5}}', "calm.json")
        usual = self.ade("orca", "--models", "orca")
        self.assertEqual(self.ade("orca", "--models", "orca", "--set", "time_horizon=0.5"),
                         self.ade("calm", "--models", "none", "--profile", f"calm={calm}"))
        self.assertNotEqual(self.ade("orca", "--models", "orca", "--set", "orca.radius=0.6"), usual)
        relaxed = self.ade("relaxed", "--models", "none")
        self.assertEqual(self.ade("relaxed", "--models", "orca", "--set", "orca.radius=0.6"), relaxed)
        self.assertNotEqual(self.ade("relaxed", "--models", "none", "--tau", 1.5), relaxed)
        # Two rows of one stream walk one behind the other: who follows slows down.
        self.assertNotEqual(self.ade("constant_velocity (model)", "--models", "constant_velocity", "--following",
                                     "--set", "lateral_margin=1"),
                            self.ade("constant_velocity (model)", "--models", "constant_velocity"))

    def test_what_is_wrong_is_said(self):
        bad = self.write('{"model": "orca", "params": {"time_horizont": 1}}', "bad.json")
        for words, said in ((("--mode", "pirs"), 'Did you mean "pairs"?'),
                            (("--models", "orka"), 'Did you mean "orca"?'),
                            (("--reference", "relaxt"), 'Did you mean "relaxed"?'),
                            (("--models", "orca", "--set", "time_horizont=1"), 'Did you mean "time_horizon"?'),
                            (("--profile", bad), 'Did you mean "time_horizon"?'),
                            (("--horizon", "60"), "Give another recording, or choose a shorter --horizon.")):
            self.assertIn(said, self.error("evaluate", self.data, *words)["remedy"], words)
        self.write("set,a,b,frame_start,frame_ca\nstreams,1,2,6,x\n", "pairs/streams.csv")
        error = self.error("evaluate", self.data, "--mode", "pairs")
        self.assertEqual((error["line"], error["value"]), (2, "x"))

    def test_flows(self):
        self.write("POLYGON ((-2 0, 12 0, 12 6, -2 6, -2 0))\n", "corridor.wkt")
        corridor = {"name": "corridor", "data": "streams/streams.txt", "map": "corridor.wkt",
                    "exits": [[[11, 0.2], [11.9, 0.2], [11.9, 5.8], [11, 5.8]],
                              [[-1.9, 0.2], [-1, 0.2], [-1, 5.8], [-1.9, 5.8]]],
                    "line": [[5, 0], [5, 6]], "area": [[3, 0], [7, 0], [7, 6], [3, 6]]}
        ring = {"name": "ring", "data": "streams/streams.txt", "ring": 15, "width": 0.7, "people": 5}
        file = self.write({"experiments": [corridor, ring]}, "experiments.json")
        words = ("evaluate", "--mode", "flow", file, "--folder", self.directory, "--models", "orca")
        flows = self.document(*words, "--seeds", 2)
        first, second = flows["experiments"]
        # When everybody crosses x = 5 m is known; of ten the second and the ninth are the 15th and 85th of a hundred.
        times = sorted((2 * who + 5 / (0.4 if who % 2 else 0.44)) / 2.5 for who in range(1, 11))
        flow = (8 - 1) / (times[8] - times[1])
        self.assertLess(abs(first["recorded"]["flow"] / flow - 1), 0.03)
        self.assertLess(abs(first["recorded"]["speed"] - 1.05), 0.06)
        for run in first["rows"][0]["runs"]:
            self.assertEqual((run["through"], run["stalled"]), (1, False))
            self.assertLess(abs(run["flow"] / flow - 1), 0.3)
        for run in second["rows"][0]["runs"]:
            self.assertIsNone(run["flow"])
            self.assertLess(abs(run["speed"] - 1.34), 0.1)
        self.assertEqual(flows, self.document(*words, "--seeds", 2, "--threads", 3))
        file = self.write({"experiments": [{**corridor, "lane": True}]}, "wrong.json")
        error = self.error("evaluate", "--mode", "flow", file, "--folder", self.directory)
        self.assertEqual(error["pointer"], "/experiments/0/lane")


if __name__ == "__main__":
    unittest.main()
