"""`sidestep reproduce`: the required claims of every paper hold, and the document has the agreed fields."""

import pathlib
import tempfile
import unittest

from command import CommandTest


class Reproduce(CommandTest):
    def test_karamouzas2009_holds(self):
        done = self.run_command("reproduce", "karamouzas2009", "--strict")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("every required claim holds", done.stdout)
        self.assertNotIn("nan", done.stdout)

    def test_pettre2009_holds(self):
        done = self.run_command("reproduce", "pettre2009", "--strict", "--seeds", "2")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("every required claim holds", done.stdout)
        self.assertNotIn("nan", done.stdout)

    def test_figures(self):
        with tempfile.TemporaryDirectory() as directory:
            figures = pathlib.Path(directory) / "figures"
            line = ("reproduce", "pettre2009", "--part", "crossing", "--seeds", "1", "--figures", str(figures))
            self.assertEqual(self.run_command(*line).returncode, 0)
            names = sorted(p.name for p in figures.iterdir())
            self.assertEqual(names, ["adaptation_first.svg", "adaptation_second.svg", "speeds.svg"])
            self.assertEqual(self.error(*line)["value"], str(figures))
            self.assertEqual(self.run_command(*line, "--force").returncode, 0)
            self.assertIn("directory", self.error(*line[:-1], str(figures / names[0]))["allowed"])

    def test_lamarche2004_holds(self):
        done = self.run_command("reproduce", "lamarche2004", "--part", "steering", "--strict")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("nan", done.stdout)

    def test_brogan2003_holds(self):
        with tempfile.TemporaryDirectory() as directory:
            figures = pathlib.Path(directory) / "figures"
            done = self.run_command("reproduce", "brogan2003", "--strict", "--seeds", "2", "--figures", str(figures))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertNotIn("nan", done.stdout)
            names = {p.stem for p in figures.iterdir()}
            for scene in ("no_turn", "wide_turn", "sharp_turn", "u_turn", "s_turn", "library_exit", "hallway"):
                self.assertLessEqual({f"path_{scene}", f"smooth_{scene}"}, names)

    def test_document(self):
        document = self.document("reproduce", "karamouzas2009", "--part", "table1", "--seeds", "2")
        self.assertEqual(document["paper"], "karamouzas2009")
        ids = [claim["id"] for claim in document["claims"]]
        self.assertEqual(len(ids), len(set(ids)))
        for claim in document["claims"]:
            self.assertLessEqual({"id", "paper", "ours", "unit", "rule", "holds", "note", "required"}, set(claim))
            self.assertIsInstance(claim["holds"], bool)
            self.assertIsInstance(claim["ours"], (int, float), claim)
        for metric in ("time", "length", "speed", "smoothness", "accel", "degrees"):
            self.assertIn(f"table1.helbing.{metric}", ids)
            self.assertIn(f"table1.rvo.{metric}", ids)
        table = document["tables"][0]
        for row in table["rows"]:
            self.assertEqual(len(row["cells"]), len(table["columns"]), row["label"])

    def test_bad_arguments(self):
        self.assertEqual(self.error("reproduce", "nobody1999")["value"], "nobody1999")
        self.assertIn("lanes", self.error("reproduce", "karamouzas2009", "--part", "table9")["allowed"])
        self.error("reproduce", "karamouzas2009", "--seeds", "0")


if __name__ == "__main__":
    unittest.main()
