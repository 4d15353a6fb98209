"""Every public header compiles alone, strictly, with the compilers we promise: C++20, GCC 12 and Clang 19."""

import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

arguments = argparse.ArgumentParser()
arguments.add_argument("root", type=pathlib.Path)
arguments.add_argument("compilers", nargs="+")
options = arguments.parse_args()

compilers = []
for compiler in options.compilers:
    if shutil.which(compiler):
        compilers.append(compiler)
    else:
        print(f"{compiler} is not here: headers are not compiled with it")
headers = sorted((options.root / "include/sidestep").glob("*.h"))
if not compilers or not headers:
    sys.exit("nothing to compile, or nothing to compile it with")


def compile_alone(compiler, header, directory):
    source = pathlib.Path(directory) / f"{header.stem}.{pathlib.Path(compiler).name}.cpp"
    # Twice: a header may be included by two others.
    source.write_text(f"#include <sidestep/{header.name}>\n" * 2)
    done = subprocess.run(
        [compiler, "-std=c++20", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
         f"-I{options.root / 'include'}", source], capture_output=True, text=True, timeout=120)
    return "" if done.returncode == 0 else f"{compiler}: {header.name} does not compile alone\n{done.stderr}"


with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(2) as pool:
    jobs = [pool.submit(compile_alone, compiler, header, directory) for compiler in compilers for header in headers]
    problems = [job.result() for job in jobs if job.result()]
sys.exit("\n".join(problems) or 0)
