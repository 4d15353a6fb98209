"""sidestep compare: one table, one document, one report."""

import unittest
import xml.etree.ElementTree as xml

from command import CommandTest


class Compare(CommandTest):
    def test_one_row_per_model(self):
        document = self.document("compare", "crossing_pair", "--models", "orca,predictive,constant_velocity")
        self.assertEqual([m["model"] for m in document["models"]], ["orca", "predictive", "constant_velocity"])
        orca, predictive, straight = document["models"]
        for model in (orca, predictive):
            self.assertEqual(model["arrived"], model["agents"])
            self.assertEqual(model["steer"]["collisions"], 0)
        # Whoever avoids walks farther than whoever does not.
        self.assertGreater(orca["metrics"]["length"], straight["metrics"]["length"])

    def test_seeds_are_runs(self):
        document = self.document("compare", "hallway100", "--models", "orca", "--seeds", "2")
        self.assertEqual(document["models"][0]["agents"], 200)

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
