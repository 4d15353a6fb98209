"""Recordings from one format into another: what arrives, what is told, what is refused."""

import os
import pathlib
import unittest

from command import SCENE, CommandTest

DATA = pathlib.Path(
    os.environ.get("SIDESTEP_DATA", pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data")
)
HEAD = "# framerate: 10 fps\n# id frame x/m y/m\n"
FORMATS = ("a.sqlite", "a.txt", "a.csv", "a.h5", "a.ndjson", "a_obsmat.txt", "a.traj")
RATELESS = ("a_obsmat.txt", "a.traj")


def rows_of(text):
    """Places by id and frame, of Jülich text."""
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {(row[0], row[1]): (float(row[2]), float(row[3])) for row in rows}


class Convert(CommandTest):
    def walkers(self, change=lambda rows: rows, head=HEAD, name="in.txt"):
        rows = [[i, frame, 0.13 * frame, 2 * i] for frame in range(40) for i in (1, 2)]
        return self.write(head + "".join("%d %d %.4f %.4f\n" % tuple(row) for row in change(rows)), name)

    def round_trip(self, source, fps):
        """Through every format and back to text."""
        first = self.directory / "first.txt"
        self.document("convert", source, first)
        for name in FORMATS:
            file, back = self.directory / name, self.directory / "back.txt"
            self.document("convert", source, file, "--force")
            said = ("--fps", fps) if name in RATELESS else ()
            told = self.document("convert", file, back, "--force", *said)
            self.assertEqual(told["fps"], fps, name)
            self.assertEqual(rows_of(back.read_text()), rows_of(first.read_text()), name)

    def test_every_format_and_back(self):
        self.round_trip(self.walkers(), 10)

    def test_a_result_of_our_own(self):
        result = self.directory / "out.sqlite"
        self.document("run", self.write(SCENE), "-o", result)
        self.round_trip(result, 10)
        kept = self.document("convert", result, self.directory / "kept.sqlite")
        self.assertEqual(kept["lost"], [])
        self.assertTrue(kept["map"])
        lost = " ".join(self.document("convert", result, self.directory / "lost.ndjson")["lost"])
        for what in ("the map", "metadata", "headings", "radius, profile, goal and group"):
            self.assertIn(what, lost)
        text = self.run_command("convert", result, self.directory / "lost_obsmat.txt").stdout
        self.assertIn("not kept: the frame rate (say --fps 10 when it is read)", text)
        # The same numbers come out of what was converted.
        walked = self.document("analyse", result)["results"][0]["metrics"]["length"]
        again = self.document("analyse", self.directory / "kept.sqlite")["results"][0]["metrics"]["length"]
        self.assertEqual(walked, again)

    def test_recordings(self):
        if not DATA.is_dir():
            self.skipTest("no recordings at %s; set SIDESTEP_DATA" % DATA)
        self.round_trip(DATA / "zara01" / "zara01.txt", 2.5)

    def test_unknown_endings(self):
        source = self.walkers()
        error = self.error("convert", source, self.directory / "a.ndjsn")
        self.assertIn('Did you mean ".ndjson"?', error["remedy"])
        self.assertIn(".h5", error["allowed"])
        self.assertIn(".sqlite", self.error("convert", source, self.directory / "a.docx")["allowed"])
        self.assertFalse((self.directory / "a.docx").exists())

    def test_runs_are_recorded_elsewhere(self):
        error = self.error("run", self.write(SCENE), "-o", self.directory / "a.h5")
        self.assertIn("sidestep convert FILE.sqlite a.h5", error["remedy"])

    def test_outputs_are_not_replaced(self):
        source, out = self.walkers(), self.directory / "a.csv"
        self.document("convert", source, out)
        self.error("convert", source, out)
        self.document("convert", source, out, "--force")
        self.error("convert", source, source, "--force")

    def test_nothing_is_guessed(self):
        bare = self.write("780 1 8.4 0 3.5 1 0 0\n786 1 9.1 0 3.5 1 0 0\n", "obsmat.txt")
        self.assertIn("--fps", self.error("convert", bare, self.directory / "a.txt")["remedy"])
        told = self.document("convert", bare, self.directory / "a.txt", "--fps", 15)
        self.assertEqual((told["people"], told["rows"], told["fps"]), (1, 2, 15))
        self.error("convert", self.directory / "a.txt", self.directory / "b.h5", "--fps", "0")
        self.document("convert", self.directory / "a.txt", self.directory / "b.h5")
        said = self.error("convert", self.directory / "b.h5", self.directory / "c.csv", "--columns", "id,frame,x,y")
        self.assertIn("says its columns itself", said["message"])

    def findings(self, change, head=HEAD):
        file = self.walkers(change, head, "bad.txt")
        told = self.document("convert", file, self.directory / "a.csv", "--force")["findings"]
        analysed = self.document("analyse", file)["results"][0].get("findings", [])
        self.assertEqual(told, analysed)
        readable = self.run_command("analyse", file).stdout
        for finding in told:
            self.assertIn("%s: %s (line %d)" % (finding["kind"], finding["text"], finding["line"]), readable)
        return {finding["kind"]: finding for finding in told}

    def test_what_is_well_is_not_told(self):
        self.assertEqual(self.findings(lambda rows: rows), {})

    def test_gaps(self):
        found = self.findings(lambda rows: [r for r in rows if r[0] == 1 or not 10 <= r[1] < 15])
        self.assertEqual(list(found), ["gaps"])
        self.assertEqual((found["gaps"]["id"], found["gaps"]["frame"]), (2, 15))
        self.assertEqual(found["gaps"]["line"], 2 + 2 * 15 + 2 - 5)

    def test_jumps(self):
        found = self.findings(lambda rows: [[i, f, x + (30 if i == 2 and f >= 20 else 0), y] for i, f, x, y in rows])
        self.assertEqual(list(found), ["jumps"])
        self.assertEqual(found["jumps"]["line"], 2 + 2 * 20 + 2)

    def test_centimetres(self):
        found = self.findings(lambda rows: [[i, f, 100 * x, 100 * y] for i, f, x, y in rows])
        self.assertEqual(list(found), ["speed"])

    def test_phases(self):
        found = self.findings(lambda rows: [[i, 6 * f + 4 * (i == 2), x, y] for i, f, x, y in rows])
        self.assertEqual(list(found), ["phases"])
        self.assertEqual(found["phases"]["line"], 4)

    def test_tracks_without_length(self):
        found = self.findings(
            lambda rows: rows + [[3, 5, 7, 7], [4, 5, 8, 8], [4, 6, 8, 8]]
        )
        self.assertEqual(sorted(found), ["single", "still"])
        self.assertEqual((found["single"]["line"], found["still"]["line"]), (83, 84))

    def test_errors_where_nothing_can_follow(self):
        for line, text in ((3, "1 0 nan 0\n"), (4, "1 0 0 0\n1 0 0 0\n")):
            file = self.write(HEAD + text, "error.txt")
            error = self.error("convert", file, self.directory / "never.csv")
            self.assertEqual((error["file"], error["line"]), (str(file), line))
        self.error("convert", self.write("# id frame x/m y/m\n1 0 0 0\n", "r.txt"), self.directory / "never.csv")
        self.assertFalse((self.directory / "never.csv").exists())

    def test_hostile_files(self):
        for name, content in (
            ("a.ndjson", "[" * 1_000_000),
            ("b.ndjson", '{"track": {"f": 1e308, "p": 1, "x": 0, "y": 0}}'),
            ("a.traj", "\0" * 4096),
            ("a.h5", b"\x89HDF\r\n\x1a\n" + b"\xff" * 4096),
        ):
            self.error("convert", self.write(content, name), self.directory / "never.csv", "--fps", 10)

    def test_smoothing_is_told(self):
        shaken = self.walkers(lambda rows: [[i, f, x, y + 0.1 * (-1) ** f] for i, f, x, y in rows])
        out = self.directory / "smooth.txt"
        told = self.document("convert", shaken, out, "--smooth", 1)
        self.assertIn("zero-phase Butterworth", " ".join(told["remarks"]))
        self.assertIn("# smoothed: zero-phase Butterworth of order 2", out.read_text())
        places = rows_of(out.read_text()).items()
        middle = [place[1] for (who, frame), place in places if who == "1" and 15 < int(frame) < 25]
        self.assertTrue(all(abs(y - 2) < 0.01 for y in middle), middle)
        raw = self.document("analyse", shaken)["results"][0]["metrics"]["length"]["mean"]
        smooth = self.document("analyse", shaken, "--smooth", 1)["results"][0]
        self.assertLess(smooth["metrics"]["length"]["mean"], 0.8 * raw)
        self.assertIn("smoothed: zero-phase", " ".join(smooth["remarks"]))
        self.assertIn("cut-off", self.error("convert", shaken, self.directory / "b.txt", "--smooth", 5)["message"])


if __name__ == "__main__":
    unittest.main()
