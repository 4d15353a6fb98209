"""`sidestep calibrate MODEL DATA`: what is printed and written, profiles by name, resuming, Ctrl-C, refusals."""

import json
import math
import signal
import subprocess
import time
import unittest

from command import COMMAND, SCENE, CommandTest


class ModelFit(CommandTest):
    def setUp(self):
        super().setUp()
        # Twenty people in two streams that pass through each other, a frame every 0.4 s.
        rows = ["# framerate: 2.5 fps", "# id frame x/m y/m"]
        for who in range(1, 21):
            for k in range(26):
                x = (0.45 * k if who % 2 else 10 - 0.5 * k) + 0.03 * math.sin(k + who)
                y = 0.5 * (who % 5) + 0.15 * math.sin(0.3 * k + who)
                rows.append(f"{who} {k + 4 * who} {x:.4f} {y:.4f}")
        for folder in ("streams", "pairs"):
            (self.directory / folder).mkdir()
        self.data = self.write("\n".join(rows) + "\n", "streams/streams.txt")
        self.write("set,a,b,frame_start,frame_ca\n" +
                   "".join(f"streams,{a},{a + 1},{4 * a + 6},{4 * a + 16}\n" for a in range(1, 20)), "pairs/streams.csv")
        self.line = ("calibrate", "orca", self.data, "--parameters", "time_horizon,radius", "--seeds", 1, "--method",
                     "simplex", "--resamples", 20)

    def test_document_profile_and_its_use(self):
        out = self.directory / "fitted.json"
        document = self.document(*self.line, "--evaluations", 30, "-o", out)
        self.assertTrue(document["finished"])
        self.assertEqual(document["objective"], {"one_by_one": 1, "pairs": 1, "distances": 0.5})
        self.assertEqual(document["evaluations"], document["runs"][0]["evaluations"])
        self.assertEqual(document["failed_evaluations"], 0)
        for share in ("learnt", "held_out"):
            before, fitted = (document[share][which] for which in ("before", "fitted"))
            self.assertEqual(set(fitted["terms"]), set(document["objective"]))
            total = sum(weight * fitted["terms"][term] for term, weight in document["objective"].items())
            self.assertAlmostEqual(fitted["cost"], total)
            self.assertEqual(fitted["failed"], 0)
            self.assertGreater(before["cases"], 0)
        self.assertLessEqual(document["learnt"]["fitted"]["cost"], document["learnt"]["before"]["cost"] + 1e-9)
        self.assertEqual(document["told"]["names"], ["time_horizon", "radius"])
        for one in document["parameters"].values():
            self.assertIn(one["told"], (True, False))
        # What is written is what is told, and is a profile.
        profile = json.loads(out.read_text())
        self.assertEqual(profile, document["profile"])
        self.assertEqual(profile["radius"], document["parameters"]["radius"]["fitted"])
        self.assertEqual(profile["provenance"]["recordings"], ["streams"])
        self.assertEqual(profile["provenance"]["objective"], document["objective"])
        self.assertEqual(profile["provenance"]["held_out"]["cost"]["fitted"], document["held_out"]["fitted"]["cost"])
        # It walks in scenes, by name, and results carry the values.
        (self.directory / "profiles").mkdir()
        out.rename(self.directory / "profiles/mine.json")
        scene = self.write({**SCENE, "profiles": {"walker": {"from": "mine", "pref_speed": 1.2}}})
        result = self.directory / "run.csv"
        self.assertEqual(self.run_command("run", scene, "-o", result).returncode, 0)
        # And in evaluations: the numbers are those of the fit.
        table = self.document("evaluate", self.data, "--models", "none", "--half", "second", "--resamples", 0,
                              "--profile", f"mine={self.directory / 'profiles/mine.json'}")
        ade = [row["numbers"]["ade"]["value"] for row in table["rows"] if row["walker"] == "mine"]
        self.assertAlmostEqual(sum(ade) / 2, document["held_out"]["fitted"]["values"]["one_by_one.ade"]["value"])

    def test_results_carry_values_and_not_names(self):
        self.write({"model": "orca", "params": {"time_horizon": 1.25}}, "mine.json")
        scene = self.write({**SCENE, "profiles": {"walker": {"from": "mine.json"}}})
        result = self.directory / "run.sqlite"
        self.assertEqual(self.run_command("run", scene, "-o", result).returncode, 0)
        (self.directory / "mine.json").unlink()
        import sqlite3
        with sqlite3.connect(result) as database:
            text = "\n".join(str(cell) for row in database.execute("SELECT * FROM metadata") for cell in row)
        self.assertIn("1.25", text)
        self.assertEqual(self.document("analyse", result)["results"][0]["file"], str(result))

    def test_in_words(self):
        done = self.run_command(*self.line, "--evaluations", 12, "--objective", "one_by_one=2,distances", "--quick")
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in ("2 × one_by_one + 1 × distances", "held out", "time_horizon", '"model": "orca"', "ade [m]"):
            self.assertIn(text, done.stdout)

    def test_threads_and_resuming(self):
        line = ("calibrate", "orca", self.data, "--parameters", "time_horizon,radius", "--seeds", 2, "--method", "annealing",
                "--resamples", 20, "--evaluations", 16, "--polish", 4)
        whole = self.document(*line, "--threads", 1)
        kept = self.directory / "search.json"
        process = subprocess.Popen([COMMAND, *map(str, line), "--resume", str(kept), "--json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        while process.poll() is None and not (kept.exists() and b'"cost"' in kept.read_bytes()):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.communicate()
        rest = self.document(*line, "--resume", kept, "--threads", 3)
        for document in (whole, rest):
            document.pop("checkpoint")
        self.assertEqual(rest, whole)
        self.assertIn("another search", self.error(*line, "--resume", kept, "--half", "second")["message"])

    def test_rings_and_following(self):
        rings = [{"name": f"ring {n}", "data": "streams/streams.txt", "ring": 15, "width": 0.7, "people": n} for n in (4, 8)]
        file = self.write({"experiments": rings}, "rings.json")
        document = self.document("calibrate", "constant_velocity", file, "--folder", self.directory, "--following",
                                 "--parameters", "ttr", "--fit", "pref_speed=0.8,1.6", "--seeds", 1, "--method", "simplex",
                                 "--evaluations", 50, "--quick", "--hold-out", "ring 8")
        self.assertEqual(document["objective"], {"single_file": 0.5})
        self.assertEqual(document["held_out_experiments"], ["ring 8"])
        self.assertEqual(document["profile"]["intents"][0]["method"], "following")
        flows = {flow["experiment"]: flow for flow in document["flows"]}
        recorded = flows["ring 4"]["recorded"]["speed"]
        self.assertAlmostEqual(flows["ring 4"]["fitted"][0]["speed"], recorded, delta=0.03)
        self.assertEqual(flows["ring 8"]["share"], "held_out")

    def test_shipped_profiles_are_listed(self):
        document = self.document("models")
        names = [profile["name"] for profile in document["profiles"]]
        self.assertIn("power_law_fitted", names)
        self.assertIn("power_law_fitted", self.run_command("models").stdout)
        scene = self.write({**SCENE, "profiles": {"walker": "power_law_fitted"}})
        self.assertEqual(self.run_command("run", scene, "-o", self.directory / "run.csv").returncode, 0)

    def test_bad_input(self):
        for words, said in ((("--objective", "one_by_on=1"), 'Did you mean "one_by_one"?'),
                            (("--objective", "flow=1"), "Add a file of experiments"),
                            (("--objective", "one_by_one=0"), "one_by_one=0.5"),
                            (("--parameters", "time_horizn"), 'Did you mean "time_horizon"?'),
                            (("--fit", "time_horizon=9,3"), "LOW,HIGH"),
                            (("--half", "third"), "Choose one of these."),
                            (("--hold-out", "door"), "Name one of these."),
                            (("--metric", "area"), "--objective"),
                            (("--duration", 5), "--objective"),
                            (("--evaluations", 10, "--polish", 10), "Give more evaluations"),
                            (("-o", self.data), "")):
            with self.subTest(words=words):
                line = [word for word in self.line if word not in ("--parameters", "time_horizon,radius")]
                if "--fit" not in words and "--parameters" not in words:
                    line += ["--parameters", "time_horizon"]
                self.assertIn(said, self.error(*line, *words)["remedy"])
        self.assertIn("Name them behind the model.", self.error("calibrate", "orca")["remedy"])
        self.assertIn("constant_velocity", self.error("calibrate", "constant_velocity", self.data)["message"])
        self.assertIn('Did you mean "orca"?', self.error("calibrate", "orka", self.data)["remedy"])
        self.error("calibrate", self.directory / "none.json", self.data)
        scene = self.write(SCENE)
        self.error("calibrate", scene, "--fit", "walker.radius", "--objective", "time=12", "--cases", 5)
        empty = self.write("# framerate: 2.5 fps\n# id frame x/m y/m\n1 0 0 0\n1 1 0 0\n", "short.txt")
        self.assertIn("long enough", self.error("calibrate", "orca", empty, "--seeds", 1)["message"])


if __name__ == "__main__":
    unittest.main()
