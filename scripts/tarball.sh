#!/usr/bin/env bash
# Makes a tarball of the program that is built, and prints its path; ‘make tarball’ builds first. The same program at
# the same commit gives the same bytes. As root, this installs it: tar -xf TARBALL -C /usr/local --strip-components=1
set -euo pipefail
cd "$(dirname "$0")/.."

name=zonechat-$(.build/release/zonechat --version)-linux-$(uname -m)
date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make --silent -o build install DESTDIR="$work" PREFIX=/usr/local
mv "$work/usr/local" "$work/$name"
install -m 644 -t "$work/$name/share/doc/zonechat" CHANGELOG.md SECURITY.md docs/cloud.md
sed 's|](\.\./SECURITY\.md|](SECURITY.md|' docs/server.md >"$work/$name/share/doc/zonechat/server.md"

mkdir -p .build/packages
rm -f .build/packages/zonechat-*.tar.xz # Of an earlier version.
# With two threads the bytes do not depend on how many cores there are.
tar -C "$work" --sort=name --format=gnu --mtime="@$date" --owner=0 --group=0 --numeric-owner -cf - "$name" |
  xz -T2 >".build/packages/$name.tar.xz"
echo ".build/packages/$name.tar.xz"
