"""The shared libraries show what the public headers declare, hide the rest, and the core needs nothing but threads."""

import argparse
import os
import pathlib
import re
import tempfile

from linked import check_core, needed, run


def main():
    arguments = argparse.ArgumentParser()
    for name in ("--source", "--libraries", "--compiler", "--compiler-id"):
        arguments.add_argument(name, required=True)
    arguments.add_argument("--flags", default="")
    options = arguments.parse_args()
    libraries = pathlib.Path(options.libraries)
    core, files, lab = (libraries / f"libsidestep_{name}.so" for name in ("core", "files", "lab"))

    shown = run("nm", "-D", "-C", "--defined-only", core)
    assert "sidestep::Simulation::step()" in shown and "sidestep::BuiltMap::from_outline" in shown
    # Built by Clang they show everything (cmake/folders.cmake).
    for hidden in () if options.compiler_id != "GNU" else ("fmt::v", "nlohmann", "sidestep::subdivide(", "sidestep::World::", "sidestep::CellOrder::"):
        found = [line for line in shown.splitlines() if re.search(r"^\S+ [A-Z] " + re.escape(hidden), line)]
        assert not found, f"{core.name} shows {found[:3]}"
    assert any(name.startswith("libsidestep_core.so") for name in needed(files)), needed(files)
    assert any(name.startswith("libsidestep_files.so") for name in needed(lab)), needed(lab)

    environment = {**os.environ, "LD_LIBRARY_PATH": str(libraries)}
    with tempfile.TemporaryDirectory() as directory:
        for example, links in (("minimal", ("files", "core")), ("embedded", ("core",))):
            program = pathlib.Path(directory) / example
            run(options.compiler, *options.flags.split(), "-std=c++20", f"-I{options.source}/include",
                f"{options.source}/examples/{example}/main.cpp", "-o", program, f"-L{libraries}",
                *(f"-lsidestep_{name}" for name in links))
            scene = [f"{options.source}/scenes/head_on.json"] if example == "minimal" else []
            assert run(program, *scene, env=environment)
        # An error thrown in one library is caught in a program.
        assert "absent.json" in run(pathlib.Path(directory) / "minimal", "absent.json", expect=2, env=environment)
        check_core(pathlib.Path(directory) / "embedded", env=environment)
    check_core(core, env=environment)


if __name__ == "__main__":
    main()
