#!/usr/bin/env python3
"""Writes steer_*.json, the cases of the steering benchmark. Run it in this folder.

Bodies have a radius of 0.5 m, as the benchmark wants. Models are compared on these scenes by `sidestep compare`, which puts
its own model into the profile; where no way leads straight to the goal, way points show it, so that avoidance is judged and
not planning.
"""

import json
import math
import pathlib

SPEED = 1.3
FAR = 12.0

# Overlap, jam or take longer than they have, with bodies of a metre under the model the scenes name.
UNHEALTHY = {"bottleneck_evacuation", "bottleneck_squeeze", "circle_10", "circle_50", "circle_100", "circle_500",
             "concentric_circles", "doorway_one_way", "doorway_two_way", "forest", "hallway_four_way", "hallway_two_way"}


def scene(name, description, agents, *, walls=(), floor="", goals=None, duration=60, profiles=None, sources=None):
    shapes = [f"LINESTRING ({', '.join(f'{x:g} {y:g}' for x, y in line)})" for line in walls]
    if floor:
        shapes.append(floor)
    document = {"sidestep": 1, "description": description + " Written by make_steerbench.py."}
    if name in UNHEALTHY:
        document["expect"] = "unhealthy"
    if shapes:
        document["map"] = {"wkt": shapes[0] if len(shapes) == 1 else f"GEOMETRYCOLLECTION ({', '.join(shapes)})"}
    document["simulation"] = {"dt": 0.1, "duration": duration, "seed": 1}
    walker = {"model": "orca", "radius": 0.5, "pref_speed": SPEED, "max_speed": 2.6}
    document["profiles"] = {key: {**walker, **more} for key, more in (profiles or {"walker": {}}).items()}
    if goals:
        document["goals"] = goals
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in document.items()]
    entries = ",\n".join("    " + json.dumps(agent) for agent in agents)
    pathlib.Path(f"steer_{name}.json").write_text("{\n" + "".join(lines) + '  "agents": [\n' + entries + "\n  ]\n}\n")


def rounded(*point):
    return [round(c, 3) + 0.0 for c in point]


def one(start, goal, profile="walker", **more):
    target = goal if isinstance(goal, str) else {"point": rounded(*goal), "exit": True}
    return {"profile": profile, "position": rounded(*start), "goal": target, "velocity": "to_goal", **more}


def many(count, x0, y0, x1, y1, goal, profile="walker", spacing=1.1):
    return {"profile": profile, "region": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], "count": count, "min_spacing": spacing,
            "goal": goal}


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]


def pillar(x, y, half=0.5):
    """A diamond: nobody meets its face squarely and gets caught there."""
    return [(x - half, y), (x, y - half), (x + half, y), (x, y + half), (x - half, y)]


def polar(angle, radius):
    return radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))


def towards(angle, distance=FAR, **more):
    """Somebody who passes the origin walking in this direction."""
    x, y = polar(angle, distance)
    return one((-x, -y), (x, y), **more)


def out(region):
    return {"region": region, "exit": True}


# Two who meet.
crossing = [one((9, 1), (-10, 1)), one((1, 10), (1, -10))]
scene("crossing", "Two paths cross at a right angle, both walkers at 1.3 m/s.", crossing)
scene("crossing_obstacle", "The same with a pillar just before the crossing, in the way of one of them.", crossing,
      walls=[pillar(4.2, 1.3, 0.8)])
scene("crossing_45", "Two paths cross at 45 degrees; both would be there at the same time.", [towards(0), towards(45)])
scene("crossing_135", "Two paths cross at 135 degrees.", [towards(0), towards(135)])
oncoming = [one((-FAR, 0.05), (FAR, 0.05)), one((FAR, -0.05), (-FAR, -0.05))]
scene("oncoming", "Two walk towards each other.", oncoming)
scene("oncoming_obstacle", "Two walk towards each other and meet beside a pillar.", oncoming, walls=[pillar(0, 1.2, 0.7)])
scene("similar_direction", "Two walk nearly the same way, and their paths cross at 20 degrees.",
      [towards(-10), towards(10, FAR + 0.6)])
pace = {"slow": {"pref_speed": 0.9}, "fast": {"pref_speed": 1.6}}
overtaking = [one((-6, 0.05), (20, 0.05), "slow"), one((-12, 0), (20, 0), "fast")]
scene("overtake", "A fast walker (1.6 m/s) comes up behind a slow one (0.9 m/s).", overtaking, profiles=pace)
scene("overtake_hallway", "The same in a hallway 3 m wide.", overtaking, profiles=pace,
      walls=[[(-15, -1.5), (25, -1.5)], [(-15, 1.5), (25, 1.5)]])

