"""The map command: imports, mends, draws, and says what is wrong with what it cannot use."""

import gzip
import json
import os
import pathlib
import unittest
import xml.etree.ElementTree as xml

from command import SCENE, CommandTest

ROOM = "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (8 4, 12 4, 12 6, 8 6, 8 4))"
SVG = "{http://www.w3.org/2000/svg}"
KINDS = {"zero_length", "unclosed_ring", "short_ring", "crossing_ring", "hole_outside", "overlap", "crossing", "duplicate",
         "nearly_touching", "dangling", "dropped_region", "dropped_wall"}


class MapTest(CommandTest):
    def map(self, text, *arguments, name="map.wkt"):
        return self.document("map", self.write(text, name), *arguments)

    def test_report(self):
        result = self.map(ROOM)
        self.assertEqual((result["format"], result["floor_m2"], result["areas"], result["holes"], result["walls"]),
                         ("wkt", 192, 1, 1, 8))
        self.assertEqual(set(result["repairs"]), KINDS)
        self.assertTrue(all(repair == {"count": 0, "places": []} for repair in result["repairs"].values()))
        cells = result["cells"]
        # One hole can be walked around.
        self.assertEqual(cells["free_segments"] - cells["cells"] + 1, 1)
        self.assertEqual(cells["closed"] + cells["dead_ends"] + cells["passages"] + cells["crossroads"], cells["cells"])
        self.assertEqual(cells["components"], 1)
        self.assertEqual(cells["narrowest"][0]["width"], 4)
        text = self.run_command("map", self.write(ROOM, "map.wkt"))
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("192 m²", text.stdout)
        self.assertEqual(text.stderr, "")

    def test_mended_map_is_what_scenes_accept(self):
        crossed = "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0)), LINESTRING (5 0.004, 5 8), LINESTRING (2 6, 9 6))"
        output = self.directory / "mended.wkt"
        result = self.map(crossed, "-o", output)
        self.assertEqual(result["repairs"]["crossing"], {"count": 1, "places": [[5, 6]]})
        self.assertEqual(result["repairs"]["nearly_touching"]["count"], 1)
        scene = dict(SCENE, map={"file": output.name})
        run = self.run_command("run", self.write(scene))
        self.assertIn(run.returncode, (0, 1), run.stderr)
        again = self.document("map", output)
        self.assertEqual(again["repairs"]["crossing"]["count"], 0)

    def test_pictures_and_built_maps(self):
        svg, png, built = (self.directory / name for name in ("map.svg", "map.png", "map.sidestepmap"))
        result = self.map(ROOM, "--svg", svg, "-o", built)
        tree = xml.parse(svg)
        self.assertTrue(any("free segments" in "".join(node.itertext()) for node in tree.iter()))
        self.assertEqual(built.read_bytes()[:8], b"SIDEMAP\n")
        self.assertEqual((result["svg"], result["output"]), (str(svg), str(built)))
        way = self.document("path", built, "1,5", "19,5")
        self.assertEqual(way["status"], "found")
        # A unit would change nothing there, so it is not passed over in silence.
        error = self.error("run", self.write(dict(SCENE, map={"file": built.name, "unit": 0.001})))
        self.assertEqual((error["pointer"], error["value"]), ("/map/unit", "0.001"))
        self.assertIn("metres", error["message"])
        self.map(ROOM, "--svg", png)
        self.assertEqual(png.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        # Nothing is overwritten unless asked.
        self.error("map", self.directory / "map.wkt", "--svg", svg)
        self.error("map", self.directory / "map.wkt", "-o", self.directory / "map.wkt", "--force")
        self.map(ROOM, "--svg", svg, "--force")

    def drawing(self, *arguments):
        picture = self.directory / "drawing.svg"
        result = self.map(ROOM, "--svg", picture, "--force", *arguments)
        root = xml.parse(picture).getroot()
        texts = ["".join(node.itertext()) for node in root.iter(SVG + "text")]
        return result["cells"], texts, root

    def test_graph(self):
        cells, texts, root = self.drawing("--draw", "graph")
        kinds = {"crossroads": cells["crossroads"], "passages": cells["passages"], "dead ends": cells["dead_ends"],
                 "closed": cells["closed"]}
        for kind, count in kinds.items():
            self.assertEqual(f"{kind} ({count})" in texts, count > 0, texts)
        self.assertIn(f"links ({cells['free_segments']})", texts)
        used = sum(count > 0 for count in kinds.values())
        self.assertEqual(len(list(root.iter(SVG + "circle"))), cells["cells"] + used, "a dot for each cell, and the legend's")
        # Nobody 4.5 m wide gets round the pillar: every link is too narrow.
        cells, texts, _ = self.drawing("--draw", "graph", "--body", "4")
        self.assertIn("links (", "".join(texts))
        self.assertEqual(cells["narrowest"][0]["width"], 4, "as wide as the body is too narrow")
        self.assertTrue(any(text.startswith("too narrow (") for text in texts), texts)

    def test_levels_of_the_tree(self):
        cells, texts, _ = self.drawing("--draw", "tree")
        titles = [text for text in texts if ": level " in text]
        self.assertIn(": level 0 of ", titles[0])
        highest = int(titles[0].split()[-1])
        parts = [int(text.split("(")[1][:-1]) for text in texts if text.startswith("parts (")]
        self.assertEqual(parts[0], cells["cells"])
        self.assertEqual(parts, sorted(parts, reverse=True))
        self.assertEqual(len(parts), len(titles))
        _, texts, _ = self.drawing("--draw", "tree", "--level", highest)
        self.assertIn("parts (1)", texts)
        self.assertFalse(any(text.startswith("links") for text in texts), "nothing is left to be linked")
        room = self.directory / "map.wkt"
        error = self.error("map", room, "--svg", self.directory / "no.svg", "--draw", "tree", "--level", highest + 1)
        self.assertIn(f"to {highest}", error["allowed"])
        self.error("map", room, "--svg", self.directory / "no.svg", "--level", 1)
        self.error("map", room, "--draw", "tree")
        self.assertIn("Did you mean", self.error("map", room, "--svg", self.directory / "no.svg", "--draw", "tre")["remedy"])

    def test_road_map(self):
        cells, texts, root = self.drawing("--draw", "roadmap")
        self.assertIn(f"key points ({cells['free_segments']})", texts)
        self.assertEqual(len(list(root.iter(SVG + "circle"))), cells["free_segments"] + 1)
        self.assertTrue(any(text.startswith("links (") for text in texts), texts)
        # A part of it: fewer key points are drawn, and the axes end there.
        _, texts, part = self.drawing("--draw", "roadmap", "--view", "0,0,6,6")
        self.assertLess(len(list(part.iter(SVG + "circle"))), cells["free_segments"] + 1)
        self.assertNotIn("20", texts)
        for view in ("0,0,6", "0,0,0,6", "a,b,c,d"):
            self.error("map", self.directory / "map.wkt", "--svg", self.directory / "no.svg", "--view", view)

    def test_walls_that_are_nearly_straight_are_joined_as_far_as_is_said(self):
        bent = "POLYGON ((0 0, 10 0.03, 20 0, 20 10, 0 10, 0 0))"
        self.assertEqual(self.map(bent, "--join", "0.04")["cells"]["walls"], 4)
        self.assertGreater(self.map(bent)["cells"]["walls"], 4)
        self.error("map", self.directory / "map.wkt", "--join", "0.06")

    def test_options(self):
        two = "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0)), LINESTRING (5 0, 5 10))"
        self.assertEqual(self.map(two)["floor_m2"], 200)
        self.assertEqual(self.map(two, "--regions", "one")["floor_m2"], 150)
        self.assertEqual(self.map(two, "--inside", "1,1")["floor_m2"], 50)
        self.assertEqual(self.map(ROOM, "--unit", "10")["floor_m2"], 19200)
        narrow = "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (8 2, 12 2, 12 8, 8 8, 8 2))"
        self.assertEqual(self.map(narrow, "--body", "1.9")["cells"]["components_for_body"], 1)
        self.assertGreater(self.map(narrow, "--body", "2.1")["cells"]["components_for_body"], 1)
        geo = json.dumps({"type": "Polygon", "coordinates": [[[14, 50], [14.001, 50], [14.001, 50.001], [14, 50]]]})
        self.assertAlmostEqual(self.map(geo, name="a.geojson")["origin"]["latitude"], 50.0005)
        packed = self.write(gzip.compress(geo.encode()), "a.geojson.gz")
        self.assertEqual(self.document("map", packed)["holes"], 1)

    def test_bad_input(self):
        for text in ("", "POLYGON EMPTY", "POLYGON ((0 0, 1 0", "POLYGON ((0 0, 1 nan, 1 1, 0 0))", "nonsense"):
            error = self.error("map", self.write(text, "bad.wkt"))
            self.assertTrue(error["allowed"])
            self.assertTrue(error["file"].endswith("bad.wkt"))
        for name, text in (("a.geojson", "{"), ("a.osm", "<osm>"), ("a.dxf", "0\nSECTION\n2\nENTITIES\n"), ("a.obj", "v 1 2"),
                           ("a.ifc", "ISO-10303-21;"), ("a.glb", "glTF"), ("a.xyz", "?")):
            self.error("map", self.write(text, name))
        walls = "v 0 0 0\nv 8 0 0\nv 8 0 3\nf 1 2 3\n"
        self.assertIn("no floor", self.error("map", self.write(walls, "walls.obj"), "--up", "z")["message"])
        room = self.write(ROOM, "map.wkt")
        for arguments in (("--inside", "a,b"), ("--inside", "10,5"), ("--inside", "1"), ("--unit", "0"), ("--unit", "nan"),
                          ("--up", "x"), ("-o", "map.png"), ("--svg", "map.wkt"), ("--slice", "-1"), ("--snap", "-1")):
            self.error("map", room, *arguments)
        self.error("map", self.directory / "absent.wkt")

    def test_implausible_sizes_are_warned_about(self):
        self.assertEqual(len(self.map("POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))")["warnings"]), 1)
        large = self.map("POLYGON ((0 0, 2000000 0, 2000000 2000000, 0 2000000, 0 0))")
        self.assertEqual(len(large["warnings"]), 2, "its size, and that it has no cells")
        self.assertIsNone(large["cells"])

    def test_real_maps(self):
        data = pathlib.Path(os.environ.get("SIDESTEP_DATA", pathlib.Path(__file__).parents[3] / "shared" / "data")) / "maps"
        if not data.is_dir():
            self.skipTest("no maps: set SIDESTEP_DATA")
        for file in sorted(data.rglob("*")):
            if not file.is_file() or file.suffix == ".md":
                continue
            picture = self.directory / (file.name + ".svg")
            result = self.document("map", file, "--svg", picture)
            self.assertIsNotNone(result["cells"], file)
            self.assertEqual(result["cells"]["components"], 1, file)
            self.assertGreater(picture.stat().st_size, 2000, file)


if __name__ == "__main__":
    unittest.main()
