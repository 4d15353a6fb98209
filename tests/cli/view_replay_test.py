"""A recording behind the viewer's server, compared with what the file says."""

import math
import sqlite3
import time
import unittest

from command import SCENE, edited
from viewer import PATIENCE_S, ViewTest, frames_of, track_of

CROWDED = {**SCENE, "simulation": {"dt": 0.1, "duration": 15, "seed": 1}, "sources": [
    {"profile": "walker", "region": [[1, 7], [4, 7], [4, 9], [1, 9]], "goal": "north", "rate": 1}],
    "goals": {**SCENE["goals"], "north": {"region": [[17, 7], [19, 7], [19, 9], [17, 9]], "exit": True}},
    "regions": [{"polygon": [[5, 1], [6, 1], [6, 3]], "speed_factor": 0.5}]}


def jülich(rows, fps=10):
    """A text file from (id, frame, x, y)."""
    return f"# framerate: {fps} fps\n# id frame x/m y/m z/m\n" + "".join(
        f"{i}\t{frame}\t{x}\t{y}\t0\n" for i, frame, x, y in rows)


class Replay(ViewTest):
    def record(self, scene=CROWDED, name="out.sqlite", *arguments):
        out = self.directory / name
        done = self.run_command("run", self.write(scene, "the_scene.json"), "-o", out, "--threads", "1", *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return out

    def rows(self, file):
        base = sqlite3.connect(file)
        rows = base.execute("select id, frame, pos_x, pos_y, ori_x, ori_y from trajectory_data order by id, frame")
        result = {}
        for agent, frame, *rest in rows:
            result.setdefault(agent, {})[frame] = rest
        base.close()
        return result

    def speed(self, track, frame, fps=10):
        """Central difference, one-sided at the ends."""
        before, after = (frame - 1 if frame - 1 in track else frame), (frame + 1 if frame + 1 in track else frame)
        if before == after:
            return 0
        (ax, ay), (bx, by) = track[before][:2], track[after][:2]
        return math.hypot(bx - ax, by - ay) * fps / (after - before)

    def test_a_bare_recording_over_a_plan(self):
        recording = self.write("0 1 100 100\n1 1 150 100\n", "bare.txt")
        plan = self.write("POLYGON ((0 0, 9 0, 9 4, 0 4, 0 0))", "plan.wkt")
        self.view(recording, "--map", plan, "--fps", "5", "--unit", "0.01", "--columns", "frame,id,x,y")
        info = self.api("info")
        self.assertEqual((info["fps"], info["frames"], info["bounds"]), (5, 2, [0, 0, 9, 4]))
        self.assertEqual(len(info["floor"]), 1)

    def test_info(self):
        self.view(self.record())
        info = self.api("info")
        self.assertEqual((info["kind"], info["title"], info["file"]), ("replay", "the_scene", "out.sqlite"))
        self.assertEqual((info["fps"], info["first_frame"], info["frame_numbers"]), (10, 0, None))
        self.assertEqual(info["frames"], 151)
        self.assertEqual(info["duration"], 15)
        self.assertEqual((info["bounds"], info["origin"]), ([0, 0, 20, 10], [10, 5]))
        self.assertEqual(info["periodic"], [0, 0])
        self.assertEqual(len(info["floor"][0]["holes"]), 1)
        self.assertEqual({g["name"]: g["polygon"] for g in info["goals"]},
                         {"east": None, "north": [17, 7, 19, 7, 19, 9, 17, 9]})
        self.assertEqual([g["point"] for g in info["goals"] if g["name"] == "north"], [[18, 8]])
        self.assertEqual(info["sources"], [{"polygon": [1, 7, 4, 7, 4, 9, 1, 9], "goal": "north"}])
        self.assertEqual(info["slow"], [{"polygon": [5, 1, 6, 1, 6, 3], "factor": 0.5}])
        self.assertEqual(info["models"], {"walker": "orca"})
        self.assertEqual(info["metadata"]["seed"], "1")
        self.assertNotIn("scene", info["metadata"])

    def test_frames_are_those_of_the_file(self):
        out = self.record()
        rows = self.rows(out)
        self.view(out)
        origin = self.api("info")["origin"]
        checked = 0
        for query in ({"first": 0}, {"first": 70, "count": 3}, {"first": 10, "count": 5, "stride": 20},
                      {"first": 140, "count": 100}, {"first": 150}):
            frames = frames_of(self.api("frames", **query))
            stride, count = query.get("stride", 1), query.get("count", 1)
            self.assertEqual([f["index"] for f in frames], list(range(query["first"], 151, stride))[:count])
            for frame in frames:
                number = frame["frame"]
                there = [agent for agent, track in rows.items() if number in track]
                self.assertEqual(list(frame["id"]), there)
                for i, agent in enumerate(frame["id"]):
                    x, y, ori_x, ori_y = rows[agent][number]
                    self.assertAlmostEqual(frame["x"][i] + origin[0], x, delta=1e-5)
                    self.assertAlmostEqual(frame["y"][i] + origin[1], y, delta=1e-5)
                    self.assertAlmostEqual(frame["heading"][i], math.atan2(ori_y, ori_x), delta=1e-5)
                    self.assertAlmostEqual(frame["speed"][i], self.speed(rows[agent], number), delta=1e-4)
                    checked += 1
        self.assertGreater(checked, 50)

    def test_track_agrees_with_frames(self):
        out = self.record()
        rows = self.rows(out)
        self.view(out)
        agent = max(rows, key=lambda a: len(rows[a]))
        track = track_of(self.api("track", id=agent))
        self.assertEqual(list(track["frame"]), sorted(rows[agent]))
        self.assertEqual(track["index"], track["frame"])
        frames = frames_of(self.api("frames", first=0, count=151))
        for k, number in enumerate(track["frame"]):
            at = frames[number]["id"].index(agent)
            for column in ("x", "y", "heading", "speed"):
                self.assertEqual(track[column][k], frames[number][column][at])
        self.assertEqual(track_of(self.api("track", id=4_000_000_000))["x"], ())

    def test_series(self):
        self.view(self.record())
        series = self.api("series")
        self.assertEqual(series["index"], list(range(151)))
        for frame in frames_of(self.api("frames", first=0, count=151)):
            self.assertEqual(series["count"][frame["index"]], len(frame["id"]))
            mean = sum(frame["speed"]) / len(frame["id"]) if frame["id"] else 0
            self.assertAlmostEqual(series["speed"][frame["index"]], mean, delta=1e-3)

    def test_agents(self):
        self.view(self.record())
        info, agents = self.api("info"), self.api("agents")
        ids = {i for frame in frames_of(self.api("frames", first=0, count=151)) for i in frame["id"]}
        self.assertEqual(set(agents["id"]), ids)
        self.assertEqual({len(column) for name, column in agents.items() if name != "waits"}, {len(ids)})
        self.assertEqual(agents["waits"], [])
        self.assertEqual({info["profiles"][p] for p in agents["profile"]}, {"walker"})
        self.assertEqual({info["goal_names"][g] for g in agents["goal"]}, {"east", "north"})
        self.assertEqual(set(agents["radius"]), {0.25})
        self.assertEqual(set(agents["group"]), {-1})

    def test_explanations(self):
        scene = edited(("profiles", "walker", "model"), "predictive")
        self.view(self.record(scene, "out.sqlite", "--explain", "1"))
        self.assertEqual(self.api("info")["explained"], [1])
        explanation = self.api("explain", id=1, frame=5)
        self.assertEqual((explanation["id"], explanation["frame"], explanation["model"]), (1, 5, "predictive"))
        self.assertTrue(explanation["shapes"])
        self.assertIsNone(self.api("explain", id=2, frame=5))

    def test_bad_questions(self):
        self.view(self.write(jülich([(1, 0, 0, 0)]), "one.txt"))
        for query in ("frames?", "frames?first=-1&", "frames?first=x&", "frames?first=1&", "frames?first=0&count=0&",
                      "frames?first=0&stride=0&", "frames?first=99999999999&", "track?", "track?id=x&", "explain?",
                      "explain?id=1&frame=x&"):
            self.assertEqual(self.ask(f"/api/{query}token={self.token}")[0], 400, query)
        self.assertEqual(len(frames_of(self.api("frames", first=0, count=4294967295, stride=4294967295))), 1)

    def test_agents_who_leave_and_come_back(self):
        # One way 1 m/s, away for frames 3 and 4, then standing elsewhere.
        rows = [(7, f, f / 10, 0) for f in range(3)] + [(7, f, 50, 0) for f in (5, 6)] + [(9, f, 0, 1) for f in range(8)]
        self.view(self.write(jülich(rows), "back.txt"))
        track = track_of(self.api("track", id=7))
        self.assertEqual(track["frame"], (0, 1, 2, 5, 6))
        for got, wanted in zip(track["speed"], (1, 1, 1, 0, 0)):
            self.assertAlmostEqual(got, wanted, places=4)
        frames = frames_of(self.api("frames", first=0, count=8))
        self.assertEqual([len(f["id"]) for f in frames], [2, 2, 2, 1, 1, 2, 2, 1])
        self.assertAlmostEqual(frames[5]["speed"][0], 0)

    def test_gaps_in_frame_numbers(self):
        # Every sixth frame of 25 a second; 1.2 m in 6 frames is 5 m/s.
        rows = [(1, f, f / 5, 0) for f in (12, 18, 24)] + [(1, 100, 20, 0)]
        self.view(self.write(jülich(rows, fps=25), "video.txt"))
        info = self.api("info")
        self.assertEqual(info["frame_numbers"], [12, 18, 24, 100])
        self.assertEqual((info["frames"], info["first_frame"]), (4, 12))
        frames = frames_of(self.api("frames", first=0, count=4))
        self.assertEqual([f["frame"] for f in frames], [12, 18, 24, 100])
        for frame in frames:
            self.assertAlmostEqual(frame["speed"][0], 5, places=4)
            self.assertEqual(frame["heading"][0], 0)

    def test_nobody(self):
        self.view(self.record({**SCENE, "agents": []}))
        info = self.api("info")
        self.assertEqual(self.api("series")["count"], [0] * info["frames"])
        self.assertEqual(self.api("agents")["id"], [])
        for first in range(info["frames"]):
            self.assertEqual(frames_of(self.api("frames", first=first))[0]["id"], ())

    def test_far_from_zero(self):
        rows = [(1, f, 5_000_000.125 + f / 100, 400_000.5) for f in range(5)]
        self.view(self.write(jülich(rows), "far.txt"))
        info = self.api("info")
        frame = frames_of(self.api("frames", first=2))[0]
        self.assertAlmostEqual(frame["x"][0] + info["origin"][0], 5_000_000.145, delta=1e-5)

    def test_there_is_no_live_run(self):
        self.view(self.write(jülich([(1, 0, 0, 0)]), "one.txt"))
        headers = [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                   ("Sec-WebSocket-Key", "MDEyMzQ1Njc4OWFiY2RlZg==")]
        self.assertEqual(self.ask(f"/live?token={self.token}", headers=headers)[0], 404)

    def test_a_long_text_is_read_while_the_server_answers(self):
        with open(self.directory / "long.csv", "w") as file:
            file.write("# framerate: 10\nid,frame,x,y\n")
            for frame in range(15_000):
                file.writelines(f"{i},{frame},{frame / 100},{i}.5\n" for i in range(100))
        process = self.view(self.directory / "long.csv")
        self.assertEqual(self.ask("/")[0], 200)
        status, headers, body = self.ask(f"/api/info?token={self.token}")
        if status == 202:
            self.assertEqual((headers["Retry-After"], body), ("1", b'{"loading":true}'))
        deadline = time.monotonic() + PATIENCE_S
        while status == 202 and time.monotonic() < deadline:
            time.sleep(0.1)
            status, _, body = self.ask(f"/api/info?token={self.token}")
        self.assertEqual(status, 200)
        data = self.api("frames", first=0, count=15_000)
        self.assertLess(len(data), 8_100_000)
        self.assertGreater(len(frames_of(data)), 3000)
        self.assert_ends_at_once(process)

    def test_ends_at_once_while_reading(self):
        with open(self.directory / "long.csv", "w") as file:
            file.write("# framerate: 10\nid,frame,x,y\n")
            for frame in range(10_000):
                file.writelines(f"{i},{frame},{frame / 100},{i}.5\n" for i in range(200))
        self.assert_ends_at_once(self.view(self.directory / "long.csv"))


if __name__ == "__main__":
    unittest.main()
