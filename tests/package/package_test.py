"""The installed package is enough: no header, library or scene is taken from the source or build tree."""

import argparse
import pathlib
import subprocess
import tempfile


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=240)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\nexit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def main():
    arguments = argparse.ArgumentParser()
    for name in ("--source", "--build", "--cmake", "--compiler"):
        arguments.add_argument(name, required=True)
    arguments.add_argument("--flags", default="")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        prefix = root / "prefix"
        run(options.cmake, "--install", options.build, "--prefix", prefix)

        example = root / "example"
        run(options.cmake, "-S", pathlib.Path(options.source) / "examples/minimal", "-B", example,
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={options.compiler}",
            f"-DCMAKE_CXX_FLAGS={options.flags}")
        cache = (example / "CMakeCache.txt").read_text()
        assert f"sidestep_DIR:PATH={prefix}" in cache, "find_package took another installation"
        run(options.cmake, "--build", example)

        scene = prefix / "share/sidestep/scenes/head_on.json"
        lines = run(example / "minimal", scene).splitlines()
        assert len(lines) > 4 and lines[0].startswith("1.0 s: agent "), lines[:3]

        # The installed command finds an installed scene by its bare name; --version is what the package says.
        assert "healthy" in run(prefix / "bin/sidestep", "run", "head_on")
        version_file = next(prefix.glob("lib*/**/sidestep-config-version.cmake")).read_text()
        assert f'"{run(prefix / "bin/sidestep", "--version").strip()}"' in version_file


if __name__ == "__main__":
    main()
