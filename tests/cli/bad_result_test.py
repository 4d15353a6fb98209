"""Recordings that cannot be analysed."""

import unittest

from command import SCENE, CommandTest


class BadResult(CommandTest):
    def refuse(self, name, content):
        file = self.write(content, name)
        error = self.error("analyse", file)
        self.assertEqual(error["file"], str(file))
        return error

    def record(self, name):
        file = self.directory / name
        self.document("run", self.write(SCENE), "-o", file)
        return file

    def test_missing(self):
        self.error("analyse", self.directory / "missing.sqlite")

    def test_what_a_run_wrote_is_good(self):
        for name in ("out.sqlite", "out.txt", "out.csv"):
            self.document("analyse", self.record(name))

    def test_truncated_sqlite(self):
        whole = self.record("out.sqlite").read_bytes()
        for part in (0.3, 0.7):
            self.refuse("cut.sqlite", whole[: int(len(whole) * part)])

    def test_foreign_sqlite(self):
        import sqlite3

        file = self.directory / "foreign.sqlite"
        with sqlite3.connect(file) as base:
            base.execute("create table birds(name text)")
        base.close()
        self.error("analyse", file)
        self.refuse("text.sqlite", "this is not a database\n" * 100)

    def test_ragged_rows(self):
        error = self.refuse("ragged.txt", "# framerate: 10 fps\n# id frame x/m y/m z/m\n1 0 0.0 0.0 0\n1 1 0.1\n")
        self.assertEqual(error["line"], 4, error)

    def test_not_a_number(self):
        error = self.refuse("word.txt", "# framerate: 10 fps\n# id frame x/m y/m z/m\n1 0 0.0 north 0\n")
        self.assertEqual(error["line"], 3, error)
        self.assertIn("north", error["value"])

    def test_duplicate_id_and_frame(self):
        rows = "1 0 0.0 0.0 0\n1 1 0.1 0.0 0\n1 1 0.2 0.0 0\n"
        error = self.refuse("twice.txt", "# framerate: 10 fps\n# id frame x/m y/m z/m\n" + rows)
        self.assertEqual(error["line"], 5, error)

    def test_unknown_extension(self):
        self.refuse("result.docx", "x")


if __name__ == "__main__":
    unittest.main()
