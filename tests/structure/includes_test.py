"""A folder of src/ includes only the folders it lists in CMakeLists.txt, and lists only folders above it.

That keeps the data flow one-way: analysis cannot peek at the world, a model cannot call the route planner. A public
header belongs to the folder that names it under HEADERS: it may include what that folder may, and a folder may include
it where it may include its owner.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
problems = []

uses = {}
owner = {}
for match in re.finditer(r"^sidestep_folder\((.*?)\)", (root / "CMakeLists.txt").read_text(), re.M | re.S):
    words = match[1].split()
    name, listed, keyword = words[0], [], ""
    for word in words[1:]:
        if word in ("HEADERS", "USES", "LIBRARIES", "INCLUDES"):
            keyword = word
        elif keyword == "USES":
            listed.append(word)
        elif keyword == "HEADERS":
            if word in owner:
                problems.append(f"CMakeLists.txt: {word}.h belongs to {owner[word]} and to {name}")
            owner[word] = name
    for word in listed:
        if word not in uses:
            problems.append(f"CMakeLists.txt: {name} uses {word}, which does not stand above it")
    uses[name] = listed
if "base" not in uses or "simulation" not in uses:
    sys.exit("CMakeLists.txt: the sidestep_folder lines were not found")
public = {file.stem for file in (root / "include/sidestep").glob("*.h")}
for header in sorted(public ^ owner.keys()):
    problems.append(f"CMakeLists.txt: {header}.h " + ("belongs to no folder" if header in public else "does not exist"))


def check(file, folder):
    """What a file of this folder includes is its own, or that of a folder it lists."""
    allowed = {folder, *uses[folder]}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        include = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
        if not include:
            continue
        place = f"{file.relative_to(root)}:{number}"
        first, _, rest = include[1].partition("/")
        whose = owner.get(rest.removesuffix(".h")) if first == "sidestep" else first if rest and first in uses else None
        if whose and whose not in allowed:
            problems.append(f"{place}: {folder} may not include {include[1]} of {whose} (it uses {uses[folder]})")
        elif ".." in include[1]:
            problems.append(f"{place}: includes start at src/ or include/, not with ..")


for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
    if folder.name not in uses:
        if any(folder.rglob("*.cpp")):
            problems.append(f"src/{folder.name} is not listed in CMakeLists.txt")
        continue
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".h", ".cpp", ".inl"):
            check(file, folder.name)
for header, folder in sorted(owner.items()):
    if header in public:
        check(root / f"include/sidestep/{header}.h", folder)

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