# Narrow places.
scene("squeeze", "Two meet in a hallway 2.6 m wide: there is room for both, but not much.", oncoming,
      walls=[[(-14, -1.3), (14, -1.3)], [(-14, 1.3), (14, 1.3)]])
scene("double_squeeze", "Two pairs, one behind the other, meet in a hallway 2.6 m wide.",
      oncoming + [one((-FAR - 2, -0.1), (FAR + 2, -0.1)), one((FAR + 2, 0.1), (-FAR - 2, 0.1))],
      walls=[[(-16, -1.3), (16, -1.3)], [(-16, 1.3), (16, 1.3)]])
DOOR = [[(0, -8), (0, -0.8)], [(0, 0.8), (0, 8)]]
DOOR_GOALS = {"door_east": {"region": [[-1.4, -0.4], [-0.6, -0.4], [-0.6, 0.4], [-1.4, 0.4]], "next": "through_east"},
              "through_east": {"region": [[1, -1.5], [2, -1.5], [2, 1.5], [1, 1.5]], "next": "east"},
              "east": out([[10, -6], [12, -6], [12, 6], [10, 6]]),
              "door_west": {"region": [[0.6, -0.4], [1.4, -0.4], [1.4, 0.4], [0.6, 0.4]], "next": "through_west"},
              "through_west": {"region": [[-2, -1.5], [-1, -1.5], [-1, 1.5], [-2, 1.5]], "next": "west"},
              "west": out([[-12, -6], [-10, -6], [-10, 6], [-12, 6]])}


def used(names):
    return {name: DOOR_GOALS[name] for name in names}


scene("doorway_one_way", "Ten go through a door 1.6 m wide, one way.", [many(10, -8, -4, -3, 4, "door_east", spacing=1.2)],
      walls=DOOR, goals=used(["door_east", "through_east", "east"]), duration=120)
scene("doorway_two_way", "Five from each side go through a door 1.6 m wide.",
      [many(5, -8, -4, -3, 4, "door_east", spacing=1.2), many(5, 3, -4, 8, 4, "door_west", spacing=1.2)],
      walls=DOOR, goals=DOOR_GOALS, duration=120)
scene("surprise", "Somebody steps out of a passage hidden by walls, in front of another.",
      [one((-10, 0), (10, 0)), one((0, -9), (0, 9))],
      walls=[[(-12, -1.5), (-1.2, -1.5), (-1.2, -10)], [(12, -1.5), (1.2, -1.5), (1.2, -10)]])
