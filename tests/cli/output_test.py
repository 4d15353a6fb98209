"""Where results go: existing, unwritable and full places, and what is printed."""

import json
import os
import pty
import resource
import select
import signal
import sqlite3
import subprocess
import time
import unittest

from command import COMMAND, SCENE, CommandTest, crowd


class Output(CommandTest):
    def test_documents_have_the_documented_keys(self):
        scene = self.write(SCENE)
        out = self.directory / "out.sqlite"
        run = self.document("run", scene, "-o", out)
        self.assertEqual(list(run), ["scene", "steps", "agents_created", "sim_s", "wall_s", "agent_steps_per_s",
                                     "stages_ms", "state_hash", "health", "output"])
        self.assertEqual(set(run["health"]), {"ok", "overlaps", "deepest_m", "wall_contacts", "never_arrived",
                                              "outside_map", "doors_held", "doors_not_closed", "speed_outliers",
                                              "speed_share", "accel_outliers", "accel_share", "shivering", "placed_aside",
                                              "placed_aside_m", "followed_nobody", "yielded_s", "stuck", "queues"})
        self.assertRegex(run["state_hash"], "^[0-9a-f]{16}$")
        self.assertEqual(run["output"], str(out))
        charts = self.document("run", "no_turn")["charts"]
        self.assertEqual(charts["count"], 20)
        self.assertTrue(2 < charts["mb"] < 4, charts)
        bench = self.document("bench", "circle_100", scene, "--warmup", "1", "--steps", "2")
        self.assertEqual(list(bench), ["machine", "scenes"])
        self.assertEqual([s["name"] for s in bench["scenes"]], ["circle_100", "scene"])
        self.assertLessEqual({"name", "model", "agents", "threads", "steps", "ns_per_agent_step", "agent_steps_per_s",
                              "stages", "peak_rss_mb", "state_hash"}, set(bench["scenes"][0]))
        models = self.document("models")["models"]
        self.assertLessEqual({"orca", "predictive", "social_force"}, {m["name"] for m in models})
        for model in models:
            names = [p["name"] for p in self.document("params", model["name"])["parameters"]]
            if model["kind"] == "avoid":
                self.assertIn("radius", names)
            self.assertEqual(len(names), len(set(names)))
        self.assertEqual(self.document("params", "reactive")["presets"]["published"], {"radius": 0.25, "pref_speed": 1.4})
        self.assertIn('"preset": "published"', self.run_command("params", "predictive").stdout)
        routes = self.document("params", "heading_chart")
        self.assertEqual(routes["kind"], "route")
        self.assertLessEqual({"cell", "c_turn", "c_inertia"}, {p["name"] for p in routes["parameters"]})
        self.assertIn("properties", self.document("schema"))
        self.assertIsInstance(self.document("analyse", out), dict)

    def test_bad_arguments(self):
        for arguments in (["run"], ["fly"], [], ["run", "head_on", "--threads", "many"], ["params", "teleport"],
                          ["bench", "circle_100", "--model", "teleport"], ["bench", "circle_100", "--steps", "0"],
                          ["run", "head_on", "--seed", "-1"], ["run", "head_on", "--seed", "99999999999999999999"],
                          ["run", "head_on", "--seed", "1.5"]):
            with self.subTest(arguments=arguments):
                self.error(*arguments)

    def test_help_is_no_error(self):
        for arguments in (["--help"], ["run", "--help"], ["--version"]):
            done = self.run_command(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_nothing_is_recorded_without_o_and_it_says_so(self):
        scene = self.write(SCENE)
        before = self.listing()
        done = self.run_command("run", scene)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing was recorded", done.stdout)
        self.assertIn("healthy", done.stdout)
        self.assertEqual(self.listing(), before)
        self.assertIsNone(self.document("run", scene)["output"])

    def test_names_do_nothing_to_a_terminal(self):
        scene = json.loads(json.dumps(SCENE))
        scene["name"] = "\x1b]0;title\x07\x1b[2J\x9b31m\r\nall runs healthy"
        scene["doors"] = {"\x1b[2Jd\n": {"segment": [[6, 0], [6, 10]], "closed": True}}
        scene["profiles"]["walker"]["route"] = "hierarchical"
        scene["simulation"]["duration"] = 3
        scene = self.write(scene)
        for arguments in (["run", scene], ["run", scene, "--seeds", "2"], ["compare", scene, "--models", "orca"],
                          ["bench", scene, "--warmup", "1", "--steps", "1"], ["run", scene, "--set", "\x1b[2J.a=1"],
                          ["run", self.directory / "\x1b[2J.json"]):
            with self.subTest(arguments=arguments):
                done = self.run_command(*arguments)
                for text in (done.stdout, done.stderr):
                    self.assertFalse([c for c in text if ord(c) < 32 and c not in "\n\t" or 127 <= ord(c) < 160], text)
                    self.assertNotIn("\nall runs healthy", text)
                self.assertIn(r"\x1b", done.stdout + done.stderr)
        self.assertEqual(self.document("run", scene, exit_code=1)["scene"][:3], "\x1b]0", "programs get what was written")

    def test_what_cannot_be_run_is_refused_before_it_is_built(self):
        many = {"profile": "walker", "region": [[1, 1], [5, 1], [5, 3], [1, 3]], "goal": "east"}
        for path, value, pointer in ((("simulation", "dt"), 5e-324, "/simulation/dt"),
                                     (("simulation", "chart_memory_mb"), 999_999, "/simulation/chart_memory_mb"),
                                     (("agents",), [dict(many, count=90_000_000)], "/agents/0/region"),
                                     (("sources",), [dict(many, rate=1e5)], "/sources/0/rate")):
            scene = json.loads(json.dumps(SCENE))
            place = scene
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            self.assertEqual(self.error("run", self.write(scene))["pointer"], pointer)

    def test_an_output_that_is_taken_away_is_missed(self):
        for ending in ("txt", "csv", "sqlite"):
            out = self.directory / f"out.{ending}"
            process = subprocess.Popen([COMMAND, "run", self.write(crowd(300)), "-o", out],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while not out.exists() and process.poll() is None:
                time.sleep(0.001)
            out.unlink()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            self.assertEqual(process.returncode, 2, errors)
            self.assertIn(out.name, errors)

    def test_unhealthy_is_one(self):
        scene = json.loads(json.dumps(SCENE))
        scene["simulation"]["duration"] = 2
        document = self.document("run", self.write(scene), exit_code=1)
        self.assertFalse(document["health"]["ok"])
        self.assertEqual(document["health"]["never_arrived"], 1)
        self.assertIn("NOT HEALTHY", self.run_command("run", self.directory / "scene.json").stdout)

    def test_existing_output(self):
        scene = self.write(SCENE)
        for name in ("out.sqlite", "out.txt", "out.csv"):
            out = self.write("precious", name)
            error = self.error("run", scene, "-o", out)
            self.assertEqual(error["file"], str(out))
            self.assertIn("--force", error["remedy"])
            self.assertEqual(out.read_text(), "precious")
            self.document("run", scene, "-o", out, "--force")
            self.assertNotEqual(out.read_bytes()[:8], b"precious")

    def test_force_does_not_destroy_a_result_for_a_bad_scene(self):
        out = self.write("precious", "out.sqlite")
        bad = json.loads(json.dumps(SCENE))
        bad["agents"][0]["position"] = [10, 5]
        self.error("run", self.write(bad), "-o", out, "--force")
        self.assertEqual(out.read_text(), "precious")

    def test_unwritable_output(self):
        scene = self.write(SCENE)
        for out in (self.directory / "nowhere" / "out.sqlite", scene / "out.csv", "/proc/out.txt",
                    self.directory / "out.docx", self.directory / "without_extension"):
            with self.subTest(out=out):
                self.assertEqual(self.error("run", scene, "-o", out)["file"], str(out))

    def test_full_disk(self):
        scene = self.write(crowd(agents=300, duration=60))
        limit = 1_000_000
        for name in ("out.sqlite", "out.txt", "out.csv"):
            with self.subTest(name=name):
                out = self.directory / name
                done = self.run_command(
                    "run", scene, "-o", out, "--json",
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                self.assertEqual(done.returncode, 2, done.stderr)
                error = json.loads(done.stdout)["error"]
                self.assertEqual(error["file"], str(out))
                self.assertTrue(error["remedy"])
                self.document("analyse", out)

    def test_full_standard_output(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([COMMAND, "models"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("standard output", done.stderr)

    def test_progress_bar_only_on_a_terminal(self):
        self.assertNotIn("\r", self.run_command("run", self.write(crowd(agents=200, duration=400))).stderr)
        # Long enough for a bar on any machine; interrupted once it is there.
        scene = self.write(crowd())
        master, terminal = pty.openpty()
        self.addCleanup(os.close, master)
        running = subprocess.Popen([COMMAND, "run", scene, "--json"], stdout=subprocess.PIPE, stderr=terminal, text=True)
        os.close(terminal)
        try:
            readable, _, _ = select.select([master], [], [], 60)
            shown = os.read(master, 1000) if readable else b""
        finally:
            running.send_signal(signal.SIGINT)
            document, _ = running.communicate(timeout=60)
        self.assertIn(b"\r", shown)
        self.assertIn("state_hash", json.loads(document))

    def test_threads_do_not_change_the_recording(self):
        scene = self.write(crowd(agents=300, duration=5))
        rows = []
        for threads in (1, 3):
            out = self.directory / f"out{threads}.sqlite"
            self.document("run", scene, "-o", out, "--threads", threads, exit_code=self.expected_exit(scene))
            base = sqlite3.connect(out)
            rows.append(base.execute("select * from trajectory_data order by frame, id").fetchall())
            base.close()
        self.assertEqual(rows[0], rows[1])

    def test_scenes_are_found_by_name(self):
        self.write(SCENE, "my_own.json")
        environment = {**os.environ, "SIDESTEP_SCENES": str(self.directory)}
        self.assertEqual(self.document("run", "my_own", env=environment)["scene"], "my_own")
        self.assertEqual(self.document("run", "head_on")["scene"], "head_on")
        self.assertIn("my_own", self.error("run", "my_one", env=environment)["remedy"])

    def expected_exit(self, scene):
        return self.run_command("run", scene).returncode

    def test_explanations(self):
        scene = self.write(SCENE)
        out = self.directory / "out.sqlite"
        done = self.run_command("run", scene, "-o", out, "--explain", "1,77", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no recorded frame has agent 77", done.stderr)
        plain = self.document("run", scene)
        self.assertEqual(json.loads(done.stdout)["state_hash"], plain["state_hash"])
        base = sqlite3.connect(out)
        health, = base.execute("select value from metadata where key = 'health'").fetchone()
        base.close()
        self.assertEqual(json.loads(health), json.loads(done.stdout)["health"])
        self.assertEqual(json.loads(health), plain["health"])

    def test_explanations_that_cannot_be(self):
        scene = self.write(SCENE)
        out = self.directory / "out.sqlite"
        for ids in ("0", "-1", "one", "1,two", "1.5", "4294967296"):
            with self.subTest(ids=ids):
                self.assertIn("ids of agents", self.error("run", scene, "-o", out, "--explain", ids)["message"])
        self.assertIn("FILE.sqlite", self.error("run", scene, "--explain", "1")["remedy"])
        for name in ("out.csv", "out.txt"):
            error = self.error("run", scene, "-o", self.directory / name, "--explain", "1")
            self.assertEqual(error["allowed"], "a .sqlite file")

    def test_csv_of_bench(self):
        table = self.directory / "bench.csv"
        for _ in range(2):
            self.document("bench", "circle_100", "--warmup", "0", "--steps", "1", "--csv", table)
        lines = table.read_text().splitlines()
        self.assertEqual(len(lines), 3)
        self.assertTrue(lines[0].startswith("date,version,machine,scene,model,"))


if __name__ == "__main__":
    unittest.main()
