"""Reports and pictures of the real command: well-formed, self-contained, and nothing written when it refuses."""

import os
import pathlib
import re
import struct
import unittest
import xml.etree.ElementTree as xml

from command import SCENE, CommandTest

NOBODY = "# framerate: 10 fps\n# id frame x/m y/m\n"
WALKER = NOBODY + "".join(f"1 {f} {0.14 * f:.2f} 0\n2 {f} {3 - 0.14 * f:.2f} 1\n" for f in range(30))


class PictureTest(CommandTest):
    def result(self, name="walk.txt", text=WALKER):
        return self.write(text, name)

    def report(self, *arguments):
        page = self.directory / "report.html"
        done = self.run_command("analyse", *arguments, "--report", page, "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = page.read_text()
        body = text.split("\n", 1)[1]  # XML does not know <!DOCTYPE html>
        tree = xml.fromstring(body)
        self.assertFalse(re.search(r'(?<!xmlns=")https?:', text), "something from outside")
        self.assertFalse("<script" in text)
        self.assertFalse(re.search(r"\b(src|href)=|@import|url\((?!#)", text), "something from outside")
        return text, tree

    def test_report_of_a_run(self):
        result = self.directory / "run.sqlite"
        self.assertEqual(self.run_command("run", self.write(SCENE), "-o", result).returncode, 0)
        text, tree = self.report(result)
        self.assertEqual(len(list(tree.iter("{http://www.w3.org/2000/svg}svg"))), 10)
        for part in ("class=\"verdict", "goal: east", "orca (walker)"):
            self.assertTrue(part in text, part)
        self.assertTrue(text == self.report(result)[0], "not the same bytes")

    def test_odd_results(self):
        for text in (NOBODY, NOBODY + "1 0 1 1\n", NOBODY + "1 0 1 1\n1 900 1 1\n",
                     "# scene_name: <b>&\"' \x01" + "x" * 500 + "\n" + WALKER,
                     "# geometry: POLYGON ((0 0, 1 1))\n" + WALKER):
            self.report(self.result(text=text))
            for ending in ("svg", "png"):
                picture = self.directory / f"picture.{ending}"
                done = self.run_command("export", self.result(text=text), "-o", picture, "--force")
                self.assertEqual(done.returncode, 0, done.stderr)
            xml.parse(self.directory / "picture.svg")

    def test_two_results(self):
        text, _ = self.report(self.result(), self.result("other.txt"))
        self.assertTrue("Comparison" in text)

    def test_map_from_a_file(self):
        lines = self.write("LINESTRING (0 -1, 5 -1)\nPOLYGON ((0 -2,\n 5 -2, 5 2, 0 -2))\n\n", "map.wkt")
        text, _ = self.report(self.result(), "--map", lines)
        self.assertFalse("none in the file" in text)
        page = self.directory / "other.html"
        self.assertIn("map.wkt", self.error("analyse", self.result(), "--report", page, "--map",
                                            self.write("POLYGON ((0 0", "map.wkt"))["file"])
        self.error("analyse", self.result(), "--report", page, "--map", self.write("\n", "map.wkt"))
        self.error("analyse", self.result(), "--report", page, "--map", self.directory / "none.wkt")
        self.error("analyse", self.result(), "--map", lines)

    def test_picture(self):
        picture = self.directory / "p.svg"
        done = self.run_command("export", self.result(), "-o", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        root = xml.parse(picture).getroot()
        self.assertEqual(root.get("width"), "1000")
        text = picture.read_text()
        self.assertFalse("var(" in text)
        self.assertEqual(text.count("http"), 1)
        self.run_command("export", self.result(), "-o", picture, "--force")
        self.assertTrue(picture.read_text() == text, "not the same bytes")
        for colour in ("profile", "time"):
            self.run_command("export", self.result(), "-o", picture, "--force", "--colour", colour)
            self.assertTrue(picture.read_text() != text, colour)
        self.run_command("export", self.result(), "-o", picture, "--force", "--until", "1")
        self.assertTrue("0 s to 1 s" in picture.read_text())

    def test_png_has_the_asked_width(self):
        for width in (300, 777, 2400):
            picture = self.directory / f"p{width}.png"
            done = self.run_command("export", self.result(), "-o", picture, "--width", str(width))
            self.assertEqual(done.returncode, 0, done.stderr)
            data = picture.read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">I", data[16:20])[0], width)
            self.assertGreater(len(data), 3000, "not a blank page")

    def test_refusals(self):
        result = self.result()
        page = self.write("mine", "mine.html")
        self.assertIn("--force", self.error("analyse", result, "--report", page)["remedy"])
        self.assertIn(".html", self.error("analyse", result, "--report", self.directory / "r.pdf")["allowed"])
        self.error("analyse", result, "--report", self.directory / "none" / "r.html")
        self.error("analyse", result, "--report", self.directory / "r.html", "--cell", "0")
        self.error("analyse", self.directory / "none.txt", "--report", self.directory / "r.html")

    def test_refused_exports(self):
        result = self.result()
        picture = self.write("mine", "mine.svg")
        self.assertIn("--force", self.error("export", result, "-o", picture)["remedy"])
        self.assertIn(".svg", self.error("export", result, "-o", self.directory / "x.gif")["allowed"])
        self.error("export", result, "-o", result, "--force")
        self.error("export", result, "-o", self.directory / "none" / "x.svg")
        self.error("export", result, "-o", self.directory / "x.png", "--width", "5")
        self.error("export", result, "-o", self.directory / "x.png", "--colour", "mood")
        self.error("export", self.directory / "none.txt", "-o", self.directory / "x.svg")

    def test_recordings(self):
        data = pathlib.Path(os.environ.get("SIDESTEP_DATA", pathlib.Path(__file__).parents[3] / "shared" / "data"))
        recording = data / "eth" / "eth.txt"
        if not recording.exists():
            self.skipTest("no recordings: set SIDESTEP_DATA")
        text, _ = self.report(recording, "--map", data / "eth" / "obstacles.wkt")
        self.assertTrue("Measured from a recording: no verdict of a run" in text)
        self.assertTrue("Closest approach" in text)


if __name__ == "__main__":
    unittest.main()
