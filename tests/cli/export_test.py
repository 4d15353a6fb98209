"""A recording as one HTML file."""

import base64
import html.parser
import json
import math
import re
import sqlite3
import unittest

from command import SCENE
from viewer import PAGE, ViewTest, quantised_of
from view_replay_test import CROWDED, jülich


class Scripts(html.parser.HTMLParser):
    """Text of the script elements, as a browser would cut them out."""

    def __init__(self, text):
        super().__init__()
        self.all = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "script":
            self.inside = True
            self.all.append((dict(attributes), ""))

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "script"

    def handle_data(self, data):
        if self.inside:
            attributes, text = self.all[-1]
            self.all[-1] = attributes, text + data


class Export(ViewTest):
    def export(self, file, *arguments):
        out = self.directory / "out.html"
        report = self.document("export", file, "-o", out, "--force", *arguments, env=self.environment)
        text = out.read_text()
        self.assertEqual(report["bytes"], out.stat().st_size)
        scripts = Scripts(text).all
        self.assertEqual(len(scripts), 2, "the data and the page's own")
        self.assertEqual(scripts[0][0], {"type": "application/json", "id": "sidestep-data"})
        self.assertEqual(scripts[1], ({}, "/* own */"))
        self.assertEqual(re.sub(r'<script type="application/json".*?</script>\n', "", text, flags=re.S), PAGE)
        data = json.loads(scripts[0][1])
        self.assertEqual(set(data), {"info", "agents", "series", "explanations", "cells", "frames"})
        return data, *quantised_of(base64.b64decode(data["frames"], validate=True))

    def record(self, scene=CROWDED, name="out.sqlite", *arguments):
        out = self.directory / name
        done = self.run_command("run", self.write(scene, "the_scene.json"), "-o", out, "--force", *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return out

    def test_cells_of_a_map_are_inside_unless_it_is_large(self):
        file = self.record()
        data = self.export(file)[0]
        self.assertEqual(data["cells"]["body"], data["info"]["map"]["body"])
        self.view(file)
        self.assertEqual(data["cells"], self.api("cells", body=data["cells"]["body"]))
        self.assertIsNone(self.export(self.record({**CROWDED, "map": {}}))[0]["cells"])
        # More than a thousand pillars.
        pillars = ", ".join(f"({x} {y}, {x + 1} {y}, {x + 1} {y + 1}, {x} {y + 1}, {x} {y})"
                            for x in range(22, 140, 3) for y in range(1, 76, 2))
        large = f"POLYGON((0 0, 200 0, 200 80, 0 80, 0 0), {pillars})"
        self.assertIsNone(self.export(self.record({**CROWDED, "map": {"wkt": large}}))[0]["cells"])

    def test_samples_are_those_of_the_file(self):
        file = self.record()
        data, samples, segments = self.export(file)
        origin = data["info"]["origin"]
        base = sqlite3.connect(file)
        rows = {(i, f): rest for i, f, *rest in
                base.execute("select id, frame, pos_x, pos_y, ori_x, ori_y from trajectory_data")}
        base.close()
        self.assertEqual(set(samples), set(rows))
        self.assertEqual(segments, sorted(segments))
        for (agent, frame), (x, y, heading, speed) in samples.items():
            px, py, ox, oy = rows[agent, frame]
            self.assertLessEqual(abs(x + origin[0] - px), 0.0005 + 1e-9)
            self.assertLessEqual(abs(y + origin[1] - py), 0.0005 + 1e-9)
            turn = heading - math.atan2(oy, ox) / (2 * math.pi)
            self.assertLessEqual(abs(turn - round(turn)), 1 / 2048 + 1e-6)
            before = (agent, frame - 1) if (agent, frame - 1) in rows else (agent, frame)
            after = (agent, frame + 1) if (agent, frame + 1) in rows else (agent, frame)
            wanted = (math.dist(rows[before][:2], rows[after][:2]) * 10 / (after[1] - before[1])
                      if before != after else 0)
            self.assertLessEqual(abs(speed - wanted), 0.0005 + 1e-5)
        self.assertEqual(sum(data["series"]["count"]), len(samples))
        self.assertEqual(set(data["agents"]["id"]), {agent for agent, _ in samples})

    def test_every(self):
        file = self.record()
        full, all_samples, _ = self.export(file)
        data, samples, _ = self.export(file, "--every", "7")
        numbers = list(range(0, 151, 7))
        self.assertEqual(data["info"]["frame_numbers"], numbers)
        self.assertEqual(data["info"]["frames"], len(numbers))
        self.assertEqual(data["info"]["fps"], full["info"]["fps"])
        self.assertEqual(samples, {(agent, numbers.index(frame)): sample
                                   for (agent, frame), sample in all_samples.items() if frame % 7 == 0})

    def test_leaving_and_coming_back(self):
        rows = [(7, f, f / 10, 0) for f in range(3)] + [(7, f, 50, 0) for f in (5, 6)] + [(3, f, 0, 1) for f in range(8)]
        _, samples, segments = self.export(self.write(jülich(rows), "back.txt"))
        self.assertEqual(segments, [(3, 0, 8), (7, 0, 3), (7, 5, 2)])
        self.assertEqual(len(samples), 13)

    def test_nearly_nothing(self):
        data, samples, _ = self.export(self.record({**SCENE, "agents": []}))
        self.assertEqual(samples, {})
        data, samples, segments = self.export(self.write(jülich([(5, 3, 1.5, 2.25)]), "one.txt"))
        self.assertEqual((data["info"]["frames"], data["info"]["first_frame"]), (1, 3))
        self.assertEqual(segments, [(5, 0, 1)])
        x, y, _, speed = samples[5, 0]
        origin = data["info"]["origin"]
        self.assertEqual((x + origin[0], y + origin[1], speed), (1.5, 2.25, 0))

    def test_hostile_names(self):
        name = "</script><script>alert(1)</script><!-- &amp; 'x' \"y\" \\ \u2028"
        scene = {**SCENE, "goals": {name: SCENE["goals"]["east"]}, "profiles": {name: SCENE["profiles"]["walker"]},
                 "agents": [{"profile": name, "position": [2, 2], "goal": name}]}
        file = self.record(scene)
        base = sqlite3.connect(file)
        base.execute("insert into metadata values ('odd', cast(x'ff3c2f736372697074fe' as text))")
        base.commit()
        base.close()
        data, _, _ = self.export(file)
        self.assertEqual(data["info"]["profiles"], [name])
        self.assertEqual(data["info"]["goal_names"], [name])
        self.assertEqual(data["info"]["metadata"]["odd"], "\ufffd</script\ufffd")

    def test_explanations(self):
        scene = {**SCENE, "profiles": {"walker": {"model": "predictive"}}}
        data, samples, _ = self.export(self.record(scene, "out.sqlite", "--explain", "1"), "--every", "2")
        self.assertEqual(data["info"]["explained"], [1])
        frames = [e["frame"] for e in data["explanations"]]
        self.assertTrue(frames)
        self.assertEqual(frames, [f for f in data["info"]["frame_numbers"] if f in frames])
        self.assertTrue(data["explanations"][0]["shapes"])

    def test_refusals(self):
        file = self.write(jülich([(1, 0, 0, 0)]), "one.txt")
        out = self.write("mine", "mine.html")
        self.assertIn("--force", self.error("export", file, "-o", out, env=self.environment)["remedy"])
        self.assertEqual(out.read_text(), "mine")
        self.assertIn(".html", self.error("export", file, "-o", self.directory / "x.gif")["allowed"])
        self.error("export", self.directory / "missing.sqlite", "-o", self.directory / "x.html", env=self.environment)
        self.error("export", file, "-o", self.directory / "no" / "x.html", env=self.environment)
        self.error("export", file, "-o", self.directory / "x.html", "--every", "0", env=self.environment)

    def test_is_small(self):
        file = self.record({**CROWDED, "simulation": {"dt": 0.1, "duration": 60, "seed": 1}})
        data, samples, _ = self.export(file)
        self.assertLess(len(data["frames"]) / len(samples), 12, "bytes per sample")


if __name__ == "__main__":
    unittest.main()
