"""Measurement areas and lines, as the command tells, writes and draws what was measured there."""

import csv
import json
import unittest
import xml.etree.ElementTree as xml

from command import CommandTest, edited

ROOM = "POLYGON ((0 0, 10 0, 10 2, 0 2, 0 0))"
AREA = ("--measure-area", "middle:3,0,7,0,7,2,3,2")
LINE = ("--measure-line", "gate:5,0,5,2")


def stream(people=12, headway=2.0, speed=1.0, seconds=34):
    """One behind the other through a room 10 m long, 10 frames per second; who has left is not there any more."""
    lines = ["# framerate: 10 fps", "# id frame x/m y/m"]
    for i in range(people):
        for frame in range(10 * seconds):
            x = speed * frame / 10 - headway * i
            if 0 <= x <= 10:
                lines.append(f"{i + 1} {frame} {x:.6f} 1")
    return "\n".join(lines) + "\n"


class Measure(CommandTest):
    def setUp(self):
        super().setUp()
        self.file = self.write(stream(), "stream.txt")
        self.room = self.write(ROOM, "room.wkt")

    def measured(self, *arguments):
        done = self.run_command("analyse", self.file, "--map", self.room, *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def refused(self, *arguments):
        done = self.run_command("analyse", self.file, *arguments)
        self.assertEqual(done.returncode, 2, done.stdout)
        return done.stderr

    def test_numbers(self):
        told = self.measured(*AREA, *LINE)["results"][0]["measured"]
        gate = told["lines"]["gate"]
        self.assertEqual((gate["people"], gate["to_left"], gate["to_right"]), (12, 0, 12))
        self.assertAlmostEqual(gate["flow"], 0.5, delta=1e-6)
        self.assertAlmostEqual(gate["specific_flow"], 0.25, delta=1e-6)
        self.assertAlmostEqual(gate["time_gaps_s"]["median"], 2, delta=1e-6)
        middle = told["areas"]["middle"]
        self.assertEqual(middle["area_m2"], 8)
        self.assertAlmostEqual(middle["area_speed"]["mean"], 1, delta=1e-6)
        self.assertLess(middle["classic_density"]["max"], 0.3)
        self.assertAlmostEqual(sum(middle["service"]["walkway"].values()), 1)
        metrics = self.measured(*AREA, *LINE, "--metric", "line_flow", "--metric", "voronoi_density",
                                "--metric", "collectiveness")["results"][0]["metrics"]
        self.assertAlmostEqual(metrics["line_flow"]["mean"], 0.5, delta=1e-6)
        self.assertAlmostEqual(metrics["collectiveness"]["max"], 1, delta=1e-6)

    def test_a_file_says_where(self):
        plan = self.write({"areas": {"middle": [[3, 0], [7, 0], [7, 2], [3, 2]]}, "lines": {"gate": [[5, 0], [5, 2]]}},
                          "plan.json")
        self.assertEqual(self.measured("--measure", plan)["results"][0]["measured"],
                         self.measured(*AREA, *LINE)["results"][0]["measured"])
        other = self.measured("--measure", plan, "--measure-line", "gate:5,2,5,0", "--measure-line", "end:9,0,9,2")
        lines = other["results"][0]["measured"]["lines"]
        self.assertEqual(list(lines), ["gate", "end"])
        self.assertEqual(lines["gate"]["to_left"], 12)
        self.write({"lines": {"gate": [[5, 0]]}}, "plan.json")
        self.assertIn("/lines/gate", self.refused("--measure", plan))

    def test_series_and_figures(self):
        series, figures = self.directory / "series", self.directory / "figures"
        told = self.measured(*AREA, *LINE, "--series", series, "--figures", figures)
        self.assertEqual(len(told["files"]), len(list(series.iterdir())) + len(list(figures.iterdir())))
        with open(series / "lines.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(rows[-1]["n"], "12")
        with open(series / "areas.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(rows[0]["speed [m/s]"], "", "nobody has no speed")
        everything = json.loads((series / "series.json").read_text())
        self.assertEqual(len(everything["areas"]["rows"]), len(rows))
        for figure in figures.iterdir():
            xml.parse(figure)
        self.assertIn("--force", self.refused(*AREA, "--map", self.room, "--figures", figures))
        for kind, start in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
            folder = self.directory / kind
            for figure in self.measured(*AREA, *LINE, "--figures", folder, "--" + kind)["files"]:
                with open(figure, "rb") as picture:
                    self.assertEqual(picture.read(4), start)
            again = self.directory / (kind + "2")
            self.measured(*AREA, *LINE, "--figures", again, "--" + kind)
            for figure in folder.iterdir():
                self.assertEqual(figure.read_bytes(), (again / figure.name).read_bytes())

    def test_report(self):
        report = self.directory / "report.html"
        self.measured(*AREA, *LINE, "--report", report)
        text = report.read_text()
        self.assertIn("In areas and at lines", text)
        self.assertIn("Weidmann", text)

    def test_a_scene_says_where_and_its_result_carries_it(self):
        scene = edited(("measure",), {"lines": {"half way": [[10, 0], [10, 4]]}})
        result = self.directory / "result.sqlite"
        done = self.run_command("run", self.write(scene), "-o", result)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_command("analyse", result, "--json")
        lines = json.loads(done.stdout)["results"][0]["measured"]["lines"]
        self.assertEqual(lines["half way"]["people"], 1)

    def test_what_cannot_be_measured(self):
        self.assertIn("has no name", self.refused("--measure-area", "0,0,1,0,1,1"))
        self.assertIn("three corners", self.refused("--measure-area", "a:0,0,1,0"))
        self.assertIn("two ends", self.refused("--measure-line", "a:0,0,1,0,2,2"))
        self.assertIn("too short", self.refused("--measure-line", "a:0,0,0,0"))
        self.assertIn("no limit", self.refused(*AREA, "--cutoff", "0"))
        self.assertIn("has no size", self.refused("--measure-area", "a:0,0,1,0,2,0"))
        self.assertIn("nobody says where", self.refused("--figures", self.directory / "none"))
        self.assertIn("Call analyse twice", self.refused(*LINE, "--single-file"))
        self.assertIn("PNG or PDF", self.refused(*LINE, "--figures", self.directory / "none", "--png", "--pdf"))
        told = self.run_command("analyse", self.file, *AREA).stdout
        self.assertIn("no walkable area is known", told)


if __name__ == "__main__":
    unittest.main()
