"""Scenes that cannot be used: what is said about them, exit code 2, nothing written."""

import copy
import json
import unittest

from command import SCENE, CommandTest, edited


class BadScene(CommandTest):
    def refuse(self, content, pointer=None, value=None, allowed=None, position=False):
        """`allowed` must be mentioned; `position`: line and column of the text are wanted."""
        scene = self.write(content)
        error = self.error("run", scene, "-o", self.directory / "out.sqlite")
        self.assertEqual(error["file"], str(scene), error)
        if pointer is not None:
            self.assertEqual(error["pointer"], pointer, error)
        if value is not None:
            self.assertIn(value, error["value"], error)
        if allowed is not None:
            self.assertIn(allowed, error["allowed"], error)
        if position:
            self.assertGreater(error["line"], 0, error)
            self.assertGreater(error["column"], 0, error)
        # The same for a person: file and remedy in one line on stderr, nothing on stdout.
        done = self.run_command("run", scene)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertIn(str(scene), done.stderr)
        return error

    def test_the_scene_they_are_made_from_is_good(self):
        self.assertTrue(self.document("run", self.write(SCENE))["health"]["ok"])

    def test_missing_file(self):
        missing = self.directory / "missing.json"
        error = self.error("run", missing, "-o", self.directory / "out.sqlite")
        self.assertEqual(error["file"], str(missing))

    def test_unknown_scene_name(self):
        error = self.error("run", "no_such_scene")
        self.assertEqual(error["value"], "no_such_scene")
        self.assertIn("head_on", error["allowed"])

    def test_malformed_json(self):
        text = json.dumps(SCENE, indent=1).replace('"seed": 1', '"seed" 1')
        error = self.refuse(text, position=True)
        self.assertEqual(error["line"], 1 + text[: text.index('"seed"')].count("\n"))

    def test_truncated_json(self):
        self.refuse(json.dumps(SCENE, indent=1)[:200], position=True)

    def test_empty_file(self):
        self.refuse("")

    def test_not_text(self):
        self.refuse(bytes(range(256)) * 4)

    def test_deeply_nested_json(self):
        self.refuse("[" * 200_000)
        self.refuse('{"sidestep":1,"map":' + '{"a":' * 200_000)

    def test_unknown_key(self):
        scene = copy.deepcopy(SCENE)
        scene["profiles"]["walker"]["radus"] = 0.3
        self.refuse(scene, "/profiles/walker/radus", allowed="radius")

    def test_duplicate_key(self):
        text = json.dumps(SCENE, indent=1).replace('"radius": 0.25', '"radius": 0.25, "radius": 0.3')
        error = self.refuse(text)
        self.assertTrue("radius" in error["pointer"] or error["line"] > 0, error)

    def test_wrong_type(self):
        self.refuse(edited(("profiles", "walker", "radius"), "wide"), "/profiles/walker/radius", value="wide")
        self.refuse(edited(("agents",), {"profile": "walker"}), "/agents")

    def test_radius_zero_or_negative(self):
        for radius in (0, -0.25):
            self.refuse(edited(("profiles", "walker", "radius"), radius), "/profiles/walker/radius", value=str(radius))

    def test_not_a_number(self):
        text = json.dumps(SCENE, indent=1)
        self.refuse(text.replace('"radius": 0.25', '"radius": NaN'), position=True)
        self.refuse(text.replace('"radius": 0.25', '"radius": 1e999'))

    def test_dt_zero(self):
        self.refuse(edited(("simulation", "dt"), 0), "/simulation/dt", value="0")

    def test_goal_outside_the_map(self):
        error = self.refuse(edited(("goals", "east", "point"), [30, 5]))
        self.assertTrue(error["pointer"].startswith("/goals/east"), error)

    def test_goal_inside_a_wall(self):
        error = self.refuse(edited(("goals", "east", "point"), [10, 5]))
        self.assertTrue(error["pointer"].startswith("/goals/east"), error)

    def test_agent_inside_a_wall(self):
        error = self.refuse(edited(("agents", 0, "position"), [10, 5]))
        self.assertTrue(error["pointer"].startswith("/agents/0"), error)

    def test_overlapping_agents_are_put_beside_each_other(self):
        first = SCENE["agents"][0]
        health = self.document("run", self.write(edited(("agents",), [first, {**first, "position": [2.2, 2]}])))["health"]
        self.assertEqual(health["placed_aside"], 2)
        self.assertGreater(health["placed_aside_m"], 0.1)

    def test_more_agents_in_one_place_than_fit(self):
        first = SCENE["agents"][0]
        error = self.refuse(edited(("agents",), [first] * 100))
        self.assertTrue(error["pointer"].startswith("/agents/"), error)

    def test_region_too_small_for_its_count(self):
        entry = {"profile": "walker", "region": [[1, 1], [3, 1], [3, 3], [1, 3]], "count": 100, "goal": "east"}
        error = self.refuse(edited(("agents",), [entry]))
        self.assertTrue(error["pointer"].startswith("/agents/0"), error)

    def test_unknown_model(self):
        self.refuse(edited(("profiles", "walker", "model"), "teleport"), "/profiles/walker/model", "teleport", "orca")

    def test_parameter_out_of_range(self):
        self.refuse(edited(("profiles", "walker", "params"), {"time_horizon": -1}),
                    "/profiles/walker/params/time_horizon", value="-1")

    def test_parameter_of_another_model(self):
        self.refuse(edited(("profiles", "walker", "params"), {"anticipation": 4}),
                    "/profiles/walker/params/anticipation", allowed="time_horizon")

    def test_bad_setting(self):
        scene = self.write(SCENE)
        for setting in ("walker.radius", "walker.radius=", "walker.radius=wide", "walker.radius=0", "nobody.radius=0.3",
                        "walker.wings=2", "=", "walker.radius=nan"):
            with self.subTest(setting=setting):
                self.error("run", scene, "--set", setting, "-o", self.directory / "out.sqlite")

    def test_a_good_setting_changes_the_run(self):
        scene = self.write(SCENE)
        plain = self.document("run", scene)["steps"]
        self.assertNotEqual(plain, self.document("run", scene, "--set", "walker.pref_speed=1.1")["steps"])


if __name__ == "__main__":
    unittest.main()
