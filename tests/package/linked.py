"""What the tests of the package ask about programs and libraries."""

import pathlib
import re
import subprocess

# Threads, and what every program of the compiler has; sanitizers bring their own.
CORE_MAY_NEED = re.compile(r"^(libtbb|libstdc\+\+|libgcc_s|libc|libm|libpthread|ld-linux-x86-64|libsidestep_core"
                           r"|lib(a|ub|t|l)san|libclang_rt.*)\.so")


def run(*command, expect=0, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=240, **more)
    if done.returncode != expect:
        raise SystemExit(f"{' '.join(map(str, command))}\nexit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout + done.stderr if expect else done.stdout


def needed(file):
    """The shared libraries that a program or a library asks for itself."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", file))


def loaded(file, **more):
    """Those that it loads in the end."""
    names = (line.split()[0] for line in run("ldd", file, **more).splitlines() if line.split())
    return [pathlib.Path(name).name for name in names if "vdso" not in name]


def check_core(file, **more):
    names = needed(file)
    assert names, f"readelf found nothing in {file}"
    strange = [name for name in names if not CORE_MAY_NEED.match(name)]
    assert not strange, f"{file} uses the core alone and links {strange}"
    unwanted = [name for name in loaded(file, **more) if re.search(r"sqlite|hdf5|assimp|geos|pagmo|boost|fmt", name)]
    assert not unwanted, f"{file} uses the core alone and loads {unwanted}"
