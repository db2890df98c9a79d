#!/usr/bin/env bash
# Installs the packages of the system that ZoneChat needs and that are missing; with ‘test’ also those of its tests,
# with ‘package’ what makes its Debian package, with ‘package-test’ what tries it.
set -euo pipefail

if ! command -v swift >/dev/null; then
  echo "Swift is missing: install the toolchain of .swift-version from https://www.swift.org/install" >&2
  exit 1
fi

missing=()
need() { # need PACKAGE PROBE...: the package is missing if the probe fails
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}
need libncurses-dev test -e /usr/include/ncurses.h
need libsqlite3-dev test -e /usr/include/sqlite3.h
need tmux command -v tmux
case ${1:-} in
test) # A test runs the commands of docs/protocol.md, which use these.
  need chromium command -v chromium # The cloud's pages are tested in a browser.
  need curl command -v curl
  need jq command -v jq
  need openssl command -v openssl
  need python3 command -v python3 # The examples of docs/testing-your-app.md.
  # The tests start a cluster of their own.
  need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb || command -v initdb'
  ;;
package) need dpkg-dev command -v dpkg-shlibdeps ;;
package-test)
  need debian-archive-keyring test -e /usr/share/keyrings/debian-archive-keyring.gpg
  need debootstrap test -e /usr/sbin/debootstrap
  ;;
esac
[ ${#missing[@]} -eq 0 ] && exit 0

echo "Missing: ${missing[*]}" >&2
if ! command -v apt-get >/dev/null; then
  echo "This system has no apt; install the development files of ncurses (wide characters) and SQLite, and tmux." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Only root may install them: run ‘apt-get install ${missing[*]}’ as root, then try again." >&2
    exit 1
  fi
  as_root=(sudo)
fi
case " ${missing[*]} " in
*" postgresql "*) # Without this, Debian makes a cluster and starts it with the machine.
  setting=/etc/postgresql-common/createcluster.d/zonechat.conf
  trap '"${as_root[@]}" rm -f $setting' EXIT
  "${as_root[@]}" mkdir -p "${setting%/*}"
  echo 'create_main_cluster = false' | "${as_root[@]}" tee $setting >/dev/null
  ;;
esac
"${as_root[@]}" apt-get update -q
if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"; then
  echo "They could not be installed: run ‘apt-get install ${missing[*]}’ as root, then try again." >&2
  exit 1
fi
