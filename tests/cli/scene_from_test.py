"""sidestep scene-from: a recording becomes a scene that runs; and what a result is beside its recording."""

import csv
import json
import unittest

from command import CommandTest


def walk(who, first, frames, start, step):
    return [f"{who} {first + k} {start[0] + k * step[0]:.4f} {start[1] + k * step[1]:.4f}" for k in range(frames)]


class SceneFrom(CommandTest):
    def setUp(self):
        super().setUp()
        self.rows = ["# framerate: 2.5 fps", "# id frame x/m y/m"]
        for who in range(1, 7):  # to the right at 1.25 m/s, one after the other
            self.rows += walk(who, 5 * who, 20, (0.5, 0.7 * who), (0.5, 0))
        self.data = self.write("\n".join(self.rows) + "\n", "street.txt")
        self.scene = self.directory / "street.json"

    def made(self, *words):
        return self.document("scene-from", self.data, "-o", self.scene, "--force", *words)

    def written(self):
        return json.loads(self.scene.read_text())

    def test_the_scene_runs_and_repeats_the_recording(self):
        said = self.made()
        self.assertEqual(said["people"], [1, 2, 3, 4, 5, 6])
        self.assertEqual((said["begin_s"], said["dt"], said["ground"]), (2, 0.1, "none, an open plane"))
        self.assertEqual(said["speed"], [1.25, 1.25])
        result = self.directory / "street.sqlite"
        run = self.document("run", self.scene, "-o", result)
        self.assertTrue(run["health"]["ok"], run["health"])
        self.assertEqual(run["agents_created"], 6)
        beside = self.document("analyse", result, "--against", self.data, "--begin", 2)
        found = beside["results"][0]
        self.assertEqual((found["people"], found["only_result"], found["only_recording"]), (6, [], []))
        # They walk as they did, since nobody is in the way, but leave 0.3 m before the end.
        self.assertLess(found["ade"]["mean"], 0.05)
        self.assertLess(found["most"]["mean"], 0.31)

    def test_ground_groups_and_obstacles_beside_the_data(self):
        self.write("POLYGON ((0 0, 12 0, 12 6, 0 6, 0 0))\n", "walkable.wkt")
        self.write("POLYGON ((3 5, 4 5, 4 5.5, 3 5.5, 3 5))\nLINESTRING (2 5.2, 5 5.2)\n", "obstacles.wkt")
        self.write("group_id,person_id\n7,1\n7,2\n8,3\n", "groups.csv")
        said = self.made()
        self.assertIn("walkable.wkt", said["ground"])
        self.assertIn("obstacles.wkt", said["ground"])
        self.assertIn("split", said["ground"])  # the line crosses the polygon
        self.assertEqual(said["groups"], 1)
        scene = self.written()
        self.assertIn("POLYGON", scene["map"]["wkt"])
        self.assertIn("LINESTRING", scene["map"]["wkt"])
        groups = [one.get("group") for one in scene["sources"][0]["newcomers"]]
        self.assertEqual(groups, ["1", "1", None, None, None, None])
        self.assertEqual(scene["profiles"]["walker"]["route"], "hierarchical")
        # One named after the recording comes first, and --map before all.
        self.write("POLYGON ((0 0, 14 0, 14 6, 0 6, 0 0))\n", "street_walkable.wkt")
        self.assertIn("street_walkable.wkt", self.made()["ground"])
        plan = self.write("POLYGON ((0 0, 16 0, 16 6, 0 6, 0 0))\n", "plan.wkt")
        self.assertEqual(self.made("--map", plan)["ground"], str(plan))

    def test_exits_ways_and_speeds(self):
        said = self.made("--goals", "exits")
        self.assertEqual((said["exits"], said["to_exits"]), (1, 6))  # five left, the sixth was there in the end
        self.assertTrue(self.written()["goals"]["exit 1"]["exit"])
        rows = self.rows + walk(9, 0, 10, (0, 9), (0.5, 0)) + walk(9, 10, 10, (4.5, 9.5), (0, 0.5))
        self.write("\n".join(rows) + "\n", "street.txt")
        self.assertEqual(self.made("--goals", "ways")["by_ways"], 1)
        self.assertEqual(len(self.written()["goals"]), 2)  # the corner and the end
        self.made("--speeds", "usual", "--model", "social_force")
        scene = self.written()
        self.assertNotIn("pref_speed", scene["sources"][0]["newcomers"][0])
        self.assertEqual(scene["profiles"]["walker"]["model"], "social_force")

    def test_what_is_wrong_is_told_or_refused(self):
        rows = self.rows + ["8 0 3 9", "8 1 3.4 9", "8 9 6 9"]  # a gap
        self.write("\n".join(rows) + "\n", "street.txt")
        said = self.made()
        self.assertEqual([f["kind"] for f in said["findings"]], ["gaps"])
        self.assertGreater(said["findings"][0]["line"], 100)
        self.scene.unlink()
        for words, message in (
                (("--map", self.write("POLYGON ((50 0, 60 0, 60 6, 50 6, 50 0))\n", "far.wkt")), "on the ground"),
                (("--from", 500), "at that time"), (("--goals", "home"), "no kind of goals"),
                (("--model", "orka"), "orca")):
            done = self.run_command("scene-from", self.data, "-o", self.scene, *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)
            self.assertFalse(self.scene.exists())
        self.made()
        done = self.run_command("scene-from", self.data, "-o", self.scene)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--force", done.stderr)


