#!/usr/bin/env python3
"""Writes the scenes with rooms, streets and doors, where people plan their way. Run it in this folder.

notch_room, indoor_doors, three_exits, station, town, city_prague (docs/routes.md). The same bytes come out everywhere.
"""

import json
import pathlib


def scene(name: str, description: str, **parts) -> None:
    """One line per part, lists and tables one line per entry."""
    whole = {"sidestep": 1, "description": description + " Written by make_maps.py.", **parts}
    lines = []
    for key, value in whole.items():
        if key in ("agents", "profiles", "goals", "doors", "events", "sources", "regions"):
            table = isinstance(value, dict)
            pairs = value.items() if table else ((None, entry) for entry in value)
            inner = ",\n".join("    " + (f"{json.dumps(k)}: " if k else "") + json.dumps(v) for k, v in pairs)
            lines.append(f"  {json.dumps(key)}: {'{' if table else '['}\n{inner}\n  {'}' if table else ']'}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    pathlib.Path(f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


class Dice:
    """Numbers in [0, 1) that are the same in every version of the language (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def unit(self) -> float:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9e3779b97f4a7c15) & mask
        z = self.state
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9 & mask
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb & mask
        return ((z ^ (z >> 31)) >> 11) * 2.0 ** -53

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.unit()


def number(value: float) -> str:
    return f"{round(value, 2):g}"


def ring(points) -> str:
    points = list(points)
    return "(" + ", ".join(f"{number(x)} {number(y)}" for x, y in points + points[:1]) + ")"


def box(x0, y0, x1, y1) -> list:
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def line(*points) -> str:
    return "(" + ", ".join(f"{number(x)} {number(y)}" for x, y in points) + ")"


def rooms(outer, walls) -> str:
    """A floor with thin walls in it."""
    return f"GEOMETRYCOLLECTION (POLYGON ({ring(outer)}), MULTILINESTRING ({', '.join(line(*w) for w in walls)}))"


WALKER = {"model": "orca", "radius": 0.25, "pref_speed": {"normal": [1.34, 0.2, 0.9, 1.8]}, "route": "hierarchical"}

scene("notch_room",
      "A room with a notch that leaves a passage of 3 m: twenty people plan their way around its tip.",
      map={"wkt": f"POLYGON ({ring([(0, 0), (10, 0), (10, 10), (6, 10), (5, 3), (4, 10), (0, 10)])})"},
      simulation={"dt": 0.1, "duration": 60, "seed": 1, "contacts": "project"},
      profiles={"walker": {**WALKER, "route": "flat"}},
      goals={"right": {"region": box(7, 8, 9.5, 9.5), "exit": True}},
      agents=[{"profile": "walker", "region": box(0.5, 2, 3.5, 9), "count": 20, "goal": "right"}])

# A corridor from west to east with four rooms on either side; every room has a door to the corridor, and neighbours
# have a door between them.
WIDTH, DEPTH, CORRIDOR, DOOR = 8.0, 7.0, 3.0, 1.2


def office() -> tuple:
    walls, doors, areas = [], {}, {}
    length = 4 * WIDTH
    for side, wall, back in (("south", 0.0, -DEPTH), ("north", CORRIDOR, CORRIDOR + DEPTH)):
        at = 0.0
        for i in range(4):
            middle = WIDTH * (i + 0.5)
            walls.append(((at, wall), (middle - DOOR / 2, wall)))
            doors[f"{side}_{i + 1}"] = {"segment": [[middle - DOOR / 2, wall], [middle + DOOR / 2, wall]]}
            at = middle + DOOR / 2
            low, high = sorted((wall, back))
            areas[f"{side}_{i + 1}"] = box(WIDTH * i + 0.5, low + 0.5, WIDTH * (i + 1) - 0.5, high - 0.5)
            if i > 0:
                x, inner = WIDTH * i, (wall + back) / 2
                walls.append(((x, low), (x, inner - DOOR / 2)))
                walls.append(((x, inner + DOOR / 2), (x, high)))
                doors[f"{side}_{i}_{i + 1}"] = {"segment": [[x, inner - DOOR / 2], [x, inner + DOOR / 2]]}
        walls.append(((at, wall), (length, wall)))
    outer = [(-4, 0), (0, 0), (0, -DEPTH), (length, -DEPTH), (length, 0), (length + 4, 0), (length + 4, CORRIDOR),
             (length, CORRIDOR), (length, CORRIDOR + DEPTH), (0, CORRIDOR + DEPTH), (0, CORRIDOR), (-4, CORRIDOR)]
    doors["west"] = {"segment": [[0, 0], [0, CORRIDOR]]}
    doors["east"] = {"segment": [[length, 0], [length, CORRIDOR]]}
    return rooms(outer, walls), doors, areas


wkt, doors, areas = office()
doors["north_3_4"]["closed"] = True
scene("indoor_doors",
      "Eight rooms on a corridor, 96 people who leave by the nearest way out. Doors close on the way: the western way out "
      "after 6 s, two rooms' doors to the corridor after 3 s (one room has another way, the other waits until 30 s).",
      map={"wkt": wkt},
      simulation={"dt": 0.1, "duration": 120, "seed": 1, "contacts": "project"},
      profiles={"walker": {**WALKER, "model": "predictive", "max_speed": 2.4}},
      doors=doors,
      events=[{"time": 3, "close": "south_2"}, {"time": 3, "close": "north_4"}, {"time": 6, "close": "west"},
              {"time": 30, "open": "north_4"}],
      goals={"west": {"region": box(-3.5, 0.3, -2.5, CORRIDOR - 0.3), "exit": True},
             "east": {"region": box(4 * WIDTH + 2.5, 0.3, 4 * WIDTH + 3.5, CORRIDOR - 0.3), "exit": True},
             "out": {"any": ["west", "east"]}},
      agents=[{"profile": "walker", "region": area, "count": 12, "min_spacing": 0.8, "goal": "out",
               "start_delay": {"uniform": [0, 2]}} for area in areas.values()])

# A hall with three ways out of different width.
hall = [(0, 0), (9, 0), (9, -3), (12, -3), (12, 0), (30, 0), (30, 8), (33, 8), (33, 12), (30, 12), (30, 20), (16, 20), (16, 23),
        (14, 23), (14, 20), (0, 20)]
scene("three_exits",
      "A hall with three exits; 240 people choose the one that is nearest to walk to, around a stage in the middle.",
      map={"wkt": f"POLYGON ({ring(hall)}, {ring(box(10, 6, 20, 13))})"},
      simulation={"dt": 0.1, "duration": 90, "seed": 1, "contacts": "project"},
      profiles={"visitor": WALKER},
      goals={"south": {"region": box(9.3, -3, 11.7, -2), "exit": True}, "east": {"region": box(32, 8.3, 33, 11.7), "exit": True},
             "north": {"region": box(14.3, 22, 15.7, 23), "exit": True}, "out": {"any": ["south", "east", "north"]}},
      agents=[{"profile": "visitor", "region": box(0.5, 0.5, 29.5, 19.5), "count": 240, "min_spacing": 0.7, "goal": "out",
               "start_delay": {"uniform": [0, 3]}}])

# Two platforms: stairs lead from the near one to a passage, a way around it from the far one; the passage leads to the
# square.
def station() -> str:
    outline = [(34, 6), (34, 0), (46, 0), (46, 6), (80, 6), (80, 14), (61, 14), (61, 20), (80, 20), (80, 26), (0, 26),
               (0, 20), (18, 20), (18, 14), (-3, 14), (-3, 34), (80, 34), (80, 40), (-6, 40), (-6, 6)]
    hole = [(21, 14), (58, 14), (58, 20), (21, 20)]
    return f"POLYGON ({ring(outline)}, {ring(hole)})"


scene("station",
      "A train arrives on either platform of a station; passengers leave by stairs, on which they are half as fast, through the "
      "passage to the square, shortly after others came to wait for the next.",
      map={"wkt": station()},
      simulation={"dt": 0.1, "duration": 240, "seed": 1, "contacts": "project"},
      profiles={"passenger": {**WALKER, "model": "predictive", "route": {"method": "hierarchical", "spread": 0.08}},
                "late": {**WALKER, "model": "predictive", "pref_speed": 1.7, "route": {"method": "hierarchical", "replan": 3}}},
      goals={"square": {"region": box(35, 0, 45, 1), "exit": True}, "near": {"region": box(20, 24.5, 70, 25.8), "exit": True},
             "far": {"region": box(10, 38.5, 70, 39.8), "exit": True}},
      regions=[{"polygon": box(18, 14, 21, 20), "speed_factor": 0.5}, {"polygon": box(58, 14, 61, 20), "speed_factor": 0.5},
               {"polygon": box(-6, 18, -3, 30), "speed_factor": 0.5}],
      agents=[{"profile": "passenger", "region": box(2, 21, 78, 24), "count": 80, "goal": "square", "start_delay": {"uniform": [25, 50]}},
              {"profile": "passenger", "region": box(2, 35, 60, 38), "count": 50, "goal": "square", "start_delay": {"uniform": [40, 70]}},
              {"profile": "late", "region": box(35, 2, 45, 6), "count": 20, "goal": "near"},
              {"profile": "late", "region": box(22, 7, 33, 13), "count": 10, "goal": "far"}])

# Eight by eight plots without the four in the middle: sixty buildings around a market place.
PLOT, STREET = 34.0, 9.0


def town() -> str:
    dice = Dice(2004)
    holes = []
    for j in range(8):
        for i in range(8):
            x0, y0 = i * PLOT + STREET, j * PLOT + STREET
            x1, y1 = x0 + PLOT - STREET, y0 + PLOT - STREET
            inset = [dice.between(0, 3.5) for _ in range(4)]
            shape = dice.unit()
            cut_x, cut_y = dice.between(0.35, 0.65), dice.between(0.35, 0.65)
            lean = dice.between(-1.5, 1.5)
            if i in (3, 4) and j in (3, 4):
                continue
            x0, y0, x1, y1 = x0 + inset[0], y0 + inset[1], x1 - inset[2], y1 - inset[3]
            mx, my = x0 + (x1 - x0) * cut_x, y0 + (y1 - y0) * cut_y
            if shape < 0.3:  # an L
                corners = [(x0, y0), (x1, y0), (x1, my), (mx, my), (mx, y1), (x0, y1)]
            elif shape < 0.45:  # a U around a court
                corners = [(x0, y0), (x1, y0), (x1, y1), (mx + 4, y1), (mx + 4, my), (mx - 4, my), (mx - 4, y1), (x0, y1)]
            elif shape < 0.6:  # a slanted front
                corners = [(x0, y0 + lean), (x1, y0 - lean), (x1, y1), (x0, y1)]
            else:
                corners = box(x0, y0, x1, y1)
            holes.append(ring(corners))
    side = 8 * PLOT + STREET
    return f"POLYGON ({ring(box(0, 0, side, side))}, {', '.join(holes)})"


SIDE = 8 * PLOT + STREET
MIDDLE = SIDE / 2
crowd = {"profile": "citizen", "region": box(1, 1, SIDE - 1, SIDE - 1), "min_spacing": 0.8, "start_delay": {"uniform": [0, 10]}}
scene("town",
      "1,000 people in a town of sixty buildings: to the market place, to one of four gates, or to the gate that is nearest.",
      map={"wkt": town()},
      simulation={"dt": 0.1, "duration": 420, "seed": 1},
      record={"every": 2},
      profiles={"citizen": {**WALKER, "route": {"method": "hierarchical", "spread": 0.1}}},
      goals={"market": {"region": box(MIDDLE - 12, MIDDLE - 12, MIDDLE + 12, MIDDLE + 12), "exit": True},
             "west": {"region": box(0, MIDDLE - 14, 2, MIDDLE + 14), "exit": True},
             "east": {"region": box(SIDE - 2, MIDDLE - 14, SIDE, MIDDLE + 14), "exit": True},
             "south": {"region": box(MIDDLE - 14, 0, MIDDLE + 14, 2), "exit": True},
             "north": {"region": box(MIDDLE - 14, SIDE - 2, MIDDLE + 14, SIDE), "exit": True},
             "out": {"any": ["west", "east", "south", "north"]}},
      agents=[{**crowd, "count": 250, "goal": "market", "group": "to the market"},
              {**crowd, "count": 125, "goal": "west", "group": "to the west gate"},
              {**crowd, "count": 125, "goal": "east", "group": "to the east gate"},
              {**crowd, "count": 125, "goal": "south", "group": "to the south gate"},
              {**crowd, "count": 125, "goal": "north", "group": "to the north gate"},
              {**crowd, "count": 250, "goal": "out", "group": "to the nearest gate"}])

PRAGUE = (-791, -877, 964, 894)
scene("city_prague",
      "20,000 people walk about the centre of Prague (map of the recordings folder), each planned for anew every 5 s and when it "
      "is held up. Places are drawn from the whole map: a few people start in yards that are too narrow for them to leave.",
      expect="unhealthy",
      map={"file": "data:maps/cities/prague1m.wkt"},
      simulation={"dt": 0.1, "duration": 60, "seed": 1},
      record={"every": 10},
      profiles={"citizen": {"model": "orca", "radius": 0.25, "pref_speed": 1.34, "max_speed": 2, "route": "hierarchical"}},
      goals={"anywhere": {"region": box(*PRAGUE), "wander": True}},
      agents=[{"profile": "citizen", "region": box(*PRAGUE), "count": 20000, "goal": "anywhere"}])
