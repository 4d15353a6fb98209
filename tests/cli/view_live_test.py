"""A run that pages watch and steer."""

import pathlib
import time
import unittest

from command import SCENE, crowd
from viewer import PATIENCE_S, SANITIZED, ViewTest, frames_of


def is_frame(message):
    return isinstance(message, bytes)


class Live(ViewTest):
    def first_messages(self, page):
        """Agents, a frame and the state, in whatever order after the agents."""
        agents = page.receive()
        self.assertEqual(agents["type"], "agents")
        got = {}
        while len(got) < 2:
            message = page.receive()
            if isinstance(message, dict) and message["type"] == "agents":
                for name in ("id", "radius", "profile", "goal", "group"):
                    agents[name] += message[name]
                continue
            got["frame" if is_frame(message) else message["type"]] = message
        return agents, frames_of(got["frame"])[0], got["state"]

    def test_info_and_first_messages(self):
        self.view(self.write(SCENE, "two words.json"), "--seed", "7")
        info = self.api("info")
        self.assertEqual((info["kind"], info["file"], info["fps"], info["duration"]), ("live", None, 10, 30))
        self.assertEqual(info["bounds"], [0, 0, 20, 10])
        self.assertEqual(info["origin"], [10, 5])
        self.assertEqual(info["floor"], [{"outer": [0, 0, 20, 0, 20, 10, 0, 10],
                                          "holes": [[8, 4, 12, 4, 12, 6, 8, 6]]}])
        self.assertEqual(info["goals"], [{"name": "east", "polygon": None, "point": [18, 2], "exit": True}])
        self.assertEqual(info["models"], {"walker": "orca"})
        self.assertEqual(info["metadata"]["seed"], "7")
        page = self.live()
        agents, frame, state = self.first_messages(page)
        self.assertEqual(agents["id"], list(frame["id"]))
        self.assertEqual(agents["radius"], [0.25])
        self.assertEqual([info["profiles"][p] for p in agents["profile"]], ["walker"])
        self.assertEqual(self.api("agents")["id"], agents["id"])
        self.assertLess(frame["x"][0] + 10, 4, "the run waits for the first page")
        self.assertFalse(state["finished"])
        self.assertEqual(set(state), {"type", "time", "step", "paused", "speed", "finished", "agents", "steps_per_s",
                                      "health"})
        self.assertIn("overlaps", state["health"])

    def test_keeps_real_time(self):
        self.view(self.write(crowd(agents=5)))
        page = self.live()
        for speed in (1, 5):
            page.send(do="speed", value=speed)
            rate = self.rate(page)
            deadline = time.monotonic() + PATIENCE_S
            # Never faster; on a busy machine it may fall behind, but not for ever.
            while rate < 0.7 * speed and time.monotonic() < deadline:
                self.assertLess(rate, 1.01 * speed)
                rate = self.rate(page)
            self.assertTrue(0.7 * speed <= rate < 1.01 * speed, f"{rate} instead of {speed}")

    def rate(self, page):
        """Simulated seconds per second over a few of them, beginning and ending with a pause."""
        page.send(do="pause")
        first = page.state(lambda s: s["paused"])["time"]
        began = time.monotonic()
        page.send(do="play")
        page.state(lambda s: s["time"] > first + 2)
        page.send(do="pause")
        last = page.state(lambda s: s["paused"])["time"]
        return (last - first) / (time.monotonic() - began)

    def test_steered(self):
        self.view(self.write(SCENE))
        page = self.live()
        page.send(do="pause")
        step = page.state(lambda s: s["paused"])["step"]
        for i in range(1, 4):
            page.send(do="step")
            self.assertEqual(page.state(lambda s: s["step"] != step + i - 1)["step"], step + i)
            page.receive_until(lambda m: is_frame(m) and frames_of(m)[0]["frame"] == step + i)
        page.send(do="speed", value=1000)
        self.assertEqual(page.state(lambda s: s["speed"] != 1)["speed"], 20)
        page.send(do="restart")
        self.assertEqual(page.state(lambda s: s["step"] == 0)["time"], 0)
        page.send(do="speed", value=0)
        page.send(do="play")
        end = page.state(lambda s: s["finished"])
        self.assertEqual(end["agents"], 0)
        self.assertTrue(end["health"]["ok"])
        late = self.live()
        _, frame, state = self.first_messages(late)
        self.assertTrue(state["finished"])
        self.assertEqual((frame["frame"], frame["id"]), (end["step"], ()))
        late.send(do="restart")
        self.assertFalse(page.state(lambda s: not s["finished"])["finished"])

    def test_nonsense_is_ignored(self):
        self.view(self.write(SCENE))
        page = self.live()
        for text in ("", "{", "[]", "7", '{"do":7}', '{"do":"fly"}', '{"do":"speed"}', '{"do":"speed","value":"x"}',
                     '{"do":"speed","value":null}', '{"do":"explain","id":-1}', '{"do":"explain","id":1e99}',
                     '{"do":"explain","id":"x"}', '{"do":"explain"}', "\\u0000", "[" * 4000):
            page.send_text(text)
        page.send(do="pause")
        self.assertEqual(page.state(lambda s: s["paused"])["speed"], 1)
        page.send_text("x" * 5000)
        with self.assertRaises(ConnectionError):
            page.receive_until(lambda m: False)
        self.first_messages(self.live())

    def test_newcomers_are_introduced_before_their_first_frame(self):
        scene = {**SCENE, "agents": [], "sources": [
            {"profile": "walker", "region": [[1, 1], [4, 1], [4, 3], [1, 3]], "goal": "east", "rate": 2}]}
        self.view(self.write(scene))
        page = self.live()
        page.send(do="speed", value=0)
        known, seen = set(), set()
        while len(seen) < 20:
            message = page.receive()
            if is_frame(message):
                seen |= set(frames_of(message)[0]["id"])
                self.assertLessEqual(seen, known)
            elif message["type"] == "agents":
                self.assertFalse(known & set(message["id"]), "introduced twice")
                known |= set(message["id"])

    def test_still_walking_is_not_unhealthy(self):
        self.view(self.write(SCENE))
        health = self.live().state(lambda s: s["step"] > 3)["health"]
        self.assertEqual((health["ok"], health["never_arrived"]), (True, 0))

    def test_explanations_follow_the_chosen_agent(self):
        scene = {**SCENE, "profiles": {"walker": {"model": "predictive"}},
                 "agents": [{"profile": "walker", "position": [2, y], "goal": "east"} for y in (2, 3)]}
        self.view(self.write(scene))
        page, other = self.live(), self.live()
        ids = self.first_messages(page)[0]["id"]
        page.send(do="pause")
        step = page.state(lambda s: s["paused"])["step"]

        def explanation(of):
            return of.receive_until(lambda m: isinstance(m, dict) and m["type"] == "explain")["explanation"]

        for id_ in ids:
            page.send(do="explain", id=id_)
            found = explanation(page)
            self.assertEqual((found["id"], found["frame"], found["model"]), (id_, step, "predictive"))
            self.assertTrue(found["shapes"])
        other.send(do="explain", id=4_000_000_000)
        self.assertIsNone(explanation(other))
        page.send(do="step")
        self.assertEqual(page.receive_until(lambda m: isinstance(m, dict) and m["type"] == "explain"
                                            and m["explanation"]["frame"] > step)["explanation"]["frame"], step + 1)
        page.send(do="explain", id=None)
        page.send(do="play")
        late = []
        page.receive_until(lambda m: late.append(m) or sum(map(is_frame, late)) == 10)
        explained = [m for m in late if isinstance(m, dict) and m["type"] == "explain"]
        self.assertLessEqual(len(explained), 1, "what was under way when nobody was chosen")

    def next_frame(self, page):
        return frames_of(page.receive_until(is_frame))[0]

    def test_five_thousand_unthrottled(self):
        self.view(self.write(crowd(agents=5000)))
        page = self.live()
        page.send(do="speed", value=0)
        page.state(lambda s: s["speed"] == 0)
        numbers = []
        for _ in range(40):
            frame = self.next_frame(page)
            self.assertEqual(len(frame["id"]), 5000)
            numbers.append(frame["frame"])
        self.assertEqual(numbers, sorted(set(numbers)))

    def test_a_slow_reader_holds_up_nobody(self):
        process = self.view(self.write(crowd(agents=3000)))
        slow = [self.live(receive_buffer=4096) for _ in range(3)]
        page = self.live()
        page.send(do="speed", value=0)
        page.state(lambda s: s["speed"] == 0)
        status = pathlib.Path(f"/proc/{process.pid}/status")

        def memory():
            return int(next(line for line in status.read_text().splitlines() if line.startswith("VmRSS")).split()[1])

        # Buffers of the connections fill first.
        for _ in range(20):
            self.next_frame(page)
        before, size = memory(), 20 * 3000 / 1024
        for _ in range(180):
            self.next_frame(page)
        if not SANITIZED:
            self.assertLess(memory() - before, 90 * size, "kB: frames must not pile up for those who do not read")
        for reader in slow:
            reader.close()

    def test_fifty_pages(self):
        self.view(self.write(crowd(agents=200)))
        pages = [self.live() for _ in range(50)]
        for page in pages:
            _, frame, _ = self.first_messages(page)
            self.assertEqual(len(frame["id"]), 200)
        pages[0].send(do="pause")
        for page in pages:
            page.state(lambda s: s["paused"])

    def test_goes_on_without_a_browser(self):
        process = self.view(self.write(crowd(agents=50)))
        page = self.live()
        page.send(do="speed", value=20)
        step = page.state(lambda s: s["speed"] == 20)["step"]
        page.close()
        for _ in range(PATIENCE_S):
            time.sleep(1)
            looking = self.live()
            reached = looking.state()["step"]
            looking.close()
            if reached > step + 100:
                break
        self.assertGreater(reached, step + 100)
        self.assertIsNone(process.poll())
        self.assert_ends_at_once(process)

    def test_nothing_of_a_recording_is_there(self):
        self.view(self.write(SCENE))
        for name in ("frames?first=0&", "series?", "track?id=1&", "explain?id=1&frame=0&"):
            self.assertEqual(self.ask(f"/api/{name}token={self.token}")[0], 404)


if __name__ == "__main__":
    unittest.main()
