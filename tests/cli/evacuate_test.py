"""The evacuate command: from a plan to who got out when, in one go."""

import csv
import json
import os
import pathlib
import unittest

from command import CommandTest

# Thin walls round 10 x 6 m, with a door of 1.2 m at the right and one of 1 m at the left.
WALLS = "MULTILINESTRING ((10 2, 10 0, 0 0, 0 2.5), (0 3.5, 0 6, 10 6, 10 3.2))"
CLOSED = "POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0))"
DATA = pathlib.Path(os.environ.get("SIDESTEP_DATA") or pathlib.Path(__file__).parents[3] / "shared/data")
FILES = {"report.html", "replay.html", "curve.svg", "curve.csv", "people.csv", "summary.json", "result.sqlite"}


class EvacuateTest(CommandTest):
    def evacuate(self, plan, *arguments, exit_code=0, **options):
        return self.document("evacuate", plan, *arguments, exit_code=exit_code, cwd=self.directory, **options)

    def rows(self, file):
        with open(self.directory / file, newline="") as text:
            return list(csv.DictReader(text))

    def test_everything_from_one_plan(self):
        plan = self.write(WALLS, "hall.wkt")
        result = self.evacuate(plan, "--people", 30, "--write-scene", "scene.json")
        folder = self.directory / "hall_evacuation"
        self.assertEqual({file.name for file in folder.iterdir()}, FILES)
        self.assertEqual(json.loads((folder / "summary.json").read_text()), result)
        self.assertEqual((result["all"]["people"], result["all"]["out"], result["inside"]), (30, 30, []))
        self.assertEqual([exit["found_by"] for exit in result["exits"]], ["opening", "opening"])
        self.assertEqual(sorted(round(exit["width_m"], 3) for exit in result["exits"]), [1.0, 1.2])
        self.assertEqual(sum(exit["out"] for exit in result["exits"]), 30)
        times = result["all"]
        self.assertLess(times["first_s"], times["out_50_s"])
        self.assertLess(times["out_50_s"], times["out_90_s"])
        self.assertLessEqual(times["out_95_s"], times["last_s"])

        # People and curve say the same.
        people = self.rows("hall_evacuation/people.csv")
        self.assertEqual([int(row["id"]) for row in people], list(range(1, 31)))
        left = sorted(float(row["time [s]"]) for row in people)
        self.assertEqual((left[0], left[14], left[26], left[28], left[29]),
                         tuple(times[key] for key in ("first_s", "out_50_s", "out_90_s", "out_95_s", "last_s")))
        curve = self.rows("hall_evacuation/curve.csv")
        for row in curve:
            out = sum(time <= float(row["time [s]"]) for time in left)
            self.assertEqual((int(row["out"]), int(row["opening 1"]) + int(row["opening 2"])), (out, out))
        self.assertEqual((curve[-1]["out"], curve[-1]["share"]), ("30", "1"))
        page = (folder / "report.html").read_text()
        self.assertIn("Who got out when", page)
        self.assertIn("opening 2", page)
        self.assertIn("Date of this report", page)
        self.assertIn("<td>1.20</td>", page, "widths of exits")

        # The scene runs to the same end, and its recording names the exits too.
        again = self.document("run", "scene.json", "-o", "again.sqlite", cwd=self.directory)
        self.assertEqual(again["state_hash"], result["state_hash"])
        measured = self.document("analyse", "again.sqlite", "--metric", "exit_time", "--metric", "out_95", "--per-agent",
                                 "exits.csv", cwd=self.directory)["results"][0]
        self.assertEqual(measured["exits"], {exit["name"]: exit["out"] for exit in result["exits"]})
        measured = measured["metrics"]
        self.assertEqual((measured["exit_time"]["n"], measured["exit_time"]["max"]), (30, times["last_s"]))
        self.assertEqual(measured["out_95"]["mean"], times["out_95_s"])
        self.assertEqual([(row["id"], row["exit"]) for row in self.rows("exits.csv")],
                         [(row["id"], row["exit"]) for row in people])

    def test_given_exits_and_options(self):
        plan = self.write(CLOSED, "room.wkt")
        result = self.evacuate(plan, "--people", 20, "--exit", "10,2,10,3.5", "--exit", "0,1,0,2", "--premovement", "0",
                               "--speed", "1,0.1", "--radius", "0.15", "--model", "collision_free_speed", "--seed", 7, "-o", "out")
        self.assertEqual([(exit["name"], exit["found_by"]) for exit in result["exits"]],
                         [("exit 1", "given"), ("exit 2", "given")])
        self.assertEqual((result["seed"], result["model"]), (7, "collision_free_speed"))
        self.assertLess(result["all"]["last_s"], 30, "nobody waits")
        slow = self.evacuate(plan, "--people", 20, "--exit", "10,2,10,3.5", "--premovement", "60,5", "-o", "slow")
        self.assertGreater(slow["all"]["first_s"], 40)

    def test_more_than_people_get_through_is_told(self):
        plan = self.write("POLYGON ((0 0, 12 0, 12 12, 0 12, 0 0))", "room.wkt")
        arguments = (plan, "--people", 120, "--exit", "12,5.5,12,6.5", "--premovement", "0", "--force")
        few = self.evacuate(plan, "--people", 10, "--exit", "12,5.5,12,6.5")
        self.assertEqual(few["remarks"], [])
        many = self.evacuate(*arguments, "--model", "moussaid")
        self.assertGreater(many["exits"][0]["most_per_s"], 1.3 * 1.9)
        self.assertIn("times what people get through 1.00 m", many["remarks"][0])
        self.assertIn("times what people get through 1.00 m", (self.directory / "room_evacuation/report.html").read_text())

    def test_those_who_stay_are_told(self):
        plan = self.write(CLOSED, "room.wkt")
        result = self.evacuate(plan, "--people", 12, "--exit", "10,2,10,3.5", "--premovement",
                               '{"uniform": [0, 40]}', "--duration", 20, exit_code=1)
        inside = result["inside"]
        self.assertEqual(len(inside) + result["all"]["out"], 12)
        self.assertTrue(inside)
        self.assertIn("had not set out when the run ended", {one["why"] for one in inside})
        self.assertIsNone(result["all"]["last_s"])
        text = self.run_command("evacuate", plan, "--people", 12, "--exit", "10,2,10,3.5", "--premovement",
                                '{"uniform": [0, 40]}', "--duration", 20, "--force", cwd=self.directory)
        self.assertEqual(text.returncode, 1, text.stderr)
        self.assertIn(f"{len(inside)} of 12 DID NOT GET OUT", text.stdout)

    def test_several_seeds(self):
        plan = self.write(WALLS, "hall.wkt")
        result = self.evacuate(plan, "--people", 10, "--seeds", 4, "--seed", 3)
        self.assertEqual((result["seed"], result["runs"]), (3, 4))
        everybody = result["numbers"]["everybody out"]
        self.assertEqual(everybody["n"], 4)
        self.assertLess(everybody["min"], everybody["max"], "other seeds, other people")
        self.assertLessEqual(everybody["min"], result["all"]["last_s"])
        self.assertGreaterEqual(everybody["max"], result["all"]["last_s"])
        self.assertAlmostEqual(sum(result["numbers"][f"by opening {i}"]["mean"] for i in (1, 2)), 10)

    def test_without_an_exit(self):
        error = self.error("evacuate", self.write(CLOSED, "room.wkt"), "--people", 5, cwd=self.directory)
        self.assertIn("no exit is known", error["message"])
        self.assertIn("--exit X,Y,X,Y", error["remedy"])
        self.assertIn("from (0 0) to (10 6)", error["remedy"])

    def test_what_cannot_be_used(self):
        plan = self.write(CLOSED, "room.wkt")
        for arguments, part in ((("--exit", "10,2,10"), "second end"),
                                (("--exit", "10"), "two ends"),
                                (("--exit", "10,2,10,3", "--people", "900"), "no room for so many"),
                                (("--exit", "10,2,10,3", "--model", "nobody"), "model"),
                                (("--exit", "10,2,10,3", "--premovement", "-3"), "start_delay"),
                                (("--exit", "10,2,10,3", "--speed", "99"), "pref_speed")):
            people = () if "--people" in arguments else ("--people", "5")
            error = self.error("evacuate", plan, *people, *arguments, cwd=self.directory)
            self.assertIn(part, error["message"], arguments)
        self.write("mine", "keep.txt")
        error = self.error("evacuate", plan, "--people", 5, "--exit", "10,2,10,3", "-o", ".", cwd=self.directory)
        self.assertIn("already holds files", error["message"])

    @unittest.skipUnless((DATA / "maps/indoor").is_dir(), "needs the recordings")
    def test_office(self):
        result = self.evacuate(DATA / "maps/indoor/jupedsim_ISO-Office.dxf", "--people", 60)
        self.assertEqual([(exit["name"], exit["found_by"]) for exit in result["exits"]],
                         [("jps-exits 1", "layer"), ("jps-exits 2", "layer")])
        self.assertEqual((result["all"]["out"], result["inside"]), (60, []))
        self.assertTrue(all(exit["out"] > 0 for exit in result["exits"]))
        self.assertTrue(result["health"]["ok"], result["health"])


if __name__ == "__main__":
    unittest.main()
