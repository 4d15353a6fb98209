"""Two files of one program may not define a type of the same name in the same namespace.

No compiler sees it: the linker keeps one of the two destructors for both.
"""

import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
defined = collections.defaultdict(set)
for folder in ("src", "include", "apps"):
    for file in sorted((root / folder).rglob("*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        spaces = []
        for line in file.read_text().splitlines():
            opened = re.match(r"namespace ?(?:SIDESTEP_EXPORT )?([\w:]*) \{", line)
            if opened:
                spaces += opened[1].split("::") if opened[1] else [file]  # without a name: the file's own
                depth = len(opened[1].split("::"))
                spaces.append(depth)
            elif line.startswith("}  // namespace") and spaces:
                del spaces[-1 - spaces[-1]:]
            # Nested definitions are indented or qualified; declarations end in a semicolon.
            named = re.match(r"(?:struct|class|union|enum class|enum) (?:alignas\(\w+\) )?(\w+)\b(?!::|<)[^;]*\{", line)
            if named:
                defined[(*(s for s in spaces if not isinstance(s, int)), named[1])].add(str(file.relative_to(root)))

if len(defined) < 100:
    sys.exit("the definitions were not found")
problems = [f"{'::'.join(map(str, name))} is defined in {' and in '.join(sorted(files))}"
            for name, files in sorted(defined.items(), key=lambda item: item[0][-1]) if len(files) > 1]
if problems:
    sys.exit("\n".join(problems))
