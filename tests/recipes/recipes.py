"""Writes the program of all recipes of docs/embedding.md: usage: recipes.py PAGE OUT.cpp"""

import pathlib
import re
import sys

page, out = map(pathlib.Path, sys.argv[1:])
section = page.read_text().split("## Recipes")[1].split("\n## ")[0]
recipes = re.findall(r"(?:\*\*(.+?)\*\*[^\n]*\n\n)?```cpp\n(.*?)```", section, re.S)
assert len(recipes) > 5, "docs/embedding.md has lost its recipes"
text = """// Made from docs/embedding.md.
#include <sidestep/map.h>
#include <sidestep/metric.h>
#include <sidestep/run.h>
#include <sidestep/simulation.h>
#include <sidestep/study.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

using namespace sidestep;

namespace {

void require(bool holds) {
    if (!holds) throw std::runtime_error("does not come out as it says");
}

"""
calls = ""
for number, (title, body) in enumerate(recipes):
    if not title:
        text += body + "\n"
        continue
    text += f"void recipe_{number}() {{\n{body}}}\n\n"
    calls += f'    failed += tried("{title}", recipe_{number});\n'
text += """int tried(const char* title, void (*recipe)()) {
    try {
        recipe();
        return 0;
    } catch (const std::exception& error) {
        std::printf("%s: %s\\n", title, error.what());
        return 1;
    }
}

}  // namespace

int main() {
    int failed = 0;
""" + calls + "    return failed;\n}\n"
out.write_text(text)
