"""The map command: imports, mends, draws, and says what is wrong with what it cannot use."""

import gzip
import json
import os
import pathlib
import unittest
import xml.etree.ElementTree as xml

from command import SCENE, CommandTest

ROOM = "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (8 4, 12 4, 12 6, 8 6, 8 4))"
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
        self.map(ROOM, "--svg", png)
        self.assertEqual(png.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        # Nothing is overwritten unless asked.
        self.error("map", self.directory / "map.wkt", "--svg", svg)
        self.error("map", self.directory / "map.wkt", "-o", self.directory / "map.wkt", "--force")
        self.map(ROOM, "--svg", svg, "--force")

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