scene("cut_across", "One cuts across the path of eight who walk together.",
      [one((-FAR - 1.3 * (i // 2), (i % 2) * 1.4 - 0.7), (FAR, (i % 2) * 1.4 - 0.7)) for i in range(8)]
      + [one((-1.5, 8), (1.5, -8))])

# More than two.
scene("confusion_3", "Three meet in one point.", [towards(a) for a in (0, 120, 240)])
scene("confusion_4", "Four meet in one point.", [towards(a) for a in (0, 90, 180, 270)])
scene("confusion_4_obstacle", "Four meet around a pillar.", [towards(a + 7) for a in (0, 90, 180, 270)],
      walls=[pillar(0, 0, 0.6)])
street = []
for lane, y in enumerate((-4.5, -1.5, 1.5, 4.5)):
    way = 1 if lane % 2 == 0 else -1
    street += [one((way * (-14 - 2.6 * k) + 0.4 * lane, y), (way * 20, y)) for k in range(6)]
scene("frogger", "One crosses a street of four files of people.", street + [one((-3, -9), (-3, 9))], duration=90)

# Crowds.
HALL = [[(-40, -5), (40, -5)], [(-40, 5), (40, 5)]]
EAST, WEST = out([[36, -5], [38, -5], [38, 5], [36, 5]]), out([[-38, -5], [-36, -5], [-36, 5], [-38, 5]])
scene("hallway_one_way", "Two hundred walk along a hallway 10 m wide.", [many(200, -39, -4.4, 10, 4.4, "east")], walls=HALL,
      goals={"east": EAST}, duration=150)
scene("hallway_two_way", "A hundred from each end walk along a hallway 10 m wide.",
      [many(100, -34, -4.4, -12, 4.4, "east"), many(100, 12, -4.4, 34, 4.4, "west")], walls=HALL,
      goals={"east": EAST, "west": WEST}, duration=200)
CORNERS = [[(sx * 45, sy * 6), (sx * 6, sy * 6), (sx * 6, sy * 45)] for sx in (-1, 1) for sy in (-1, 1)]
scene("hallway_four_way", "A hundred from each of four hallways meet where these cross.",
      [many(100, -40, -5.4, -14, 5.4, "east"), many(100, 14, -5.4, 40, 5.4, "west"),
       many(100, -5.4, -40, 5.4, -14, "north"), many(100, -5.4, 14, 5.4, 40, "south")], walls=CORNERS,
      goals={"east": out([[40, -6], [42, -6], [42, 6], [40, 6]]), "west": out([[-42, -6], [-40, -6], [-40, 6], [-42, 6]]),
             "north": out([[-6, 40], [6, 40], [6, 42], [-6, 42]]), "south": out([[-6, -42], [6, -42], [6, -40], [-6, -40]])},
      duration=300)
scene("bottleneck_squeeze", "A thousand squeeze from a field into a passage 8 m wide.",
      [many(1000, -60, -20, -6, 20, "mouth", spacing=1.15)],
      walls=[[(-64, -24), (-4, -24), (0, -4), (20, -4)], [(-64, 24), (-4, 24), (0, 4), (20, 4)]],
      goals={"mouth": {"region": [[0, -3], [1, -3], [1, 3], [0, 3]], "next": "end"}, "end": out([[16, -4], [18, -4], [18, 4], [16, 4]])},
      duration=400)
scene("bottleneck_evacuation", "Two hundred leave a room of 24 by 24 m through a door 2.4 m wide.",
      [many(200, 1, 1, 20, 23, "door", spacing=1.15)],
      walls=[[(24, 13.2), (24, 24), (0, 24), (0, 0), (24, 0), (24, 10.8)]],
      goals={"door": {"region": [[23.2, 11.6], [23.6, 11.6], [23.6, 12.4], [23.2, 12.4]], "next": "street"},
             "street": out([[30, 6], [32, 6], [32, 18], [30, 18]])}, duration=300)
trees = [pillar(6 * i + 1.5 * ((i * 7 + j * 3) % 3 - 1), 6 * j + 1.5 * ((i * 5 + j * 11) % 3 - 1), 0.6)
         for i in range(-6, 7) for j in range(-6, 7)]
rim = 40
scene("forest", "Five hundred cross a wood of 169 trees from all four sides.",
      [many(125, -60, -36, -45, 36, {"offset": [100, 0], "exit": True}), many(125, 45, -36, 60, 36, {"offset": [-100, 0], "exit": True}),
       many(125, -36, -60, 36, -45, {"offset": [0, 100], "exit": True}), many(125, -36, 45, 36, 60, {"offset": [0, -100], "exit": True})],
      walls=trees, duration=300)
blocks = [box(14 * i + 3, 14 * j + 3, 14 * i + 11, 14 * j + 11) for i in range(-2, 2) for j in range(-2, 2)]
streets = [-28, -14, 0, 14, 28]
urban = []
for k in range(25):
    lane = streets[k % 5] + (k % 3 - 1) * 1.4
    urban.append(one((-32 - 1.5 * (k // 5), lane), (34, lane)))
    urban.append(one((lane + 0.2, 32 + 1.5 * (k // 5)), (lane + 0.2, -34)))
scene("urban", "Fifty walk the streets between sixteen blocks, along and across.", urban, walls=blocks, duration=150)
for count in (10, 50, 100, 500):
    radius = max(8, 1.3 * count / (2 * math.pi))
    scene(f"circle_{count}", f"{count} on a circle of {radius:.1f} m radius walk to the opposite side.",
          [towards(360 * i / count + 70 / count * math.sin(i) / 10, radius) for i in range(count)], duration=max(60, radius * 5))
scene("concentric_circles", "Ten on a small and twenty on a large circle walk to the opposite sides.",
      [towards(36 * i, 8) for i in range(10)] + [towards(18 * i + 9, 12) for i in range(20)], duration=90)
scene("fan_in", "Twenty on an arc walk to one gate 4 m wide.",
      [one(polar(90 + 180 * (i + 0.5) / 20, 15), (6, 0.2 * (i - 9.5))) for i in range(20)], duration=90)
scene("fan_out", "Twenty who stand together walk to as many places on an arc.",
      [one((-6 - 1.3 * (i // 4), 1.3 * (i % 4) - 1.95), polar(-60 + 120 * (i * 7 % 20 + 0.5) / 20, 15)) for i in range(20)], duration=90)
bends = [(-10, -4), (-4, 3), (4, -3), (10, 4)]
chain = {}
for way, points in (("there", bends), ("back", bends[::-1])):
    for i, point in enumerate(points):
        last = i == len(points) - 1
        chain[f"{way}_{i}"] = {"point": list(point), **({"exit": True} if last else {"next": f"{way}_{i + 1}"})}
scene("curves", "Two who follow a winding path meet halfway.", [one((-14, -6), "there_0"), one((14, 6), "back_0")], goals=chain,
      profiles={"walker": {"goal_radius": 1}})
