"""Links inside the repository resolve, prose is wrapped, and no file carries what belongs to one person's machine or to a
notebook."""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])


def files():
    done = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True)
    if done.returncode == 0 and done.stdout:
        return [root / name for name in done.stdout.split("\0") if name and (root / name).is_file()]
    skipped = {"build", "results", ".git", "node_modules", ".cache"}
    return [p for p in root.rglob("*") if p.is_file() and p.relative_to(root).parts[0] not in skipped]


def anchors(text):
    """GitHub's rule: lower case, punctuation dropped, blanks to hyphens."""
    headings = re.findall(r"^#+ +(.*?)\s*$", re.sub(r"```.*?```", "", text, flags=re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


# Split, so that this file does not find itself.
FORBIDDEN = [("/wo" + "rk/", "a path of one machine"), ("/ro" + "ot/", "a path of one machine"),
             ("/ho" + "me/", "a path of one machine"), ("TO" + "DO", "an intention: open an issue"),
             ("FIX" + "ME", "an intention: open an issue")]

problems = []
for file in files():
    try:
        text = file.read_text()
    except UnicodeDecodeError:
        continue
    name = file.relative_to(root)
    for number, line in enumerate(text.splitlines(), 1):
        for word, why in FORBIDDEN:
            if word in line:
                problems.append(f"{name}:{number}: \"{word}\" is {why}")
    if file.suffix != ".md":
        continue
    prose = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), text, flags=re.S)
    for number, line in enumerate(prose.splitlines(), 1):
        # A row of a table, a picture, one long link or one long command cannot be broken.
        words = re.sub(r"`[^`]*`", "", line).split()
        if len(line) > 120 and not line.lstrip().startswith(("|", "![")) and len(words) > 1:
            problems.append(f"{name}:{number}: {len(line)} columns; prose is wrapped at 120")
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (file.parent / path).resolve() if path else file
        if not linked.exists():
            problems.append(f"{name}: the link {target} leads nowhere")
        elif anchor and linked.suffix == ".md" and anchor not in anchors(linked.read_text()):
            problems.append(f"{name}: {path or name} has no heading #{anchor}")
sys.exit("\n".join(problems) or 0)