class Beside(CommandTest):
    def test_meetings_have_series_and_pictures(self):
        # Two on a crossing, of whom one slows down at 2 s to let the other pass.
        rows = ["# framerate: 10 fps", "# id frame x/m y/m"]
        along = 0.0
        for k in range(101):
            rows += [f"1 {k} {-6 + 0.13 * k:.4f} 0", f"2 {k} 0 {-6 + along:.4f}"]
            along += 0.13 if k < 15 else 0.05 if k < 35 else 0.13
        data = self.write("\n".join(rows) + "\n", "crossing.txt")
        series, figures = self.directory / "series", self.directory / "figures"
        said = self.document("analyse", data, "--meetings", "--series", series, "--figures", figures)
        found = said["results"][0]
        self.assertEqual((found["pairs"], found["would_meet"]), (1, 1))
        self.assertEqual(found["reaction_s"]["n"], 1)
        with open(series / "meetings.csv") as file:
            pair = next(csv.DictReader(file))
        self.assertGreater(float(pair["effort_b [m/s]"]), 4 * float(pair["effort_a [m/s]"]))
        self.assertGreater(float(pair["observed"]), float(pair["reacted"]))
        with open(series / "meeting_samples.csv") as file:
            samples = list(csv.DictReader(file))
        # At 1.3 m/s each, 6 m from where the ways cross.
        self.assertAlmostEqual(float(samples[3]["tti [s]"]), 6 / 1.3 - 0.3, 1)
        self.assertEqual(float(samples[0]["left"]), 1)
        whole = json.loads((series / "meetings.json").read_text())
        self.assertEqual(len(whole), 1)
        self.assertEqual(whole[0]["samples"]["tti_s"][3], float(samples[3]["tti [s]"]))
        self.assertAlmostEqual(whole[0]["periods"]["observed"], float(pair["observed"]), 9)
        for name in ("crossing_mpd.svg", "crossing_tti.svg"):
            self.assertIn("<svg", (figures / name).read_text())
        done = self.run_command("analyse", data, "--meetings", "--metric", "time")
        self.assertEqual(done.returncode, 2)

    def test_one_step(self):
        rows = ["# framerate: 2.5 fps", "# id frame x/m y/m"] + walk(1, 0, 20, (0, 0), (0.5, 0)) + walk(
            2, 0, 20, (9, 0.3), (-0.5, 0))
        data = self.write("\n".join(rows) + "\n", "two.txt")
        table = self.directory / "table.csv"
        said = self.document("evaluate", data, "--mode", "one_step", "--models", "orca", "--csv", table)
        self.assertEqual((said["mode"], said["cases"]), ("one_step", 36))
        error = {(r["walker"], r["goal"]): r["error"]["value"] for r in said["rows"]}
        self.assertAlmostEqual(error["constant_velocity", "oracle"], 0, 9)
        self.assertGreater(error["orca", "oracle"], 0.001)
        with open(table) as file:
            self.assertEqual([row["walker"] for row in csv.DictReader(file)][0], "people")
        done = self.run_command("evaluate", data, "--mode", "one_step", "--report", self.directory / "page.html")
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
