#!/usr/bin/env python3
"""Writes the scenes whose agents stand at computed places. Run it in this folder.

circle_antipodal_{10,100,1000}: everybody on a circle wants to be on the opposite side. The same bytes come out
everywhere: coordinates are rounded to 0.1 mm, which also breaks the exact symmetry that would let everybody meet in one
point.

crossing_429, crossing_tie, crossing_hesitation, curved_walker, three_walkers, wall_blocks_turn, hidden_corridor: the
meetings of Pettré and others 2009 (docs/reproduce_pettre2009.md).

driving_vs_minimal, crowd_scale, dense_plaza, sparse_street: the model reactive (docs/reproduce_lamarche2004.md).

park1000: the park of Karamouzas and others 2009 (docs/reproduce_karamouzas2009.md).

follow_stable, follow_jerky, rect_signal, ring, fd_sweep, corridor_periodic: walking behind others, after Bruneau 2016,
chapter 3 (docs/models/following.md).

no_turn, wide_turn, sharp_turn, u_turn, s_turn, library_exit, hallway: one after the other by heading charts, after Brogan
and Johnson 2003 (docs/heading_charts.md).

waiting_line, airport_desks: waiting lines (docs/queues.md).
"""

import json
import math
import pathlib
import random

SPACING = 0.7  # m along the circle, where it is larger than the smallest one
SMALLEST = 8.0  # m


def written(head: dict, agents: list) -> str:
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    entries = ",\n".join("    " + json.dumps(agent) for agent in agents)
    return "{\n" + "".join(lines) + '  "agents": [\n' + entries + "\n  ]\n}\n"


def circle(count: int, duration: float) -> str:
    radius = max(SMALLEST, SPACING * count / (2 * math.pi))
    head = {
        "sidestep": 1,
        "description": f"{count} people on a circle of {radius:.1f} m radius, each walking to the opposite side: everybody "
                       "meets everybody in the middle. Written by make_scenes.py.",
        **({"expect": "unhealthy"} if count > 10 else {}),  # bodies overlap where all of them meet
        "simulation": {"dt": 0.1, "duration": duration, "seed": 1},
        "profiles": {"walker": {"model": "predictive", "radius": 0.25, "pref_speed": 1.33, "max_speed": 2}},
    }
    agents = []
    for i in range(count):
        angle = 2 * math.pi * i / count
        x, y = (round(radius * part, 4) + 0.0 for part in (math.cos(angle), math.sin(angle)))
        agents.append({"profile": "walker", "position": [x, y], "goal": {"point": [0.0 - x, 0.0 - y], "exit": True}})
    return written(head, agents)


for people, seconds in ((10, 60), (100, 120), (1000, 600)):
    pathlib.Path(f"circle_antipodal_{people}.json").write_text(circle(people, seconds))


