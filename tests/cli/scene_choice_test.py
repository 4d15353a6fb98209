"""What a command line may change of a scene: model, duration, time step."""

import json
import unittest

from command import SCENE, CommandTest, edited


class SceneChoice(CommandTest):
    def test_is_as_if_the_scene_said_so(self):
        scene = self.write(SCENE)
        for arguments, path, value in ((("--duration", 3), ("simulation", "duration"), 3),
                                       (("--dt", 0.05), ("simulation", "dt"), 0.05),
                                       (("--model", "social_force"), ("profiles", "walker", "model"), "social_force")):
            with self.subTest(arguments=arguments):
                said = self.run_json(self.write(edited(path, value), "said.json"))
                changed = self.run_json(scene, *arguments)
                self.assertEqual(changed["state_hash"], said["state_hash"])
                self.assertEqual(changed["steps"], said["steps"])
                self.assertNotEqual(changed["state_hash"], self.run_json(scene)["state_hash"])
                studied = self.run_json(scene, *arguments, "--seeds", 1)
                self.assertEqual(studied["runs"][0]["state_hash"], said["state_hash"])

    def run_json(self, *arguments):
        """In three seconds nobody arrives, so both exit codes will do."""
        done = self.run_command("run", *arguments, "--json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def test_settings_are_of_the_model_that_is_put_in(self):
        self.document("run", self.write(SCENE), "--model", "social_force", "--set", "walker.relaxation_time=0.6")

    def test_a_checkpoint_tells_them_apart(self):
        scene, kept = self.write(SCENE), self.directory / "kept.jsonl"
        for count, arguments in enumerate(([], ["--duration", 20], ["--dt", 0.05], ["--model", "rvo"]), start=2):
            self.document("run", scene, "--seeds", 1, "--resume", kept, *arguments)
            self.assertEqual(len(kept.read_text().splitlines()), count)

    def test_bad_input(self):
        scene = self.write(SCENE)
        for command in (("run", scene), ("compare", scene, "--models", "own")):
            self.assertIn("1", self.error(*command, "--dt", 2)["allowed"])
            self.error(*command, "--dt", 0)
            self.error(*command, "--duration", -1)
            self.error(*command, "--duration", "nan")
            self.error(*command, "--duration", "long")
        self.assertIn("orca", self.error("run", scene, "--model", "walkerizer")["allowed"])


if __name__ == "__main__":
    unittest.main()
