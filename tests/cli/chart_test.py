"""sidestep chart: the picture says what the chart says."""

import re
import struct
import unittest
import xml.etree.ElementTree as xml

from command import SCENE, CommandTest

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"(-?\d+)"


class ChartTest(CommandTest):
    def chart(self, scene, *arguments):
        picture = self.directory / "chart.svg"
        document = self.document("chart", scene, "-o", picture, "--force", *arguments)
        root = xml.parse(picture).getroot()
        return document, root, ["".join(node.itertext()) for node in root.iter(SVG + "text")]

    def arrows(self, root):
        """Where the shafts of the arrows begin and where they point to, in pixels."""
        shafts = []
        for group in root.iter(SVG + "g"):
            if group.get("stroke-width") == "11" and group.get("stroke") in ("#ffffff", "#1d2126"):
                strokes = re.findall(f"M{NUMBER} ?{NUMBER}l{NUMBER} ?{NUMBER}", group.find(SVG + "path").get("d"))
                shafts += [[int(n) / 10 for n in stroke] for stroke in strokes[::2]]
        return shafts

    def test_headings_lead_to_the_goal(self):
        # An empty room: with turns as tight as can be, everybody heads straight for the goal.
        document, root, texts = self.chart("no_turn", "--turn-radius", "0")
        self.assertEqual(document["turn_radius"], 0)
        self.assertEqual(len(document["turn_radii"]), 20)
        self.assertEqual(document["without_way"], 0)
        goal = [c for c in root.iter(SVG + "circle") if c.get("r") == "4.5" and c.get("fill") != "none"][-1]
        gx, gy = float(goal.get("cx")), float(goal.get("cy"))
        arrows = self.arrows(root)
        self.assertGreater(len(arrows), 300)
        for x, y, dx, dy in arrows:
            wx, wy = gx - x, gy - y
            away = (wx * wx + wy * wy) ** 0.5
            if away > 60:
                self.assertGreater((wx * dx + wy * dy) / away / (dx * dx + dy * dy) ** 0.5, 0.97, (x, y, dx, dy))
        self.assertIn("headings", texts)
        self.assertIn("walked", texts)

    def test_the_way_is_the_runs(self):
        document, root, texts = self.chart("sharp_turn")
        self.assertAlmostEqual(document["turn_radius"], 0.5, delta=0.05)
        (walked,) = document["walked"]
        recording = self.directory / "run.sqlite"
        self.run_command("run", "sharp_turn", "-o", recording)
        length = self.document("analyse", recording)["results"][0]["metrics"]["length"]["mean"]
        self.assertAlmostEqual(walked["length_m"], length, delta=0.02)
        self.assertTrue(any("turning radius 0." in text for text in texts))
        wide, _, _ = self.chart("sharp_turn", "--turn-radius", "9")
        self.assertEqual(wide["turn_radius"], max(wide["turn_radii"]))

    def test_png(self):
        picture = self.directory / "chart.png"
        self.document("chart", "no_turn", "-o", picture, "--width", "500")
        data = picture.read_bytes()
        self.assertEqual((data[:4], struct.unpack(">I", data[16:20])[0]), (b"\x89PNG", 500))

    def test_refusals(self):
        picture = self.directory / "chart.svg"
        error = self.error("chart", self.write(SCENE), "-o", picture)
        self.assertIn("nobody", error["message"])
        self.assertIn("--set", error["remedy"])
        self.assertIn("\"goal\"", self.error("chart", "no_turn", "-o", picture, "--goal", "gaol")["remedy"])
        self.error("chart", "no_turn", "-o", self.directory / "chart.gif")
        self.error("chart", "no_turn", "-o", self.write("mine", "mine.svg"))
        self.error("chart", "no_turn", "-o", picture, "--turn-radius", "-1")


if __name__ == "__main__":
    unittest.main()
