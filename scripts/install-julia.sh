#!/usr/bin/env bash
# Install a private Julia for the tests, without touching the system.
#
# Debian's release 11 is the one release whose packages carry Julia. Its packages are fetched with apt from the
# mirror this machine already uses, and unpacked into PREFIX; a small launcher sets the library path. The release's
# own libunwind8 comes along: with a newer one, every Julia exception is a segmentation fault.
#
#   scripts/install-julia.sh [PREFIX]      PREFIX defaults to target/julia; prints the path of the launcher
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${1:-target/julia}
launcher=$prefix/bin/julia
suite=bullseye

if [ -x "$launcher" ] && "$launcher" -e 'exit(0)' >/dev/null 2>&1; then
  echo "$launcher"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "install-julia: this machine has no apt; put a julia (1.5 or newer) on PATH instead" >&2
  exit 1
fi

# The mirror of the machine's own distribution: what `apt-get update` already reaches.
mirror=$(apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)' 2>/dev/null | awk -F'|' '$1=="Debian"{print $2}' | head -n 1)
if [ -z "$mirror" ]; then
  apt-get update -qq >/dev/null 2>&1 || true
  mirror=$(apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)' | awk -F'|' '$1=="Debian"{print $2}' | head -n 1)
fi
if [ -z "$mirror" ]; then
  echo "install-julia: apt knows no Debian mirror; put a julia (1.5 or newer) on PATH instead" >&2
  exit 1
fi

mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
launcher=$prefix/bin/julia
state=$prefix/apt
mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/etc" "$prefix/root" "$prefix/bin"
: >"$state/status"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keyring] $mirror $suite main" >"$state/sources.list"
apt=(apt-get -qq -o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts="$state/etc"
  -o Dir::State::Lists="$state/lists" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache"
  -o APT::Install-Recommends=false -o APT::Architecture="$(dpkg --print-architecture)" -o APT::Sandbox::User=root)
"${apt[@]}" update >&2

# The C runtime stays the system's: a second one in the library path would not match the loader.
"${apt[@]}" install --print-uris -y julia julia-common libunwind8 | awk '{print $2}' | sed 's/_.*//' |
  grep -Ev '^(libc6|libc-bin|libcrypt1|libgcc-s1|gcc-.*-base|libstdc\+\+6|debconf|dpkg|tar|perl-base)$' >"$state/packages"
(cd "$state/cache/archives" && xargs "${apt[@]}" download <"$state/packages" >&2)
for deb in "$state"/cache/archives/*.deb; do dpkg-deb -x "$deb" "$prefix/root"; done
rm -rf "$state"

multiarch=$(gcc -print-multiarch 2>/dev/null || dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo "$(uname -m)-linux-gnu")
libs=$prefix/root/usr/lib/$multiarch
# Debian selects BLAS and LAPACK through update-alternatives, which an unpacked tree has not run.
for lib in libblas.so.3 liblapack.so.3; do
  for dir in openblas-pthread openblas blas lapack; do
    if [ -e "$libs/$dir/$lib" ]; then ln -sf "$dir/$lib" "$libs/$lib"; break; fi
  done
done
cat >"$launcher" <<LAUNCH
#!/bin/sh
# Written by scripts/install-julia.sh.
root=$prefix/root
LD_LIBRARY_PATH=\$root/usr/lib/$multiarch:\$root/lib/$multiarch:\$root/usr/lib/$multiarch/julia\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
JULIA_BINDIR=\$root/usr/bin
export JULIA_BINDIR
exec "\$root/usr/bin/julia" "\$@"
LAUNCH
chmod +x "$launcher"
"$launcher" -e 'try; error("x"); catch; end; using LinearAlgebra; @assert eigvals([2.0 0; 0 3]) == [2, 3]' >&2
echo "$launcher"
