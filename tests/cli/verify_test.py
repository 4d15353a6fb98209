"""sidestep verify: verdicts as text, document, page, scenes and exit code."""

import json
import unittest

from command import CommandTest


class Verify(CommandTest):
    def test_one_document(self):
        document = self.document("verify", "rimea_1", "basic_goals", "--models", "orca,predictive")
        self.assertTrue(document["passed"])
        self.assertEqual([case["id"] for case in document["cases"]], ["rimea_1", "basic_goals"])
        for case in document["cases"]:
            self.assertTrue(case["required"])
            self.assertEqual([m["model"] for m in case["models"]], ["orca", "predictive"])
        number = document["cases"][0]["models"][0]["trials"][0]["numbers"][0]
        self.assertEqual((number["low"], number["high"], number["holds"]), (26, 34, True))
        # 40 m at 1.34 m/s.
        self.assertAlmostEqual(number["value"], 40 / 1.34, delta=0.5)

    def test_failing_is_an_exit_code(self):
        # Nobody slows down who avoids nobody.
        done = self.run_command("verify", "rimea_4", "--models", "constant_velocity")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("FAIL", done.stdout)
        self.assertIn("1 of the required cases are not passed", done.stdout)
        # What is only told fails nobody.
        done = self.run_command("verify", "imo_4", "--models", "constant_velocity")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("misses", done.stdout)

    def test_threads_and_seeds(self):
        words = ("verify", "rimea_6", "--models", "orca", "--seeds", "2-3")
        one = self.document(*words, "--threads", "1")
        self.assertEqual(one, self.document(*words, "--threads", "3"))
        trials = one["cases"][0]["models"][0]["trials"]
        self.assertEqual([t["seed"] for t in trials], [2, 3])
        self.assertNotEqual(trials[0]["state_hashes"], trials[1]["state_hashes"])

    def test_scenes_are_the_cases(self):
        folder = self.directory / "scenes"
        document = self.document("verify", "rimea_6", "--models", "predictive", "--write-scenes", folder)
        run = self.document("run", folder / "rimea_6.json")
        trial = document["cases"][0]["models"][0]["trials"][0]
        self.assertEqual(run["state_hash"], trial["state_hashes"][0])
        other = self.document("run", folder / "rimea_6.json", "--model", "orca")
        orca = self.document("verify", "rimea_6", "--models", "orca")["cases"][0]["models"][0]["trials"][0]
        self.assertEqual(other["state_hash"], orca["state_hashes"][0])
        error = self.error("verify", "rimea_6", "--models", "orca", "--write-scenes", folder)
        self.assertEqual(error["value"], str(folder / "rimea_6.json"))

    def test_page(self):
        page = self.directory / "page.html"
        done = self.run_command("verify", "rimea_1", "--models", "orca", "--report", page, "--project", "A <hall>",
                                "--author", "A. Author")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = page.read_text()
        for words in ("A &lt;hall&gt;", "A. Author", "RiMEA 3.0, test 1", "26 to 34 s", "time_horizon", "<svg",
                      "Signature"):
            self.assertIn(words, text)
        document = self.document("verify", "rimea_1", "--models", "orca")
        self.assertIn(document["cases"][0]["models"][0]["trials"][0]["state_hashes"][0], text)
        self.assertEqual(self.error("verify", "rimea_1", "--report", page)["value"], str(page))

    def test_what_is_wrong_is_said(self):
        self.assertIn("rimea_1", self.error("verify", "rimea_16")["allowed"])
        self.assertIn('Did you mean "orca"?', self.error("verify", "rimea_1", "--models", "orka")["remedy"])
        self.assertIn("--report", self.error("verify", "rimea_1", "--project", "x")["message"])
        self.assertIn("seeds", self.error("verify", "rimea_1", "--seeds", "x")["message"])


if __name__ == "__main__":
    unittest.main()
