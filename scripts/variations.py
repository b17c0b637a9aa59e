#!/usr/bin/env python3
"""Writes docs/variations.md: what becomes of variations of the paper's use cases, on both hosts.

    SATURATE_JULIA=julia scripts/variations.py [path of the program]

Each file of scripts/variations is a use case. Its lines `@saturate rules f(::T, …)  # name | best` are the variations, with the cost of the
best form by hand. The embedded host is asked for one after the other, since it may not know a type; Julia for all of a file at once. A
cell is the cost before and after; where it is not the best, or the hosts differ, the last column says why.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/debug/saturate")
ENTRY = re.compile(r"^@saturate (.+?) (\w+!?)\((.*)\)\s+# (.+?) \| ([0-9.]+)$")
COST = re.compile(r"^# (?:cost ([0-9.e+]+)(?: → ([0-9.e+]+)|: unchanged, (.*))|not optimised: (.*))")

# A call of a printed program of which the host knows no result, with what it is given.
UNKNOWN = re.compile(r"^    %\d+ = ([^\s(]+)\((.*)\)::(Any|Union\{\})$")

UNEXPLAINED = "nothing was refused"
BY_SIZE = "by size: at size 100 the predicted gain is less than 5 %, and is not taken"


def entries(path):
    found = [ENTRY.match(line) for line in path.read_text().splitlines()]
    return [match.groups() for match in found if match]


def run(*arguments):
    done = subprocess.run([PROGRAM, "opt", *arguments], capture_output=True, text=True, cwd=ROOT)
    return done.stdout, done.stderr


def cells(output):
    """Cost before, cost after and the first reason of each entry point of an output."""
    found = []
    lines = output.splitlines()
    for number, line in enumerate(lines):
        match = COST.match(line)
        if match:
            before, after, kept, failed = match.groups()
            found.append([before, after or before, kept or failed or ""])
        elif line.startswith("# variant") and found and not found[-1][2]:
            found[-1][2] = BY_SIZE
        elif line.startswith("refused: ") and found and not found[-1][2]:
            rule = line.split()[1]
            found[-1][2] = f"{rule}: {lines[number + 1].strip()}"
    return found


def unknown_call(output):
    """The first call whose result the host does not know: no rule can say more of it."""
    found = next((match for match in map(UNKNOWN.match, output.splitlines()) if match), None)
    return found and f"what `{found.group(1)}` gives for these types is not known there"


def embedded(path, entry):
    rules, function, signature, _, _ = entry
    types = ",".join(part.strip().removeprefix("::") for part in re.split(r",\s*(?=::)", signature))
    names = ",".join(name.strip() for name in rules.split("∪"))
    output, errors = run(str(path), "--rules", names, "--entry", function, "--sig", types, "--explain")
    found = cells(output)
    for cell in found:
        undecided = not cell[2] or cell[2].endswith("guard is undecided")
        why = unknown_call(output) if undecided else None
        cell[2] = f"embedded: {why}" if why else cell[2]
    first = next((line for line in errors.splitlines() if line.startswith("Error")), "no answer")
    return found[0] if found else [None, None, "embedded: " + first.removeprefix("Error: ")]


def shown(cell, best):
    if cell[0] is None or cell[1] is None:
        return "–"
    is_best = float(cell[1]) <= float(best)
    return f"{cell[0]} → {cell[1]}" + (" ✓" if is_best else "")


def why(cell, best):
    if cell[1] is None:
        return cell[2]
    if float(cell[1]) <= float(best):
        return ""
    return cell[2] or UNEXPLAINED


def table(path):
    title = path.read_text().splitlines()[0].removeprefix("# ")
    listed = entries(path)
    output, errors = run("--host", "julia", str(path), "--explain")
    on_julia = cells(output)
    if len(on_julia) != len(listed):
        sys.exit(f"{path}: {len(on_julia)} of {len(listed)} entry points on Julia\n{errors}")
    lines = [f"## {title}", "", "| variation | best by hand | embedded | Julia | why not best |", "|---|---|---|---|---|"]
    count = [0, 0, 0]
    for entry, julia in zip(listed, on_julia):
        name, best = entry[3], entry[4]
        here = embedded(path, entry)
        reasons = []
        for host, cell in (("embedded", here), ("Julia", julia)):
            reason = why(cell, best)
            if reason == UNEXPLAINED and BY_SIZE in reasons:
                reason = ""
            if reason and reason not in reasons:
                reasons.append(reason)
            if cell[1] is not None and float(cell[1]) <= float(best):
                count[0 if host == "embedded" else 1] += 1
        count[2] += 1
        text = "; ".join(reasons).replace("|", "\\|")
        lines.append(f"| {name} | {best} | {shown(here, best)} | {shown(julia, best)} | {text} |")
    lines.append("")
    return lines, count


def main():
    head = [
        "# Variations of the paper's use cases",
        "",
        "Made by `scripts/variations.py` from the programs in `scripts/variations/`. A cell is the cost before and after; ✓ means that it is that of the best form",
        "by hand, – that the host does not know the type. The reason is the first match that was refused.",
        "",
    ]
    body, total = [], [0, 0, 0]
    for path in sorted((ROOT / "scripts/variations").glob("*.jl")):
        lines, count = table(path)
        body += lines
        total = [a + b for a, b in zip(total, count)]
    head += [f"Best: {total[0]} of {total[2]} variations on the embedded host, {total[1]} of {total[2]} on Julia.", ""]
    (ROOT / "docs/variations.md").write_text("\n".join(head + body).rstrip() + "\n")


if __name__ == "__main__":
    main()
