"""What is wrong with a recording is told or refused with its place in the file, whatever the format."""

import json
import sqlite3
import unittest

from command import CommandTest

FPS = 10


def people(scale=1.0):
    """Two who walk side by side at 1.2 m/s for 3 s: rows of id, frame, x, y."""
    return [[who, k, scale * 0.12 * k, scale * 2.0 * who] for who in (1, 2) for k in range(30)]


class Writers:
    """Rows as files; each returns the options with which it is read, and where the first row stands."""

    def __init__(self, test):
        self.test = test

    def text(self, name, rows):
        lines = [f"{who} {frame} {x!r} {y!r}" for who, frame, x, y in rows]
        return self.test.write("\n".join(["# framerate: 10 fps", "# id frame x/m y/m", *lines, ""]), name + ".txt"), [], 3

    def csv(self, name, rows):  # columns in another order
        lines = [f"{frame},{y!r},{who},{x!r}" for who, frame, x, y in rows]
        return self.test.write("\n".join(["# framerate: 10 fps", "frame,y,id,x", *lines, ""]), name + ".csv"), [], 3

    def obsmat(self, name, rows):
        lines = [f"{frame} {who} {x!r} 0 {y!r} 0 0 0" for who, frame, x, y in rows]
        return self.test.write("\n".join([*lines, ""]), name + "_obsmat.txt"), ["--fps", FPS], 1

    def trajnet(self, name, rows):
        lines = [json.dumps({"scene": {"id": 0, "p": 1, "s": 0, "e": 30, "fps": FPS}})]
        lines += [json.dumps({"track": {"f": frame, "p": who, "x": x, "y": y}}) for who, frame, x, y in rows]
        return self.test.write("\n".join([*lines, ""]), name + ".ndjson"), [], 2

    def jupedsim(self, version):
        def write(name, rows):
            file = self.test.directory / f"{name}_{version}.sqlite"
            file.unlink(missing_ok=True)
            with sqlite3.connect(file) as base:
                more = ", ori_x REAL, ori_y REAL" if version < 3 else ""
                base.execute(f"CREATE TABLE trajectory_data (frame INTEGER, id INTEGER, pos_x REAL, pos_y REAL{more})")
                base.executemany("INSERT INTO trajectory_data (frame, id, pos_x, pos_y) VALUES (?, ?, ?, ?)",
                                 [(frame, who, x, y) for who, frame, x, y in rows])
                if version < 3:
                    base.execute("UPDATE trajectory_data SET ori_x = 1, ori_y = 0")
                base.execute("CREATE TABLE frame_data (frame INTEGER PRIMARY KEY, geometry_hash INTEGER)")
                base.execute("INSERT INTO frame_data SELECT DISTINCT frame, 1 FROM trajectory_data")
                base.execute("CREATE TABLE geometry (hash INTEGER PRIMARY KEY, wkt TEXT)")
                base.execute("INSERT INTO geometry VALUES (1, 'POLYGON ((-9 -9, 999 -9, 999 999, -9 999, -9 -9))')")
                base.execute("CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT)")
                base.executemany("INSERT INTO metadata VALUES (?, ?)", [("version", str(version)), ("fps", str(FPS))])
            base.close()
            return file, [], 1
        return write

    def hdf5(self, name, rows):  # by way of what is known to be read as it is
        text, _, _ = self.text(name, rows)
        file = self.test.directory / (name + ".h5")
        self.test.document("convert", text, file, "--force")
        return file, [], 1

    def all(self):
        return {"text": self.text, "csv": self.csv, "obsmat": self.obsmat, "trajnet": self.trajnet,
                "jupedsim 2": self.jupedsim(2), "jupedsim 3": self.jupedsim(3), "hdf5": self.hdf5}


