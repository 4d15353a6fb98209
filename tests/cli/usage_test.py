"""What the command line says of itself, and to whoever mistypes it."""

import json
import subprocess
import unittest

from command import COMMAND, SCENE, CommandTest

DXF = """0
SECTION
2
HEADER
9
$INSUNITS
70
6
0
ENDSEC
0
SECTION
2
ENTITIES
0
LWPOLYLINE
8
walls
90
4
70
1
10
0
20
0
10
20
20
0
10
20
20
10
10
0
20
10
0
ENDSEC
0
EOF
"""


class Usage(CommandTest):
    def refused(self, *arguments):
        done = self.run_command(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        return done.stderr

    def said(self, *arguments):
        done = self.run_command(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_help_and_version(self):
        self.assertEqual(self.said("help"), self.said("--help"))
        self.assertIn("--snapshot-every", self.said("help", "run"))
        self.assertIn('Did you mean "run"', self.refused("help", "rum"))
        self.assertEqual(self.said("-v"), self.said("--version"))

    def test_what_was_meant(self):
        self.assertIn('Did you mean "analyse"?', self.refused("analyze", "x.sqlite"))
        for written, meant in {"analize": "analyse", "evacute": "evacuate", "campare": "compare", "calbirate": "calibrate",
                               "reprodoos": "reproduce", "veiw": "view", "mpa": "map"}.items():
            self.assertIn(f'Did you mean "{meant}"?', self.refused(written), written)
            self.assertIn(f'Did you mean "{meant}"?', self.refused("help", written), written)
        self.assertNotIn("Did you mean", self.refused("dance"))
        self.assertIn('Did you mean "--version"?', self.refused("--versoin"))
        self.assertIn('Did you mean "--seed"?', self.refused("run", "crossing4", "--sed", "3"))
        self.assertIn('Did you mean "--seed"?', self.refused("run", "crossing4", "-seed", "3"))
        self.assertIn('Did you mean "crossing4"?', self.refused("run", "crossin4"))
        self.assertIn('Did you mean "circle_100"?', self.refused("bench", "circle_00"))
        self.assertIn('Did you mean "avg_speed"?', self.refused("analyse", "x.sqlite", "--metric", "avg_sped"))
        self.assertIn('Did you mean "avg_speed"?', self.refused("compare", "crossing4", "--metric", "av_speed"))
        self.assertIn('Did you mean "pettre2009"?', self.refused("reproduce", "petre2009"))
        self.assertIn('Did you mean "lanes"?', self.refused("reproduce", "karamouzas2009", "--part", "lane"))
        self.assertIn('Did you mean "radius"?', self.refused("run", "crossing4", "--set", "walker.radus=1"))
        self.assertIn('Did you mean "orca"?', self.refused("run", "crossing4", "--model", "orcas"))
        self.assertIn('Did you mean "orca"?', self.refused("params", "orka"))
        self.assertIn('Did you mean "hierarchical"?', self.refused("path", "x.wkt", "0,0", "1,1", "--method", "hierachical"))
        message = self.refused("run", "crossing4", "3", "--sead", "4")
        self.assertIn("3 --sead 4", message)
        self.assertIn('Did you mean "--seed"?', message)

    def test_a_recording_is_no_scene(self):
        message = self.refused("run", "x.sqlite")
        self.assertIn("sidestep view x.sqlite", message)
        self.assertIn("sidestep analyse x.sqlite", message)

    def test_scenes(self):
        names = self.said("scenes", "--names").split()
        self.assertIn("crossing4", names)
        self.assertEqual(names, sorted(names))
        found = json.loads(self.said("scenes", "CIRCLE", "radius", "--json"))["scenes"]
        self.assertTrue(found)
        for scene in found:
            self.assertIn("circle", (scene["name"] + scene["description"]).lower())
            self.assertIn("radius", (scene["name"] + scene["description"]).lower())
        document = json.loads(self.said("scenes", "crossing4", "--json"))
        self.assertEqual([scene["name"] for scene in document["scenes"]], ["crossing4"])
        self.assertTrue(document["scenes"][0]["description"])
        self.assertIn("no scene", self.said("scenes", "zebra", "unicorn"))
        for line in self.said("scenes").splitlines():
            self.assertGreater(len(line.split()), 3, line)

    def test_which_model(self):
        document = json.loads(self.said("models", "--json"))
        self.assertEqual(document["which"][0]["model"], document["default"])
        self.assertIn("(the default)", self.said("models"))

    def test_options_that_would_do_nothing(self):
        scene, result = self.write(SCENE), self.directory / "a.sqlite"
        self.said("run", scene, "-o", result)
        for arguments, option in ((("export", result, "-o", self.directory / "a.html", "--width", 500), "--width"),
                                  (("export", result, "-o", self.directory / "a.svg", "--every", 5), "--every"),
                                  (("map", "x.wkt", "--layers", "A"), "--layers"),
                                  (("map", "x.dxf", "--floor", 1), "--floor"),
                                  (("path", "x.wkt", "0,0", "1,1", "--method", "corner", "--key-points", 2), "--key-points"),
                                  (("compare", scene, "--force"), "--force"),
                                  (("view", result, "--threads", 2), "--threads"),
                                  (("view", scene, "--map", "x.wkt"), "--map"),
                                  (("analyse", result, "--author", "me"), "--author")):
            with self.subTest(option=option):
                self.assertIn(option, self.refused(*arguments))

    def test_values_per_agent_are_csv(self):
        scene, result = self.write(SCENE), self.directory / "a.sqlite"
        self.said("run", scene, "-o", result)
        self.assertIn(".csv", self.refused("analyse", result, "--per-agent", self.directory / "a.xlsx"))
        self.assertFalse((self.directory / "a.xlsx").exists())

    def test_several_results(self):
        scene, results = self.write(SCENE), [self.directory / f"{i}.sqlite" for i in range(3)]
        for seed, result in enumerate(results):
            self.said("run", scene, "--seed", seed, "-o", result)
        document = json.loads(self.said("analyse", *results, "--json"))
        self.assertEqual(len(document["results"]), 3)
        self.assertEqual([entry["file"] for entry in document["comparisons"]], [str(r) for r in results[1:]])
        self.assertIn("time", document["comparisons"][0]["with_first"])
        self.assertIn("[3]", self.said("analyse", *results))
        page = self.directory / "three.html"
        self.said("analyse", *results, "--report", page)
        self.assertTrue("Comparison of A and C" in page.read_text())

    def test_a_report_says_whose_it_is(self):
        scene, result, page = dict(SCENE, project="Foyer"), self.directory / "a.sqlite", self.directory / "a.html"
        self.said("run", self.write(scene), "-o", result)
        self.said("analyse", result, "--report", page, "--author", "A. N. Other")
        text = page.read_text()
        for part in ("<dt>Project</dt><dd>Foyer</dd>", "<dt>Author</dt><dd>A. N. Other</dd>", "<dt>Date of this report</dt>",
                     "Who walked, and how", "<td class=\"text\">radius</td>"):
            self.assertTrue(part in text, part)

    def test_plans_in_any_format(self):
        plan = self.directory / "plan.dxf"
        plan.write_text(DXF)
        document = json.loads(self.said("path", plan, "1,1", "19,9", "--json"))
        self.assertAlmostEqual(document["length_m"], (18 ** 2 + 8 ** 2) ** 0.5, places=3)
        recording, picture = self.directory / "a.txt", self.directory / "a.svg"
        recording.write_text("0 1 100 100\n1 1 150 100\n")
        told = ["--fps", 5, "--unit", 0.01, "--columns", "frame,id,x,y"]
        self.said("export", recording, "-o", picture, "--map", plan, *told)
        self.assertIn("<svg", picture.read_text())
        document = json.loads(self.said("analyse", recording, *told, "--json"))
        self.assertAlmostEqual(document["results"][0]["metrics"]["length"]["mean"], 0.5)

    def test_compares_all_models_unless_told(self):
        document = json.loads(self.said("compare", self.write(SCENE), "--duration", 1, "--json"))
        models = [part["name"] for part in json.loads(self.said("models", "--json"))["models"] if part["kind"] == "avoid"]
        self.assertEqual([entry["model"] for entry in document["models"]], models)

    def test_a_schema_that_editors_can_hold(self):
        self.assertLess(len(self.said("schema")), 350_000)

    def test_manual_and_completion(self):
        page = self.said("completion", "man")
        for command in ("run", "view", "analyse", "scenes", "help"):
            self.assertIn(f".SS {command}\n", page)
        self.assertIn(".B \\-\\-snapshot\\-every", page)
        script = self.directory / "completion.bash"
        script.write_text(self.said("completion", "bash"))
        ask = f"""PATH={COMMAND.rsplit("/", 1)[0]}:$PATH; source {script}
            complete_words() {{ COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sidestep; echo "${{COMPREPLY[@]}}"; }}
            complete_words sidestep an
            complete_words sidestep run crossing_p
            complete_words sidestep run crossing4 --snap
            complete_words sidestep compare crossing4 --models pow"""
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, cwd=self.directory)
        self.assertEqual(done.stdout.splitlines(), ["analyse", "crossing_pair", "--snapshot-every", "power_law"], done.stderr)


if __name__ == "__main__":
    unittest.main()
