#!/usr/bin/env python3
"""Writes the first half of docs/survey.md: how often the paper's patterns and the rule library occur in public packages.

    scripts/survey.py unpack MIRROR FOLDER       from git directories MIRROR/owner+name/repo: code, tests and commits
    scripts/survey.py report FOLDER [PROGRAM]    counts, and prints the tables

`unpack` makes FOLDER/code/owner+name with the Julia files of the package itself, FOLDER/tests/owner+name with those of its tests, benchmarks,
examples and documentation, and FOLDER/commits.json. `report` runs `saturate survey --format json` over both. Nothing of a package is run.
"""

import collections
import datetime
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The table of the paper: matches and packages, of 3,153 packages.
PAPER = {"multiline.1": (514, 232), "multiline.2": (1232, 348), "multiline.3": (1044, 283), "multiline.4": (231, 93)}
PAPER_PACKAGES = 3153

# Folders that are not the package itself, unless they are inside of its `src` or `ext`.
BESIDE = {"test", "tests", "testing", "doc", "docs", "example", "examples", "benchmark", "benchmarks", "benchmarking", "bench", "perf",
          "prof", "validation", "notebooks", ".ci", ".github", "gen", "deps", "scripts", "res", "utils", "data", "issues", "dev", "joss", "paper"}

# No packages, or parts of Julia that are not written in it.
NO_PACKAGES = {"JuliaLang+julia", "FluxML+model-zoo"}


def is_beside(path):
    for part in path.parts[:-1]:
        if part in ("src", "ext"):
            return False
        if part.lower() in BESIDE:
            return True
    return False


