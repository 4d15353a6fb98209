"""The installed package is enough, wherever it is moved to: no header, library or scene is taken from the source or
build tree, and a program that uses the core links nothing but threads."""

import argparse
import os
import pathlib
import shutil
import tempfile

from linked import check_core, run


def check_no_paths(prefix, *paths):
    """What is installed says nothing about the machine it was built on."""
    files = [*prefix.rglob("*.cmake"), *prefix.rglob("*.pc")]
    assert len([f for f in files if f.suffix == ".pc"]) == 3, files
    for file in files:
        text = file.read_text()
        for path in [*paths, "/usr/", "/lib/x86_64"]:
            assert path not in text, f"{file} names {path}"


def build_example(options, name, prefix, build):
    run(options.cmake, "-S", pathlib.Path(options.source) / "examples" / name, "-B", build,
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_CXX_FLAGS={options.flags}")
    cache = (build / "CMakeCache.txt").read_text()
    assert f"sidestep_DIR:PATH={prefix}" in cache, "find_package took another installation"
    run(options.cmake, "--build", build)
    return build / name, cache


def check_pkg_config(options, prefix, root):
    if not shutil.which("pkg-config"):
        print("pkg-config is not here: its files are not tried")
        return
    folder = next(prefix.glob("lib*/**/sidestep-core.pc")).parent
    environment = {**os.environ, "PKG_CONFIG_PATH": str(folder)}
    flags = run("pkg-config", "--cflags", "--libs", "sidestep-core", env=environment).split()
    assert any(str(prefix) in flag or ".." in flag for flag in flags), flags
    program = root / "by_pkg_config"
    run(options.compiler, *options.flags.split(), "-std=c++20",
        pathlib.Path(options.source) / "examples/embedded/main.cpp", "-o", program, *flags)
    run(program, env={**os.environ, "LD_LIBRARY_PATH": str(folder.parent)})
    for library in ("files", "lab"):
        assert "-lsidestep_core" in run("pkg-config", "--libs", f"sidestep-{library}", env=environment)


def main():
    arguments = argparse.ArgumentParser()
    for name in ("--source", "--build", "--cmake", "--compiler"):
        arguments.add_argument(name, required=True)
    arguments.add_argument("--flags", default="")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        first, prefix = root / "first", root / "moved/elsewhere"
        run(options.cmake, "--install", options.build, "--prefix", first)
        prefix.parent.mkdir()
        first.rename(prefix)
        check_no_paths(prefix, options.source, options.build, str(first))
        assert ".SS run" in (prefix / "share/man/man1/sidestep.1").read_text()
        assert "_sidestep" in (prefix / "share/bash-completion/completions/sidestep").read_text()

        minimal, _ = build_example(options, "minimal", prefix, root / "minimal")
        lines = run(minimal, prefix / "share/sidestep/scenes/head_on.json").splitlines()
        assert len(lines) > 4 and lines[0].startswith("1.0 s: agent "), lines[:3]
        assert "usage" in run(minimal, expect=2)
        assert "absent.json" in run(minimal, "absent.json", expect=2)

        embedded, cache = build_example(options, "embedded", prefix, root / "embedded")
        assert "0 people are left" in run(embedded)
        check_pkg_config(options, prefix, root)

        # The installed command finds an installed scene by its bare name; --version is what the package says.
        assert "healthy" in run(prefix / "bin/sidestep", "run", "head_on")
        assert (prefix / "share/sidestep/profiles/power_law_fitted.json").is_file()
        version_file = next(prefix.glob("lib*/**/sidestep-config-version.cmake")).read_text()
        assert f'"{run(prefix / "bin/sidestep", "--version").strip()}"' in version_file

        assert "SQLite" not in cache and "assimp" not in cache, "the core's package asks for what it does not need"
        check_core(embedded)


if __name__ == "__main__":
    main()
