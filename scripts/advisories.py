#!/usr/bin/env python3
"""Checks Cargo.lock against RustSec's database of advisories.

    git clone --depth 1 https://github.com/rustsec/advisory-db FOLDER
    scripts/advisories.py FOLDER [Cargo.lock]

An advisory counts unless it was withdrawn, or the version is one that it calls patched or unaffected; notes that a crate is unsound or not
maintained count as well. The exit code is 1 if any does. Needs Python 3.11.
"""
import pathlib
import re
import sys
import tomllib


def numbers(version):
    """`1.2.3-rc.1` as (1, 2, 3): what comes before a release counts as that release."""
    parts = re.split(r"[-+]", version.strip(), maxsplit=1)[0].split(".")
    return tuple(int(part) for part in parts) + (0,) * (3 - len(parts))


def meets(version, comparator):
    """Whether a version meets one of `>= 1.2`, `< 2`, `= 1.0.1`, `^1.1`; without an operator it is the last."""
    operator, wanted = re.fullmatch(r"(>=|<=|>|<|=|\^|~)?\s*([0-9][^\s]*)", comparator.strip()).groups()
    bound = numbers(wanted)
    if operator == ">=":
        return version >= bound
    if operator == "<=":
        return version <= bound
    if operator == ">":
        return version > bound
    if operator == "<":
        return version < bound
    if operator == "=":
        return version == bound
    # The first number that is not 0 stays the same; with `~`, the first two numbers do.
    same = 2 if operator == "~" else next((at + 1 for at in range(3) if bound[at]), 3)
    return version >= bound and version[:same] == bound[:same]


def is_fine(version, requirements):
    return any(all(meets(version, part) for part in one.split(",")) for one in requirements)


def self_test():
    for version, requirement, wanted in [
        ("1.2.3", ">= 1.2.3", True), ("1.2.3", "> 1.2.3", False), ("1.2.3", ">= 1.2, < 1.2.3", False),
        ("0.3.9", "^0.3.4", True), ("0.4.0", "^0.3.4", False), ("1.9.0", "1.1.1", True), ("2.0.0", "^ 1.1.1", False),
        ("1.3.9", "~1.3.2", True), ("1.4.0", "~1.3.2", False), ("0.13.10", "= 0.13.10", True), ("1.0.0-rc.1", "< 1.0.0", False),
    ]:
        assert is_fine(numbers(version), [requirement]) == wanted, (version, requirement)


def main():
    self_test()
    folder = pathlib.Path(sys.argv[1])
    lock = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "Cargo.lock")
    packages = tomllib.loads(lock.read_text())["package"]
    by_name = {}
    for file in (folder / "crates").glob("*/*.md"):
        front = re.search(r"```toml\n(.*?)```", file.read_text(), re.S)
        advisory = tomllib.loads(front.group(1))
        by_name.setdefault(advisory["advisory"]["package"], []).append(advisory)
    if not by_name:
        sys.exit(f"{folder} has no advisories")
    bad = []
    for package in packages:
        version = numbers(package["version"])
        for advisory in by_name.get(package["name"], []):
            versions = advisory.get("versions", {})
            fine = versions.get("patched", []) + versions.get("unaffected", [])
            if not advisory["advisory"].get("withdrawn") and not is_fine(version, fine):
                bad.append(f"{package['name']} {package['version']}: {advisory['advisory']['id']}")
    count = sum(map(len, by_name.values()))
    print(f"{len(packages)} packages, {count} advisories")
    if bad:
        sys.exit("advisories against:\n" + "\n".join(bad))


main()
