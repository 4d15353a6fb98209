#!/usr/bin/env python3
"""Writes the scenes whose agents stand at computed places: circle_antipodal_{10,100,1000}. Run it in this folder.

Everybody on a circle wants to be on the opposite side. The same bytes come out everywhere: coordinates are rounded to
0.1 mm, which also breaks the exact symmetry that would let everybody meet in one point.
"""

import json
import math
import pathlib

SPACING = 0.7  # m along the circle, where it is larger than the smallest one
SMALLEST = 8.0  # m


def circle(count: int, duration: float) -> str:
    radius = max(SMALLEST, SPACING * count / (2 * math.pi))
    head = {
        "sidestep": 1,
        "description": f"{count} people on a circle of {radius:.1f} m radius, each walking to the opposite side: everybody "
                       "meets everybody in the middle. Written by make_scenes.py.",
        "simulation": {"dt": 0.1, "duration": duration, "seed": 1},
        "profiles": {"walker": {"model": "predictive", "radius": 0.25, "pref_speed": 1.33, "max_speed": 2}},
    }
    agents = []
    for i in range(count):
        angle = 2 * math.pi * i / count
        x, y = (round(radius * part, 4) + 0.0 for part in (math.cos(angle), math.sin(angle)))
        agents.append({"profile": "walker", "position": [x, y], "goal": {"point": [0.0 - x, 0.0 - y], "exit": True}})
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    entries = ",\n".join("    " + json.dumps(agent) for agent in agents)
    return "{\n" + "".join(lines) + '  "agents": [\n' + entries + "\n  ]\n}\n"


for people, seconds in ((10, 60), (100, 120), (1000, 600)):
    pathlib.Path(f"circle_antipodal_{people}.json").write_text(circle(people, seconds))
