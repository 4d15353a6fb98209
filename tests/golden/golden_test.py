"""State hashes of golden scenes, pinned in hashes.txt, for 1, 2 and 4 threads.

A change of behaviour changes them: run with --update, look at what changed, and name the change in the commit.
"""

import argparse
import json
import pathlib
import subprocess

TABLE = pathlib.Path(__file__).with_name("hashes.txt")


def state_hash(command, scene, model, steps, threads):
    line = [command, "bench", scene, "--warmup", "0", "--steps", steps, "--threads", str(threads), "--json"]
    if model != "-":
        line += ["--model", model]
    done = subprocess.run(line, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(line)}\n{done.stderr}")
    return json.loads(done.stdout)["scenes"][0]["state_hash"]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--command", required=True)
    arguments.add_argument("--update", action="store_true", help="pin what the command computes now")
    options = arguments.parse_args()
    kept, wrong = [], []
    for line in TABLE.read_text().splitlines():
        if not line or line.startswith("#"):
            kept.append(line)
            continue
        scene, model, steps, *pinned = line.split()
        hashes = {n: state_hash(options.command, scene, model, steps, n) for n in (1, 2, 4)}
        kept.append(f"{scene:<22} {model:<14} {steps:>5} {hashes[1]}")
        expected = hashes[1] if options.update else (pinned or ["none"])[0]
        for threads, found in hashes.items():
            if found != expected:
                wrong.append(f"{scene} {model} {steps} steps, {threads} threads: {found}, expected {expected}")
    if options.update:
        TABLE.write_text("\n".join(kept) + "\n")
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
