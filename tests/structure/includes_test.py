"""A folder of src/ includes only the folders it lists in CMakeLists.txt, and lists only folders above it.

That keeps the data flow one-way: analysis cannot peek at the world, a model cannot call the route planner.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
problems = []

uses = {}
for match in re.finditer(r"^sidestep_folder\((.*?)\)", (root / "CMakeLists.txt").read_text(), re.M | re.S):
    words = match[1].split()
    listed, keyword = [], ""
    for word in words[1:]:
        if word in ("USES", "LIBRARIES", "INCLUDES"):
            keyword = word
        elif keyword == "USES":
            listed.append(word)
    for word in listed:
        if word not in uses:
            problems.append(f"CMakeLists.txt: {words[0]} uses {word}, which does not stand above it")
    uses[words[0]] = listed
if "base" not in uses or "simulation" not in uses:
    sys.exit("CMakeLists.txt: the sidestep_folder lines were not found")

for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
    if folder.name not in uses:
        if any(folder.rglob("*.cpp")):
            problems.append(f"src/{folder.name} is not listed in CMakeLists.txt")
        continue
    allowed = {folder.name, *uses[folder.name]}
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".h", ".cpp", ".inl"):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
            if not include:
                continue
            place = f"{file.relative_to(root)}:{number}"
            first = include[1].split("/")[0]
            if first in uses and "/" in include[1] and first not in allowed:
                problems.append(f"{place}: {folder.name} may not include {include[1]} (it uses {uses[folder.name]})")
            elif ".." in include[1]:
                problems.append(f"{place}: includes start at src/ or include/, not with ..")

# The command lives on what every other program gets, plus the papers' experiments, which are nobody else's business.
for file in sorted((root / "apps").rglob("*.[hc]*")):
    if file.suffix not in (".h", ".cpp"):
        continue
    for number, line in enumerate(file.read_text().splitlines(), 1):
        include = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        first = include[1].split("/")[0] if include else ""
        if first in uses and first != "reproduce":
            problems.append(f"{file.relative_to(root)}:{number}: the command uses the public headers, not {include[1]}")

sys.exit("\n".join(problems) or 0)
