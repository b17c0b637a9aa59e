#!/usr/bin/env bash
# Every dependency has a licence that the project's own (MIT) goes with; and no advisory is against it, where SATURATE_ADVISORIES is
# a folder with RustSec's database.
set -euo pipefail
cd "$(dirname "$0")/.."
allowed='MIT|Apache-2.0|BSD-2-Clause|BSD-3-Clause|ISC|Zlib|Unicode-3.0|CC0-1.0|Unlicense|0BSD|BSL-1.0|LLVM-exception'
cargo metadata --format-version 1 --locked --all-features --filter-platform x86_64-unknown-linux-gnu | python3 -c '
import json, re, sys
allowed = set(sys.argv[1].split("|"))
bad = []
packages = json.load(sys.stdin)["packages"]
for package in packages:
    licence = package["license"] or ""
    choices = re.split(r"\s+OR\s+|/", licence.replace("(", "").replace(")", ""))
    fine = any(all(part.strip() in allowed for part in re.split(r"\s+(?:AND|WITH)\s+", choice)) for choice in choices)
    if not fine:
        bad.append("%s %s: %s" % (package["name"], package["version"], licence or "no licence"))
print("%d packages" % len(packages))
if bad:
    sys.exit("not allowed:\n" + "\n".join(bad))
' "$allowed"

if [ -n "${SATURATE_ADVISORIES:-}" ]; then
  scripts/advisories.py "$SATURATE_ADVISORIES"
else
  echo "advisories were not looked at: SATURATE_ADVISORIES is not set"
fi
