"""What the viewer's server says about maps: cells, ways, and a map without anybody on it."""

import json
import os
import pathlib
import unittest

from command import SCENE
from viewer import ViewTest

ROOMS = "MULTIPOLYGON(((0 0,10 0,10 10,6 10,5 3,4 10,0 10,0 0)),((20 0,24 0,24 4,20 4,20 0)))"
DOORS = {**SCENE, "doors": {"south": {"segment": [[10, 0], [10, 4]]}, "north": {"segment": [[10, 6], [10, 10]]}},
         "events": [{"time": 2, "close": "south"}, {"time": 4, "open": "south"}]}
CITY = pathlib.Path(os.environ.get("SIDESTEP_DATA", pathlib.Path(__file__).parents[3] / "shared/data"),
                    "maps/cities/prague1m.wkt")


class Map(ViewTest):
    def route(self, **query):
        """The answer, once what the method needs is built."""
        while True:
            answer = self.api("route", **query)
            if answer["status"] not in ("building", "superseded"):
                return answer

    def test_a_map_alone(self):
        self.view(self.write(ROOMS, "rooms.wkt"))
        info = self.api("info")
        self.assertEqual((info["kind"], info["title"], info["file"], info["frames"]), ("map", "rooms", "rooms.wkt", 0))
        self.assertEqual(info["bounds"], [0, 0, 24, 10])
        self.assertEqual(info["map"], {"body": 0.4, "methods": ["flat", "hierarchical", "corner", "exact"], "charts": []})
        self.assertEqual(self.api("agents")["id"], [])
        for name in ("frames?first=0&", "series?", "track?id=1&", "explain?id=1&frame=0&"):
            self.assertEqual(self.ask(f"/api/{name}token={self.token}")[0], 404)

    def test_ways_are_those_of_the_command(self):
        map_file = self.write(ROOMS, "rooms.wkt")
        self.view(map_file)
        for method in ("flat", "hierarchical", "corner", "exact"):
            expected = self.document("path", map_file, "3,9", "7,9", "--method", method, "--radius", "0.3")
            answer = self.route(**{"from": "3,9", "to": "7,9", "method": method, "body": 0.6})
            self.assertEqual(answer["length"], expected["length_m"])
            self.assertEqual(answer["points"], [c for point in expected["points"] for c in point])
            self.assertEqual(answer["portals"], [c for a, b in expected["portals"] for c in a + b])
            self.assertEqual(answer["explanation"], expected["explanation"])
        expected = self.document("path", map_file, "3,9", "22,2", exit_code=1)
        answer = self.route(**{"from": "3,9", "to": "22,2"})
        self.assertEqual((answer["status"], answer["explanation"]), ("unreachable", expected["explanation"]))

    def test_the_same_protections(self):
        self.view(self.write(ROOMS, "rooms.wkt"))
        for path in ("/api/cells", "/api/route?from=3,9&to=7,9"):
            mark = "&" if "?" in path else "?"
            self.assertEqual(self.ask(path)[0], 403)
            self.assertEqual(self.ask(f"{path}{mark}token=0")[0], 403)
            self.assertEqual(self.ask(f"{path}{mark}token={self.token}", host="evil.example")[0], 403)
            self.assertEqual(self.ask(f"{path}{mark}token={self.token}", method="POST")[0], 405)
            self.assertEqual(self.ask(f"{path}{mark}token={self.token}")[0], 200)
        for bad in ("from=3,9", "from=3,9&to=x", "from=3,9&to=1e999,0", "from=3,9&to=7,9&body=-1",
                    "from=3,9&to=7,9&method=magic", "from=3,9&to=7,9&closed=7"):
            self.assertEqual(self.ask(f"/api/route?{bad}&token={self.token}")[0], 400, bad)

    def test_cells(self):
        map_file = self.write(ROOMS, "rooms.wkt")
        self.view(map_file)
        cells = self.api("cells", body=0.5)
        counted = self.document("map", map_file)["cells"]
        ways = cells["cells"]["ways"]
        self.assertEqual(len(ways), counted["cells"])
        self.assertEqual([sum(min(w, 3) == k for w in ways) for k in range(4)],
                         [counted[k] for k in ("closed", "dead_ends", "passages", "crossroads")])
        self.assertEqual(len(cells["portals"]["width"]), counted["free_segments"])
        self.assertEqual(cells["portals"]["bottleneck"], [1])
        self.assertEqual(cells["portals"]["width"], [3])
        self.assertEqual(self.api("cells", body=3.5)["cells"]["ways"], [0] * len(ways))

    def test_a_built_map_and_an_imported_one(self):
        built = self.directory / "rooms.sidestepmap"
        self.document("map", self.write(ROOMS, "rooms.wkt"), "-o", built)
        self.view(built)
        self.assertEqual(self.route(**{"from": "3,9", "to": "7,9"})["status"], "found")
        plan = {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"indoor": "room"}, "geometry": {
                "type": "Polygon", "coordinates": [[[0, 0], [500, 0], [500, 300], [0, 300], [0, 0]]]}}]}
        for name in ("plan.geojson", "plan.json"):
            self.view(self.write(json.dumps(plan), name))
            self.assertEqual(self.api("info")["bounds"], [0, 0, 500, 300])
            self.assertEqual(len(self.api("cells")["cells"]["ways"]), 1)

    def test_no_map_is_refused(self):
        for name, text in (("broken.wkt", "POLYGON((0 0, 1"), ("empty.geojson", "{}")):
            self.error("view", self.write(text, name))
        self.error("view", self.directory / "missing.wkt")
        self.assertIn("map", self.error("view", self.write(ROOMS, "rooms.wkt"), "--seed", "7")["message"])

    def test_a_run_and_its_doors(self):
        self.view(self.write(DOORS))
        info = self.api("info")
        self.assertEqual([(d["name"], d["a"], d["b"], d["closed"]) for d in info["doors"]],
                         [("south", [10, 0], [10, 4], False), ("north", [10, 6], [10, 10], False)])
        self.assertEqual(info["doors"][0]["moves"], [{"time": 2, "closes": True}, {"time": 4, "closes": False}])
        ways = {"from": "2,5", "to": "18,5"}
        self.assertEqual(self.route(**ways)["status"], "found")
        self.assertEqual(self.route(**ways, closed="0")["status"], "found")
        self.assertEqual(self.route(**ways, closed="0,1")["status"], "unreachable")
        self.assertEqual({d for d in self.api("cells")["portals"]["door"]}, {-1, 0, 1})

    def test_a_recording(self):
        out = self.directory / "out.sqlite"
        scene = {**DOORS, "profiles": {"walker": {"model": "orca", "radius": 0.2}},
                 "simulation": {"dt": 0.1, "duration": 5, "seed": 1}}
        self.run_command("run", self.write(scene), "-o", out)
        self.view(out)
        info = self.api("info")
        self.assertEqual(info["map"]["body"], 0.4)
        self.assertEqual(len(info["doors"]), 2)
        self.assertEqual(self.api("cells", body=0.4)["body"], 0.4)
        self.assertEqual(self.route(**{"from": "2,5", "to": "18,5"})["status"], "found")

    def test_heading_charts_of_goals(self):
        self.view(self.write(SCENE))
        self.assertEqual(self.api("info")["map"]["charts"], ["east"])
        chart = self.api("chart", of=0)
        self.assertEqual(chart["name"], "east")
        self.assertEqual([c["radius"] for c in chart["charts"]], [0, 0.5, 1, 1.5])
        columns, rows, cell = chart["columns"], chart["rows"], chart["cell"]
        (x0, y0), heading = chart["lower"], chart["charts"][0]["heading"]
        self.assertEqual(len(heading), columns * rows)

        def at(x, y):
            return heading[int((y - y0) / cell) * columns + int((x - x0) / cell)]

        self.assertEqual(at(10, 5), -2, "the pillar")
        self.assertIn(at(4, 2), (255, 0, 1), "east along the wall")
        self.assertGreater(min(h for h in heading if h != -2), -1, "everybody finds a way who may turn on the spot")
        for bad in ("of=1", "of=x", ""):
            self.assertEqual(self.ask(f"/api/chart?{bad}&token={self.token}")[0], 400)

    def test_heading_charts_of_walkers(self):
        self.view("u_turn")
        self.assertEqual(self.api("info")["map"]["charts"], ["goal"])
        chart = self.api("chart", of=0)
        self.assertEqual(len(chart["charts"]), 20, "one for each radius of the walkers")
        self.assertAlmostEqual(chart["charts"][-1]["radius"], 1.5)
        undefined = [sum(h == -1 for h in c["heading"]) for c in chart["charts"]]
        self.assertEqual(undefined[0], 0)
        self.assertGreater(undefined[-1], 0, "wide turns do not get everywhere")

    def test_no_walls_no_cells(self):
        self.view(self.write({**SCENE, "map": {}}))
        self.assertIsNone(self.api("info")["map"])
        for path in ("cells?", "route?from=0,0&to=1,1&"):
            self.assertEqual(self.ask(f"/api/{path}token={self.token}")[0], 404)

    def test_periodic_axes_offer_no_ways(self):
        scene = {**SCENE, "map": {"wkt": "MULTILINESTRING((0 0, 20 0), (0 10, 20 10))", "periodic": [20, 0]}}
        self.view(self.write(scene))
        self.assertEqual(self.api("info")["map"]["methods"], [])

    @unittest.skipUnless(CITY.exists(), "the maps are not here")
    def test_a_city_ends_at_once_while_labels_are_built(self):
        process = self.view(CITY)
        self.assertGreater(len(self.api("cells")["cells"]["ways"]), 7000)
        lower, upper = self.api("info")["bounds"][:2], self.api("info")["bounds"][2:]
        middle = ",".join(str((a + b) / 2) for a, b in zip(lower, upper))
        self.assertEqual(self.api("route", **{"from": middle, "to": middle, "method": "exact"})["status"], "building")
        self.assertNotEqual(self.route(**{"from": middle, "to": middle, "method": "flat", "body": 0.5})["status"],
                            "refused")
        self.assert_ends_at_once(process)


if __name__ == "__main__":
    unittest.main()