def scene(name: str, description: str, **parts) -> None:
    """One line per part, lists one line per entry."""
    whole = {"sidestep": 1, "description": description + " Written by make_scenes.py.", **parts}
    lines = []
    for key, value in whole.items():
        if key in ("agents", "sources", "profiles", "goals"):
            pairs = value.items() if isinstance(value, dict) else ((None, entry) for entry in value)
            inner = ",\n".join("    " + (f"{json.dumps(k)}: " if k else "") + json.dumps(v) for k, v in pairs)
            lines.append(f"  {json.dumps(key)}: {'{' if isinstance(value, dict) else '['}\n{inner}\n"
                         f"  {'}' if isinstance(value, dict) else ']'}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    pathlib.Path(f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def rounded(*numbers: float) -> list:
    return [round(number, 4) + 0.0 for number in numbers]


WALKER = {"model": "experiment_based", "radius": 0.25, "pref_speed": 1.4, "max_speed": 2.5}
# Walks its way whoever comes: it sees nobody.
BLIND = {**WALKER, "neighbour_range": 0.01}
FINE = {"dt": 0.05, "duration": 30, "seed": 1}

# Two diagonals of a square of 15 m. The starts lie 10.6 m before the centre, one of them 1.5 m to and fro; walls between
# the corners end so that people see each other 5.6 m before the centre, four seconds before they meet.
HALF_DIAGONAL, SIGHT, SPREAD, WIDTH = 15 / math.sqrt(2), 5.6, 1.5, 0.001


def strip(side: int, near: float, far: float) -> list:
    """A stretch of the diagonal from below, left (side -1) or right (1); nearly a line."""
    points = []
    for distance, across in ((near, -WIDTH), (far, -WIDTH), (far, WIDTH), (near, WIDTH)):
        x, y = (distance + across) / math.sqrt(2), (distance - across) / math.sqrt(2)
        points.append(rounded(side * x, -y))
    return points


END = f"{SIGHT / math.sqrt(2):.4f}"
scene("crossing_429",
      "The experiment: two people set out on the diagonals of a square of 15 m, hidden from each other by walls until 5.6 m "
      "before the centre. Every seed is a trial: own speeds, and up to 1.5 m earlier or later.",
      map={"wkt": f"MULTILINESTRING ((0 -14, 0 -{END}), (14 0, {END} 0), (0 14, 0 {END}), (-14 0, -{END} 0))"},
      simulation=FINE,
      profiles={"walker": {**WALKER, "pref_speed": {"normal": [1.4, 0.15, 0.9, 1.9]}}},
      agents=[{"profile": "walker", "region": strip(-1, HALF_DIAGONAL - 0.01, HALF_DIAGONAL), "count": 1,
               "goal": {"point": [7.5, 7.5], "exit": True}},
              {"profile": "walker", "region": strip(1, HALF_DIAGONAL - SPREAD, HALF_DIAGONAL + SPREAD), "count": 1,
               "goal": {"point": [-7.5, 7.5], "exit": True}}])

scene("crossing_tie",
      "Two people on crossing paths who would reach the centre at the same moment: neither is sure who goes first.",
      simulation={**FINE, "dt": 0.02},
      profiles={"walker": WALKER},
      agents=[{"profile": "walker", "position": [-5.6, 0], "velocity": "to_goal", "goal": {"point": [30, 0], "exit": True}},
              {"profile": "walker", "position": [0, -5.6], "velocity": "to_goal", "goal": {"point": [0, 30], "exit": True}}])

scene("crossing_hesitation",
      "Two people set off on crossing paths in sight of each other, one 0.2 m behind: each counts on the speed it wishes for "
      "itself and on what the other does now, so both try to pass first, until the later one sees that it cannot.",
      simulation=FINE,
      profiles={"walker": WALKER},
      agents=[{"profile": "walker", "position": [-4, 0], "velocity": [0.5, 0], "goal": {"point": [10, 0], "exit": True}},
              {"profile": "walker", "position": [0, -4.2], "velocity": [0, 0.5], "goal": {"point": [0, 10], "exit": True}}])

# 48 way points on a circle of 4 m, walked at 1.4 m/s from where the other will be on the circle after 5.7 s.
CIRCLE, POINTS = 4.0, 48
start = math.pi - 5.7 * 1.4 / CIRCLE


def on_circle(angle: float) -> list:
    return rounded(CIRCLE * math.cos(angle), CIRCLE * math.sin(angle))


scene("curved_walker",
      "One walks straight, the other on a circle of 4 m: where it will be cannot be told from its velocity alone.",
      expect="unhealthy",  # who walks in a circle arrives nowhere
      simulation={**FINE, "duration": 20},
      profiles={"walker": {**WALKER, "params": {"acceleration": "half"}}, "circling": {**BLIND, "goal_radius": 0.2}},
      goals={f"point_{i}": {"point": on_circle(start + (i + 1) * 2 * math.pi / POINTS), "next": f"point_{(i + 1) % POINTS}"}
             for i in range(POINTS)},
      agents=[{"profile": "walker", "position": [-12, 0], "velocity": "to_goal", "goal": {"point": [12, 0], "exit": True}},
              {"profile": "circling", "position": on_circle(start), "velocity": "to_goal", "goal": "point_0"}])

scene("three_walkers",
      "One would let another pass from the right. A third, with whom alone there would be no interaction, is in the way of "
      "that: it passes first instead.",
      simulation=FINE,
      profiles={"walker": WALKER, "blind": BLIND, "third": {**BLIND, "pref_speed": 1.5}},
      agents=[{"profile": "walker", "position": [-6, 0], "velocity": "to_goal", "goal": {"point": [14, 0], "exit": True}},
              {"profile": "blind", "position": [0, -5.7], "velocity": "to_goal", "goal": {"point": [0, 14], "exit": True}},
              {"profile": "third", "position": [2.3, -1.5], "velocity": "to_goal", "goal": {"point": [-22, 2], "exit": True}}])

scene("wall_blocks_turn",
      "Two people meet head-on. The first would step to its right, but a wall is there: it passes on the left.",
      map={"wkt": "LINESTRING (-12 -0.3, 12 -0.3)"},
      simulation=FINE,
      profiles={"walker": WALKER, "blind": BLIND},
      agents=[{"profile": "walker", "position": [-8, 0], "velocity": "to_goal", "goal": {"point": [10, 0], "exit": True}},
              {"profile": "blind", "position": [8, 0], "velocity": "to_goal", "goal": {"point": [-10, 0], "exit": True}}])

scene("hidden_corridor",
      "Two corridors cross; somebody may come out of the other one, and somebody does. Whoever expects it is careful.",
      map={"wkt": "MULTIPOLYGON (((-13 -1.2, 13 -1.2, 13 1.2, -13 1.2, -13 -1.2)), "
                  "((-1.2 -13, 1.2 -13, 1.2 13, -1.2 13, -1.2 -13)))"},
      simulation=FINE,
      profiles={"walker": {**WALKER, "params": {"expected_speed": 1.4}}, "blind": BLIND},
      agents=[{"profile": "walker", "position": [-10, 0], "velocity": "to_goal", "goal": {"point": [11, 0], "exit": True}},
              {"profile": "blind", "position": [0, -9.7], "velocity": "to_goal", "goal": {"point": [0, 11], "exit": True}}])


def ring(count: int, radius: float) -> list:
    angles = [2 * math.pi * i / count for i in range(count)]
    return [[round(radius * part, 4) + 0.0 for part in (math.cos(angle), math.sin(angle))] for angle in angles]


def driving_vs_minimal() -> str:
    """Four encounters, each in a room of its own, in a row for either rule."""
    size, gap = 16, 2
    rooms, agents = [], []
    for row, rule in enumerate(("driving", "minimal")):
        encounters = (
            [([-6, 0], [6, 0], ""), ([6, 0], [-6, 0], "")],
            [([-6, 0], [6, 0], ""), ([0, -6], [0, 6], "")],
            [([-7, 0], [7, 0], ""), ([-3, 0], [7, 0], "_slow")],
            [(at, [0.0 - at[0], 0.0 - at[1]], "") for at in ring(8, 5)],
        )
        for column, encounter in enumerate(encounters):
            x, y = column * (size + gap), -row * (size + gap)
            half = size / 2
            corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            rooms.append("((" + ", ".join(f"{a:g} {b:g}" for a, b in corners + corners[:1]) + "))")
            for start, goal, kind in encounter:
                place = [round(start[0] + x, 4), round(start[1] + y, 4)]
                end = [round(goal[0] + x, 4), round(goal[1] + y, 4)]
                agents.append({"profile": rule + kind, "position": place, "velocity": "to_goal",
                               "goal": {"point": end, "exit": True}})
    profiles = {}
    for name, rule in (("driving", "driving_rule"), ("minimal", "minimal_adjustment")):
        profiles[name] = {"model": "reactive", "preset": "published", "params": {"reactions": rule}}
        profiles[name + "_slow"] = {"model": "reactive", "preset": "published", "pref_speed": 0.7, "params": {"reactions": rule}}
    head = {
        "sidestep": 1,
        "description": "Two facing, two crossing, one overtaking, eight on a circle: above under the driving rule, below with "
                       "minimal adjustment, each in a room of its own. Written by make_scenes.py.",
        "map": {"wkt": "MULTIPOLYGON (" + ", ".join(rooms) + ")"},
        "simulation": {"dt": 0.1, "duration": 40, "seed": 1},
        "profiles": profiles,
    }
    return written(head, agents)


def crowd(description: str, width: float, height: float, count: int, streams: bool, duration: float,
          **more) -> str:
    """People who wander all over a place, or two streams along it."""
    def box(margin: float, x0: float = 0.0, x1: float = width) -> list:
        return [[x0 + margin, margin], [x1 - margin, margin], [x1 - margin, height - margin], [x0 + margin, height - margin]]

    head = {
        "sidestep": 1,
        "description": description + " Written by make_scenes.py.",
        **more,
        "map": {"wkt": f"POLYGON ((0 0, {width:g} 0, {width:g} {height:g}, 0 {height:g}, 0 0))"},
        "simulation": {"dt": 0.1, "duration": duration, "seed": 1, "contacts": "project"},
        "profiles": {"walker": {"model": "reactive", "preset": "published", "pref_speed": {"normal": [1.34, 0.15, 0.9, 1.8]}}},
        "goals": {},
    }
    if streams:
        head["goals"] = {"east": {"region": box(0.5, width - 5, width), "exit": True},
                         "west": {"region": box(0.5, 0, 5), "exit": True}}
        agents = [{"profile": "walker", "region": box(0.5, 0, width / 2), "count": count // 2, "goal": "east",
                   "velocity": "to_goal"},
                  {"profile": "walker", "region": box(0.5, width / 2, width), "count": count // 2, "goal": "west",
                   "velocity": "to_goal"}]
    else:
        head["goals"] = {"anywhere": {"region": box(1.0), "wander": True}}
        agents = [{"profile": "walker", "region": box(0.5), "count": count, "min_spacing": 0.6, "goal": "anywhere"}]
    return written(head, agents)


pathlib.Path("driving_vs_minimal.json").write_text(driving_vs_minimal())
pathlib.Path("crowd_scale.json").write_text(
    crowd("A thousand people who cross a square of 100 m at will; the timing curve of the model reactive takes 250 to 4000.",
          100, 100, 1000, False, 60, expect="unhealthy"))  # reactive shivers
pathlib.Path("dense_plaza.json").write_text(
    crowd("Six hundred people on a plaza of 25 m: about one per square metre, so links of the neighbour graph are short.",
          25, 25, 600, False, 30, expect="unhealthy"))  # one in five does not get on
pathlib.Path("sparse_street.json").write_text(
    crowd("A street of 160 m with a dozen people each way: links of the neighbour graph are long.", 160, 8, 24, True, 150))


# Two gates of 12 m in each side of a square of 100 m: the middle of each, and the way in.
GATE = 12
PARK = {f"{name}{number}": (along, inward)
        for number, at in ((1, -25.0), (2, 25.0))
        for name, along, inward in (("south", (at, -50.0), (0, 1)), ("north", (at, 50.0), (0, -1)), ("west", (-50.0, at), (1, 0)),
                                    ("east", (50.0, at), (-1, 0)))}


def in_gate(name: str, across: float, inside: float) -> list:
    """So far to the side of the gate's middle, and so far inside."""
    (x, y), (u, v) = PARK[name]
    return [x + u * inside - v * across, y + v * inside + u * across]


def visitors(count: int, seconds: float) -> list:
    """Enter by one gate and leave by another, both drawn, in files a metre apart, where nobody entered just before. Not
    by a gate of the same side, who would cut across those who enter. The same draws everywhere: Random.random() is
    specified."""
    draw = random.Random(2009)
    names = list(PARK)
    files = {name: [(-1.0, file - GATE / 2 + 0.5) for file in range(GATE)] for name in names}
    entering = {name: [] for name in names}
    for time in sorted(round(seconds * draw.random(), 1) for _ in range(count)):
        entrance = names[int(len(names) * draw.random())]
        others = [name for name in names if name[:-1] != entrance[:-1]]
        files[entrance].sort()
        _, across = files[entrance].pop(int(3 * draw.random()))  # one of the three that are free for longest
        files[entrance].append((time, across))
        entering[entrance].append({"time": time, "position": in_gate(entrance, across, 0.5),
                                   "goal": others[int(len(others) * draw.random())]})
    return [{"profile": "visitor", "velocity": [1.2 * part for part in PARK[name][1]], "newcomers": newcomers}
            for name, newcomers in entering.items()]


scene("park1000",
      "A thousand people enter a park of 100 by 100 m through its eight gates within 40 s, each by a gate drawn at random and "
      "to one of another side. Preferred and greatest speed, anticipation and personal space differ from one to the next.",
      map={"wkt": "POLYGON ((-50 -50, 50 -50, 50 50, -50 50, -50 -50))"},
      simulation={"dt": 0.1, "duration": 300, "seed": 1},
      profiles={"visitor": {"model": "predictive", "radius": 0.3, "pref_speed": {"uniform": [1.0, 1.6]},
                            "max_speed": {"uniform": [1.7, 2.2]},
                            "params": {"anticipation": {"uniform": [4, 8]}, "personal_radius": {"uniform": [0.4, 0.6]}}}},
      goals={name: {"region": [in_gate(name, across * GATE / 2, inside)
                               for across, inside in ((-1, 0.5), (1, 0.5), (1, 2.5), (-1, 2.5))], "exit": True}
             for name in PARK},
      sources=visitors(1000, 40))


# The body and the step of the paper. The goal is reached with a heading, at rest in the rooms, walking in the halls.
CHARTED = {"model": "orca", "radius": 0.1245, "pref_speed": 1.36, "max_speed": 2, "route": "heading_chart"}
STRIDE = {"dt": 0.066, "duration": 30, "seed": 1}


def wkt(*corners) -> str:
    return "POLYGON ((" + ", ".join("{:g} {:g}".format(*rounded(*corner)) for corner in (*corners, corners[0])) + "))"


def room(name: str, description: str, start: list, goal: list, heading_deg: float, below: list = [], above: list = []) -> None:
    """8 m by 6 m, walls 0.1 m inside the border; `below` and `above` are where walls stand out into it, from left to right."""
    scene(name, description,
          map={"wkt": wkt((0.1, 0.1), *below, (7.9, 0.1), *above, (7.9, 5.9), (0.1, 5.9))},
          simulation=STRIDE,
          profiles={"walker": CHARTED},
          goals={"goal": {"point": goal, "heading_deg": heading_deg, "exit": True}},
          agents=[{"profile": "walker", "position": start, "goal": "goal"}])


room("no_turn", "One person walks through an empty room: speeding up, walking, slowing down.", [1, 3], [7, 3], 0)
room("wide_turn", "Around the end of a low wall: a wide turn.", [1, 1], [7, 1], -30,
     below=[(3.85, 0.1), (3.85, 2.5), (4.15, 2.5), (4.15, 0.1)])
room("sharp_turn", "Around the end of a high wall close by: a sharp turn.", [2.5, 1], [5.5, 1], -90,
     below=[(3.95, 0.1), (3.95, 4.5), (4.05, 4.5), (4.05, 0.1)])
room("u_turn", "Along a wall, around its end and back on the other side.", [7, 1.8], [7, 4.2], 0,
     above=[(7.9, 2.95), (2.5, 2.95), (2.5, 3.05), (7.9, 3.05)])
scene("s_turn", "Between two walls, one from below, one from above: left, then right.",
      map={"wkt": wkt((0.1, 0.1), (2.65, 0.1), (2.65, 4), (2.75, 4), (2.75, 0.1), (7.9, 0.1), (7.9, 5.9), (5.35, 5.9),
                      (5.35, 2), (5.25, 2), (5.25, 5.9), (0.1, 5.9))},
      simulation=STRIDE,
      profiles={"walker": CHARTED},
      goals={"goal": {"point": [7, 5], "heading_deg": 60, "exit": True}},
      agents=[{"profile": "walker", "position": [1, 1], "goal": "goal"}])


def along(start: tuple, *stretches) -> list:
    """Corners of a line of (degrees, metres)."""
    points = [start]
    for degrees, length in stretches:
        x, y = points[-1]
        points.append((x + length * math.cos(math.radians(degrees)), y + length * math.sin(math.radians(degrees))))
    return points


def queue(ahead: int, spacing: float, start: list) -> list:
    """Walking already, one behind the other, along x."""
    return [{"profile": "walker", "position": rounded(start[0] + i * spacing, start[1]), "velocity": [1.36, 0], "goal": "goal"}
            for i in reversed(range(ahead))]


# The maps are those of `reproduce brogan2003`; a test compares them.
scene("library_exit",
      "Three people, one behind the other, walk out of a door and aside by 30°, without stopping.",
      map={"wkt": wkt((0, 0), (2.9, 0), (2.9, 3.3), (3.1, 3.3), (3.1, 0), (10, 0), (10, 8), (3.1, 8), (3.1, 4.7), (2.9, 4.7),
                      (2.9, 8), (0, 8))},
      simulation=STRIDE,
      profiles={"walker": CHARTED},
      goals={"goal": {"point": [6.8, 6.15], "heading_deg": 30, "speed": 1.36, "exit": True}},
      agents=queue(3, 1.1, [0.4, 4]))

# 2.4 m wide, 35° to the left; mitred at the bend.
axis = along((0, 0), (0, 5), (35, 4.6218))
mitre = 1.2 / math.cos(math.radians(17.5))
sides = [along(p, stretch)[1] for p, stretch in zip(axis, ((90, 1.2), (107.5, mitre), (125, 1.2)))]
mirrored = [(2 * p[0] - q[0], 2 * p[1] - q[1]) for p, q in zip(axis, sides)]
scene("hallway",
      "Three people, one behind the other, walk along a hallway that bends by 35°, without stopping.",
      map={"wkt": wkt(*mirrored, *reversed(sides))},
      simulation=STRIDE,
      profiles={"walker": CHARTED},
      goals={"goal": {"point": [8.3, 2.3107], "heading_deg": 35, "speed": 1.36, "exit": True}},
      agents=queue(3, 1.5, [0.5, 0]))

# A line before a counter, and eight of them.
scene("waiting_line",
      "Twelve people line up before a counter, from an empty line; each is served for 4 s and leaves, and those behind "
      "move up one after the other.",
      simulation={"dt": 0.1, "duration": 120, "seed": 1},
      profiles={"customer": {"pref_speed": {"normal": [1.34, 0.2, 0.9, 1.8]}}},
      goals={"counter": {"queue": {"line": [[0, 0], [-7.2, 0]], "service": 4}, "next": "out"},
             "out": {"point": [5, -6], "exit": True}},
      agents=[{"profile": "customer", "region": [[-20, -4], [-9, -4], [-9, 4], [-20, 4]], "count": 12, "min_spacing": 1,
               "goal": "counter"}])

DESKS = [3 + 2.5 * i for i in range(8)]
scene("airport_desks",
      "A hall with eight desks: 300 people come one after the other, take the shortest of eight lines, are served for "
      "12 s or so and go on between the desks.",
      map={"wkt": "POLYGON ((0 0, 24 0, 24 23, 0 23, 0 0), " + ", ".join(
          f"({x - 0.7:g} 18.5, {x + 0.7:g} 18.5, {x + 0.7:g} 19.3, {x - 0.7:g} 19.3, {x - 0.7:g} 18.5)" for x in DESKS) + ")"},
      simulation={"dt": 0.1, "duration": 900, "seed": 1},
      profiles={"passenger": {"pref_speed": {"normal": [1.3, 0.2, 0.8, 1.8]}}},
      goals={**{f"desk {i + 1}": {"queue": {"line": [[x, 18], [x, 8]], "service": {"log_normal": [12, 6, 3, 60]}},
                                  "next": "gates"} for i, x in enumerate(DESKS)},
             "desks": {"any": [f"desk {i + 1}" for i in range(len(DESKS))]},
             "gates": {"region": [[2, 22], [22, 22], [22, 22.8], [2, 22.8]], "exit": True}},
      sources=[{"profile": "passenger", "region": [[8, 0.5], [16, 0.5], [16, 2.5], [8, 2.5]], "goal": "desks",
                "gaps": {"exponential": [1.4, 0, 20]}, "max": 300}])

def follower(**settings) -> dict:
    """Somebody who walks behind others along one line: nothing but following decides its speed."""
    own = {key: settings.pop(key) for key in ("ttr", "standing_gap", "accel", "decel", "speed_noise", "overtake", "law")
           if key in settings}
    return {"model": "constant_velocity", "pref_speed": 1.33, "max_speed": 1.6, **settings,
            "intents": [{"method": "following", "overtake": "never", **own}]}


def leader(**script) -> dict:
    return {"model": "constant_velocity", "pref_speed": 1.33, "max_speed": 2, "intents": [{"method": "pacing", **script}]}


def behind(gaps: list, end: float, speed: float = 0) -> list:
    """A leader at 0 and followers so far behind each other, along x."""
    goal = {"point": [end, 0], "exit": True}
    agents = [{"profile": "leader", "position": [0, 0], "velocity": [speed, 0], "goal": goal}]
    at = 0.0
    for gap in gaps:
        at -= gap
        agents.append({"profile": "follower", "position": rounded(at, 0), "velocity": [speed, 0], "goal": goal})
    return agents


scene("follow_stable",
      "One person behind another who walks evenly for 10 s, brakes, stands for 5 s and walks on: the distance between them "
      "shrinks with the speed and is never less than 0.6 m.",
      simulation={"dt": 0.1, "duration": 60, "seed": 1},
      profiles={"leader": leader(brake_at=10, brake=1, stand=5), "follower": follower(speed_noise=0)},
      agents=behind([1.398], 30, 1.33))
scene("follow_jerky",
      "One person behind another whose speed changes in every step: the follower keeps more distance, and walks more evenly.",
      expect="unhealthy",  # the leader shivers: that is the point
      simulation={"dt": 0.1, "duration": 120, "seed": 1},
      profiles={"leader": {**leader(uneven=0.4), "pref_speed": 1.2, "max_speed": 4}, "follower": follower(speed_noise=0)},
      agents=behind([1.354], 72, 1.2))
scene("rect_signal",
      "Three people behind one who stands and walks for ten seconds each: they close up, stand, and set out one after the "
      "other.",
      simulation={"dt": 0.1, "duration": 120, "seed": 1},
      profiles={"leader": leader(period=20, uneven=0.1), "follower": follower(accel=1.5, decel=1.5)},
      agents=behind([1, 1, 1], 40))


def file_of(profile: str, people: int, spacing: float, y: float) -> list:
    return [{"profile": profile, "position": rounded(i * spacing, y), "goal": {"offset": [100000, 0]}} for i in range(people)]


scene("ring",
      "Twenty people in single file on a ring of 13 m, who start close together: waves of stopping and going travel against "
      "them. `ring_30_25` is a ring of thirty people and 25 m, and so on.",
      map={"periodic": [13, 0]},
      simulation={"dt": 0.1, "duration": 45, "seed": 1},
      profiles={"walker": follower(radius=0.15, pref_speed=1.2, ttr=0.5, standing_gap=0.05, accel=0.8)},
      agents=file_of("walker", 20, 0.35, 0))
scene("fd_sweep",
      "Five single files side by side, of 0.5, 1, 1.4, 1.8 and 2.2 people per metre: the denser, the slower.",
      map={"periodic": [20, 0]},
      simulation={"dt": 0.1, "duration": 60, "seed": 1},
      profiles={"walker": follower(radius=0.15, pref_speed=1.3, ttr=0.75, standing_gap=0.1)},
      agents=[entry for lane, density in enumerate((0.5, 1, 1.4, 1.8, 2.2))
              for entry in file_of("walker", round(20 * density), 1 / density, 3 * lane)])
scene("corridor_periodic",
      "A hundred and eighty people from rest in a corridor of 30 by 9 m that closes upon itself. The slow hold up the fast, who "
      "pass them where there is room.",
      map={"wkt": "MULTILINESTRING ((0 0, 30 0), (0 9, 30 9))", "periodic": [30, 0]},
      simulation={"dt": 0.1, "duration": 60, "seed": 1},
      profiles={"walker": {"model": "orca", "radius": 0.2, "pref_speed": {"uniform": [0.8, 1.6]}, "max_speed": 2,
                           "intents": [{"method": "following", "standing_gap": 0.1}]}},
      agents=[{"profile": "walker", "region": [[0, 0.3], [30, 0.3], [30, 8.7], [0, 8.7]], "count": 180, "min_spacing": 0.6,
               "goal": {"offset": [100000, 0]}}])