def unpack(mirror, folder):
    commits = {}
    for repository in sorted(pathlib.Path(mirror).glob("*+*/repo")):
        name = repository.parent.name
        git = ["git", "-C", str(repository)]
        files = subprocess.run(git + ["ls-tree", "-r", "--name-only", "-z", "HEAD"], capture_output=True, text=True).stdout.split("\0")
        is_package = "Project.toml" in files or "REQUIRE" in files
        files = [file for file in files if file.endswith(".jl")]
        if name in NO_PACKAGES or not is_package or not files:
            continue
        archive = subprocess.run(git + ["archive", "HEAD", "--", *files], capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for member in tar.getmembers():
                path = pathlib.PurePosixPath(member.name)
                if not member.isfile() or path.is_absolute() or ".." in path.parts:
                    continue
                target = pathlib.Path(folder, "tests" if is_beside(path) else "code", name, *path.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(tar.extractfile(member).read())
        hash_and_date = subprocess.run(git + ["log", "-1", "--format=%H %cs"], capture_output=True, text=True).stdout.split()
        commits[name] = hash_and_date
    pathlib.Path(folder, "commits.json").write_text(json.dumps(commits, indent=1))


def count(program, folder, rules=None):
    chosen = ["--rules", rules] if rules else []
    done = subprocess.run([program, "survey", str(folder), "--format", "json", *chosen], capture_output=True, text=True)
    if done.returncode != 0:
        # A file that is not UTF-8 is said on standard error; the counts of the others are there.
        print(done.stderr, file=sys.stderr)
    return json.loads(done.stdout)


def per(value, of, by=1000):
    return f"{by * value / of:.2f}"


def most(tally, names=12):
    ordered = sorted(tally.items(), key=lambda item: (-item[1], item[0]))
    text = ", ".join(f"`{name}` {number:,}" if name.startswith("@") else f"{name} ({number:,})" for name, number in ordered[:names])
    return text + (" …" if len(ordered) > names else "")


def paper_table(code, tests):
    packages = len(code["packages"])
    print("| pattern | paper: matches, packages | per 1,000 packages | here: matches, packages | per 1,000 packages | per 1,000 functions "
          "| in tests |")
    print("|---|---|---|---|---|---|---|")
    beside = {row["rule"]: row["matches"] for row in tests["rules"]}
    for row in code["rules"]:
        matches, with_it = PAPER[row["rule"]]
        print(f"| `{row['pattern']}` | {matches:,}, {with_it} | {per(matches, PAPER_PACKAGES)}, {per(with_it, PAPER_PACKAGES)} "
              f"| {row['matches']:,}, {row['packages']} | {per(row['matches'], packages)}, {per(row['packages'], packages)} "
              f"| {per(row['matches'], code['functions'])} | {beside[row['rule']]:,} |")


def skipped_table(counts):
    print("| | code | tests |")
    print("|---|---|---|")
    rows = [("packages", lambda c: len(c["packages"])), ("files", lambda c: c["files"]), ("functions", lambda c: c["functions"]),
            ("macros expanded", lambda c: sum(c["macros"]["expanded"].values())),
            ("unknown macros around a definition, taken as the definition", lambda c: sum(c["macros"]["definitions"].values())),
            ("unknown macros in an expression, taken as an unknown value", lambda c: sum(c["macros"]["values"].values())),
            ("macros left out at top level", lambda c: sum(c["macros"]["left_out"].values())),
            ("of these, generated functions", lambda c: c["macros"]["left_out"].get("@generated", 0)),
            ("parts skipped", lambda c: sum(c["skipped"].values()))]
    for name, value in rows:
        print(f"| {name} | " + " | ".join(f"{value(c):,}" for c in counts) + " |")


def kinds(skipped):
    """Reasons without the names in them."""
    merged = collections.Counter()
    for reason, number in skipped.items():
        if reason.startswith("not read: "):
            reason = "syntax that the parser does not read"
        elif "captures the local variable" in reason:
            reason = "a global method that captures a local variable"
        elif reason.startswith("the local variable"):
            reason = "a local variable with the name of a static parameter"
        merged[reason.replace(" is not supported", "")] += number
    return merged


def library_table(code):
    """Rules whose shape says something, by set: of equal shapes one is counted."""
    sets = collections.defaultdict(dict)
    rules = collections.Counter()
    for row in code["rules"]:
        name = row["rule"].split(".")[0]
        rules[name] += 1
        if says_something(shape(row["pattern"])):
            sets[name].setdefault(shape(row["pattern"]), row)
    print("| set | rules | shapes that say something | of these, found | matches | packages | per 1,000 functions |")
    print("|---|---|---|---|---|---|---|")
    for name, rows in sets.items():
        names = {row["rule"] for row in rows.values()}
        with_it = sum(1 for package in code["packages"] if names & package["matches"].keys())
        matches = sum(row["matches"] for row in rows.values())
        found = sum(1 for row in rows.values() if row["matches"])
        print(f"| {name} | {rules[name]} | {len(rows)} | {found} | {matches:,} | {with_it} | {per(matches, code['functions'])} |")


def shape(pattern):
    """A pattern without types, its variables numbered: what an untyped survey can tell apart."""
    out, at = "", 0
    while at < len(pattern):
        if pattern.startswith("::", at):
            comptime = pattern.startswith("::Comptime", at)
            at += 2
            depth = 0
            while at < len(pattern) and (depth or pattern[at] not in " ,)"):
                depth += {"{": 1, "}": -1, "(": 1, ")": -1}.get(pattern[at], 0)
                at += 1
            out += "::Comptime" if comptime else ""
        else:
            out += pattern[at]
            at += 1
    names = {}
    return re.sub(r"~\w+", lambda found: names.setdefault(found[0], f"~{'xyzuvwabcdefgh'[len(names) % 14]}"), out)


def says_something(pattern):
    """Whether a shape has several operations, or a variable twice: `~x + ~y` only says that a sum is a sum."""
    calls = len(re.findall(r"\w\(|(?<=[\s)])[-+*/\\^](?=\s)|[-+*]\(|\)\^", pattern))
    variables = re.findall(r"~\w+", pattern)
    return calls > 1 or len(set(variables)) < len(variables)


def shape_table(code, number=50):
    shapes = {}
    for row in code["rules"]:
        if row["rule"].startswith("multiline") or not row["matches"]:
            continue
        rules, _, _ = shapes.setdefault(shape(row["pattern"]), ([], row["matches"], row["packages"]))
        rules.append(row["rule"])
    rows = [(key, *value) for key, value in shapes.items() if says_something(key)]
    print("| shape | matches | packages | per 1,000 functions | rules |")
    print("|---|---|---|---|---|")
    for key, rules, matches, packages in sorted(rows, key=lambda row: (-row[3], -row[2], row[0]))[:number]:
        text = key.replace("|", "\\|")
        more = f" and {len(rules) - 3} more" if len(rules) > 3 else ""
        print(f"| `{text}` | {matches:,} | {packages} | {per(matches, code['functions'])} | {', '.join(rules[:3])}{more} |")
    return len(rows)


def package_table(patterns, library, commits):
    print("| package | commit | functions | the four patterns | matches of the library |")
    print("|---|---|---|---|---|")
    whole = {package["package"]: package for package in library["packages"]}
    for package in patterns["packages"]:
        name = package["package"]
        four = " ".join(str(package["matches"].get(rule, 0)) for rule in PAPER)
        matches = sum(whole[name]["matches"].values())
        print(f"| {name.replace('+', '/')} | {commits[name][0][:12]} | {package['functions']:,} | {four} | {matches:,} |")


HEAD = """# Survey

How often the four patterns of the paper, and the left sides of the rule library, occur in public Julia packages; and, with types, in how many functions of
Julia's own libraries a rule applies.

```
scripts/survey.py unpack MIRROR FOLDER                                           # git directories to folders of sources, with their commits
scripts/survey.py report FOLDER > docs/survey.md                                 # from here to the list of packages
julia --project=julia/Saturate julia/Saturate/eval/survey.jl >> docs/survey.md   # the typed half
```

## Without types, over packages

`saturate survey` reads each file, lowers each function, and matches each left side once against its e-graph; nothing is run or rewritten. Types, guards and uses count as
fulfilled, calls are taken for pure, names for what they are called. So a number says how often a *shape* occurs, over however many lines and branches; it bounds from above where a rule could apply to a body as it stands, and says
nothing about whether it may or pays. What such a survey misses: what a package's macros and `@generated` functions make, what `@eval` makes for each round of a loop (one definition counts once), and what only meets
through calls. The four patterns need no types: a broadcast is syntax.

The paper ran the tests of 3,153 packages and counted matches in the code that Julia compiled meanwhile; it does not say how many functions that was, so its numbers can be compared per package only. Ours are widely used numerical packages,
presumably larger and fonder of dots than the average; the paper does not list its own.
"""


def report(folder, program):
    folder = pathlib.Path(folder)
    commits = json.loads((folder / "commits.json").read_text())
    code, tests = count(program, folder / "code", "multiline"), count(program, folder / "tests", "multiline")
    library = count(program, folder / "code")
    print(HEAD)
    print(f"{datetime.date.today()}: {len(code['packages'])} packages, {code['functions']:,} functions of their own and {tests['functions']:,} of "
          "their tests, benchmarks and examples.\n")
    print("### The paper's patterns\n")
    paper_table(code, tests)
    with_any = sum(1 for package in code["packages"] if package["matches"])
    print(f"\n{with_any} of the packages have at least one. As in the paper, a match of the last pattern is one of the second and of the third as well.")
    print("\n### What was read\n")
    skipped_table([code, tests])
    print("\nOf the packages' own code:\n")
    for title, of in (("Expanded", "expanded"), ("Around definitions", "definitions"), ("Unknown values", "values"), ("Left out", "left_out")):
        print(f"- {title}: {most(code['macros'][of])}.")
    print(f"- Skipped: {most(kinds(code['skipped']), 16)}.")
    print("\nBesides, the macros that lowering itself knows (`@inbounds`, `@inline`, `@views`, `@.`, `@simd`, `@assert`, …) are expanded as Julia does, docstrings are looked through.")
    print("\n### The rule library\n")
    print("A shape is a left side without its types. One that says something has several operations or a variable twice: `~A + ~B`, of matrices in `gemm`, is any sum "
          "where types are unknown.\n")
    library_table(library)
    print("\nThe shapes that occur in most packages:\n")
    shape_table(library)
    print("\n### Packages\n")
    print("With their commits; the matches of the four patterns in their order; those of all rules of the library, equal shapes and such that say nothing included.\n")
    package_table(code, library, commits)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["unpack", mirror, folder]:
            unpack(mirror, folder)
        case ["report", folder, *program]:
            report(folder, program[0] if program else str(ROOT / "target/release/saturate"))
        case _:
            sys.exit(__doc__)
