"""sidestep path and sidestep bench-path: what they print, return and draw."""

import json
import os
import pathlib
import struct
import unittest
import xml.etree.ElementTree as xml

from command import CommandTest

# A room with a notch from above that leaves 3 m open below it, and a room of its own.
ROOMS = ("MULTIPOLYGON(((0 0,10 0,10 10,6 10,5 3,4 10,0 10,0 0)),((20 0,24 0,24 4,20 4,20 0)))")


class PathTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.map = self.write(ROOMS, "rooms.wkt")

    def test_a_way_is_explained(self):
        done = self.run_command("path", self.map, "3,9", "7,9")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("There is a way of", done.stdout)
        self.assertIn("expansions", done.stdout)
        document = self.document("path", self.map, "3,9", "7,9", "--method", "flat")
        self.assertEqual(document["status"], "found")
        self.assertEqual(document["method"], "flat")
        self.assertEqual(document["portals"], [[[5.0, 0.0], [5.0, 3.0]]])
        self.assertEqual(document["points"][0], [3.0, 9.0])
        self.assertEqual(document["points"][-1], [7.0, 9.0])
        self.assertGreater(document["length_m"], 12.65)
        self.assertEqual(document["straight_m"], 4.0)

    def texts(self, picture):
        svg = "{http://www.w3.org/2000/svg}"
        return ["".join(node.itertext()) for node in xml.parse(picture).getroot().iter(svg + "text")]

    def test_what_lies_under_the_way(self):
        square = self.write("POLYGON((0 0,30 0,30 30,0 30,0 0)," + ",".join(
            f"({x} {y},{x} {y + 2},{x + 2} {y + 2},{x + 2} {y},{x} {y})" for x in range(2, 28, 5) for y in range(2, 28, 5)) +
            ")", "pillars.wkt")
        cells = self.document("map", square)["cells"]
        picture = self.directory / "under.svg"
        way = self.document("path", square, "1,1", "29,29", "--svg", picture, "--draw", "tree")
        note = next(text for text in self.texts(picture) if "Looked through: " in text)
        parts = int(note.split("Looked through: ")[1].split()[0])
        self.assertLess(parts, cells["cells"] / 2, "what is far is looked at as a whole")
        self.document("path", square, "1,1", "29,29", "--svg", picture, "--draw", "roadmap", "--force", "--key-points", 2)
        texts = self.texts(picture)
        self.assertIn(f"key points ({2 * cells['free_segments']})", texts)
        self.assertFalse("through key points" in texts, "which of two is not known")
        png = self.directory / "way.png"
        self.document("path", square, "1,1", "29,29", "--svg", png, "--width", 400)
        self.assertEqual(struct.unpack(">I", png.read_bytes()[16:20])[0], 400)
        self.assertEqual(way["status"], "found")
        for arguments in (("--draw", "way"), ("--view", "0,0,1,1"), ("--width", "400"), ("--svg", self.directory / "a.gif"),
                          ("--svg", self.directory / "a.svg", "--draw", "everything")):
            self.error("path", square, "1,1", "29,29", *arguments)

    def test_why_there_is_none(self):
        def status(*arguments):
            document = self.document("path", self.map, *arguments, exit_code=1)
            self.assertTrue(document["explanation"].endswith("."))
            self.assertEqual(document["points"], [])
            return document
        self.assertEqual(status("-3,9", "7,9")["status"], "start_blocked")
        self.assertEqual(status("3,9", "5,9")["status"], "goal_blocked")
        self.assertEqual(status("3,9", "22,2")["status"], "unreachable")
        narrow = status("2,2", "8,2", "--radius", "1.75")
        self.assertEqual(narrow["status"], "too_narrow")
        self.assertAlmostEqual(narrow["widest_m"], 3, places=3)

    def test_who_stands_too_close_is_told(self):
        done = self.run_command("path", self.map, "3,0.1", "7,9")
        self.assertEqual(done.returncode, 0)
        self.assertIn("The start is too close to a wall: (3.00, 0.20)", done.stdout)

    def test_a_picture(self):
        picture = self.directory / "way.svg"
        document = self.document("path", self.map, "3,9", "7,9", "--svg", picture)
        self.assertEqual(document["picture"], str(picture))
        texts = self.texts(picture)
        self.assertIn(f"taut, {document['length_m']:.1f} m", texts)
        self.assertIn("through key points", texts)
        self.assertIn("portals (1)", texts)
        self.assertIn("cells on the way (2)", texts)
        self.error("path", self.map, "3,9", "7,9", "--svg", picture)
        self.document("path", self.map, "3,9", "7,9", "--svg", picture, "--force")

    def test_bad_input(self):
        self.assertIn("X,Y", self.error("path", self.map, "3;9", "7,9")["allowed"])
        self.error("path", self.map, "3,9", "7,9,1")
        self.error("path", self.map, "3,9", "nan,1")
        self.assertIn("hierarchical", self.error("path", self.map, "3,9", "7,9", "--method", "magic")["allowed"])
        self.error("path", self.map, "3,9", "7,9", "--radius", "-1")
        self.error("path", self.directory / "absent.wkt", "3,9", "7,9")
        broken = self.write("POLYGON((0 0, 1 1", "broken.wkt")
        self.assertEqual(self.error("path", broken, "3,9", "7,9")["file"], str(broken))


class BenchPathTest(CommandTest):
    def test_methods_side_by_side(self):
        map_file = self.write(ROOMS, "rooms.wkt")
        document = self.document("bench-path", "--map", map_file, "--pairs", 50, "--seed", 3)
        self.assertEqual(document["map"], "rooms")
        self.assertLessEqual({"flat", "hierarchical"}, set(document["methods"]))
        for method in document["methods"].values():
            self.assertEqual(method["found"], 50)
            self.assertGreater(method["mean_us"], 0)
            self.assertGreaterEqual(method["max_us"], method["p99_us"])
            self.assertGreaterEqual(method["p99_us"], 0)
            self.assertIn("length_ratio", method)
        only = self.document("bench-path", "--map", map_file, "--pairs", 5, "--methods", "flat")
        self.assertEqual(list(only["methods"]), ["flat"])

    def test_tiles(self):
        square = self.write("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 4,2 2))", "square.wkt")
        one = self.document("bench-path", "--map", square, "--pairs", 5)
        three = self.document("bench-path", "--map", square, "--pairs", 5, "--tile", 3)
        self.assertGreater(three["cells"], 3 * one["cells"])
        self.assertEqual(three["methods"]["flat"]["found"], 5, "tiles are joined")

    def test_a_city(self):
        data = pathlib.Path(os.environ.get("SIDESTEP_DATA", pathlib.Path(__file__).parents[3] / "shared" / "data"))
        city = data / "maps" / "cities" / "prague1m.wkt"
        if not city.exists():
            self.skipTest("no maps: set SIDESTEP_DATA")
        document = self.document("bench-path", "--map", city, "--pairs", 200, "--methods", "flat,hierarchical")
        flat, tree = document["methods"]["flat"], document["methods"]["hierarchical"]
        self.assertEqual(tree["found"], 200)
        self.assertLess(18 * tree["expansions_mean"], flat["expansions_mean"])
        self.assertLessEqual(tree["memory_mb"], 1)


if __name__ == "__main__":
    unittest.main()
