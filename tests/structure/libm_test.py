"""No object file that draws, places, routes or steps refers to a function of libm whose bits depend on the machine.

glibc chooses its code for these by processor (fused multiply-add or not); sidestep's own are in src/base/math.h. Square
root, rounding and remainder are exact by IEEE 754 and therefore allowed.
"""

import pathlib
import re
import subprocess
import sys

NAMES = """sin cos tan sincos asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p
pow hypot cbrt erf erfc lgamma tgamma lgamma_r j0 j1 jn y0 y1 yn""".split()
REFUSED = {f"{name}{kind}" for name in NAMES for kind in ("", "f", "l", "f32", "f64", "f128")}

listing = pathlib.Path(sys.argv[1])
# A target that precompiles headers lists them among its objects.
objects = [line for line in re.split(r"[\n;]", listing.read_text()) if line.endswith(".o")]
if not objects:
    sys.exit(f"{listing} names no object file")

problems = []
for start in range(0, len(objects), 64):
    done = subprocess.run(["nm", "-A", "-u", *objects[start:start + 64]], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        file, symbol = line.split(":", 1)[0], line.split()[-1]
        bare = re.sub(r"^_+(.*?)(_finite)?$", r"\1", symbol.split("@")[0])
        # _ZGV… are libmvec's vector variants.
        if bare in REFUSED or symbol.startswith("_ZGV") and symbol.rsplit("_", 1)[-1] in REFUSED:
            problems.append(f"{file}: refers to {symbol}; use src/base/math.h")
sys.exit("\n".join(problems) or 0)