class BadRecordings(CommandTest):
    def each(self, name, rows, only=None):
        for kind, write in Writers(self).all().items():
            if only is None or kind in only:
                with self.subTest(format=kind, what=name):
                    yield kind, *write(name, rows)

    def finding(self, name, rows, kind, row):
        """Told by convert, with the place of the row (from 0) in the file."""
        for form, file, options, first in self.each(name, rows):
            said = self.document("convert", file, self.directory / "out.csv", "--force", *options)
            self.assertEqual([f["kind"] for f in said["findings"]], [kind], form)
            found = said["findings"][0]
            # The command itself writes HDF5 in order of time.
            place = sorted(rows, key=lambda r: r[1]).index(rows[row]) if form == "hdf5" else row
            self.assertEqual(found.get("line", found.get("row")), first + place, form)

    def refused(self, name, rows, message, row, only):
        for form, file, options, first in self.each(name, rows, only):
            error = self.error("convert", file, self.directory / "out.csv", "--force", *options)
            self.assertIn(message, error["message"], form)
            self.assertEqual(error["file"], str(file), form)
            if row is not None:
                told = error["line"] or int(error["message"].split("row ")[1].split(" ")[0])
                self.assertEqual(told, first + row, form)

    def test_a_whole_recording_has_nothing_to_tell(self):
        for form, file, options, _ in self.each("whole", people()):
            said = self.document("convert", file, self.directory / "out.csv", "--force", *options)
            self.assertEqual((said["people"], said["rows"], said["fps"], said["findings"]), (2, 60, FPS, []), form)

    def test_gaps(self):
        rows = [row for row in people() if row[0] == 1 or not 10 <= row[1] < 15]
        self.finding("gap", rows, "gaps", 40)

    def test_teleporting(self):
        rows = [[who, frame, x + (9 if who == 2 and frame >= 20 else 0), y] for who, frame, x, y in people()]
        self.finding("teleport", rows, "jumps", 50)

    def test_centimetres_for_metres(self):
        self.finding("cm", people(scale=100), "speed", 1)

    def test_single_and_still(self):
        self.finding("single", people() + [[3, 5, 1.0, 9.0]], "single", 60)
        self.finding("still", people() + [[3, k, 1.0, 9.0] for k in range(10)], "still", 60)

    def test_mixed_phases(self):
        rows = [[who, 2 * k + who - 1, 0.24 * k, 2.0 * who] for who in (1, 2) for k in range(20)]
        self.finding("phases", rows, "phases", 20)

    def test_duplicates(self):
        rows = people()
        rows.insert(40, list(rows[12]))
        self.refused("duplicate", rows, "agent 1", 40, ("text", "csv", "obsmat", "trajnet"))
        self.refused("duplicate", rows, "agent 1 twice in frame 12", None, ("jupedsim 2", "jupedsim 3"))

    def test_no_numbers(self):
        for value in (float("nan"), float("inf")):
            rows = people()
            rows[33][2] = value
            self.refused("nan", rows, "plausible", 33, ("text", "csv", "obsmat", "jupedsim 2", "jupedsim 3"))
            self.refused("nan", rows, "JSON", 33, ("trajnet",))

    def test_no_rate(self):
        rows = [f"{frame} {who} {x} 0 {y} 0 0 0" for who, frame, x, y in people()]
        file = self.write("\n".join(rows) + "\n", "obsmat.txt")
        self.assertIn("frame rate", self.error("convert", file, self.directory / "out.csv")["message"])

    def test_evaluations_and_scenes_tell_it_too(self):
        rows = [row for row in people() if row[0] == 1 or not 10 <= row[1] < 15]
        file, _, _ = Writers(self).text("gap", rows)
        done = self.run_command("evaluate", file, "--mode", "one_step", "--models", "none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("gaps: 1 person", done.stderr)
        self.assertIn("line 43", done.stderr)
        said = self.document("scene-from", file, "-o", self.directory / "scene.json")
        self.assertEqual(said["findings"][0]["line"], 43)


if __name__ == "__main__":
    unittest.main()
