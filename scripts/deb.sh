#!/usr/bin/env bash
# Makes a Debian package of the program that is built, and prints its path; ‘make deb’ builds first. The same program
# at the same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

release=$(.build/release/zonechat --version)
version=$release-1 # Another number is for another package of the same release.
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH # dpkg-deb dates files by it.

umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/debian/zonechat
documents=$root/usr/share/doc/zonechat
control=$root/DEBIAN

make --silent -o build install DESTDIR="$root" PREFIX=/usr
install -D -m 644 -t "$root/usr/lib/systemd/system" \
  packaging/zonechat.service packaging/zonechat-backup.service packaging/zonechat-backup.timer
install -m 644 -t "$documents" docs/cloud.md SECURITY.md
sed 's|](\.\./SECURITY\.md|](SECURITY.md|' docs/server.md >"$documents/server.md"

# Debian has other places and forms for some of it.
mkdir "$root/usr/share/zsh/vendor-completions"
mv -t "$root/usr/share/zsh/vendor-completions" "$root/usr/share/zsh/site-functions/_zonechat"
rmdir "$root/usr/share/zsh/site-functions"
cat packaging/debian/copyright NOTICE >"$documents/copyright"
rm "$documents/LICENSE" "$documents/NOTICE"
gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
gzip -9n >"$documents/changelog.Debian.gz" <<CHANGES
zonechat ($version) stable; urgency=medium

  * Release $release: changelog.gz says what is new.

 -- $(sed -n 's/^Maintainer: //p' packaging/debian/control.in)  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGES
gzip -9n "$root"/usr/share/man/man1/*

# The libraries of the system that the program needs, with the versions that have what it uses.
libraries() {
  cd "$work"
  printf 'Source: zonechat\n\nPackage: zonechat\nArchitecture: any\n' >debian/control
  dpkg-shlibdeps -O debian/zonechat/usr/bin/zonechat 2>"$work/words" || { cat "$work/words" >&2; return 1; }
}
mkdir "$control"
depends=$(libraries)
size=$(find "$root/usr" -type f -printf '%s\n' | awk '{ kilobytes += int(($1 + 1023) / 1024) } END { print kilobytes }')
sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/" \
  -e "s/@LIBRARIES@/${depends#shlibs:Depends=}/" packaging/debian/control.in >"$control/control"
install -m 755 -t "$control" packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)

package=.build/packages/zonechat_${version}_$architecture.deb
mkdir -p .build/packages
rm -f .build/packages/zonechat_*.deb # Of an earlier version.
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >&2
echo "$package"
