#!/usr/bin/env bash
# Prints NOTICE: the works of others in the program, and their licences; with ‘names’ only their names. It reads
# the list of files that the last build has linked, so build first: ‘make notice’ does.
set -euo pipefail
cd "$(dirname "$0")/.."

linked=.build/debug/zonechat.product/Objects.LinkFileList
if [ ! -e "$linked" ]; then
  echo "Nothing is built; run ‘swift build’ first." >&2
  exit 1
fi

# The names of the packages that are linked. A module is a folder of its package with the module's name, or the
# package's manifest names it.
packages() {
  local module folder
  sed -E 's#.*/([^/]+)\.build/.*#\1#' "$linked" | sort -u | while read -r module; do
    compgen -G "Sources/*/$module" > /dev/null && continue
    folder=$(find .build/checkouts -mindepth 2 -maxdepth 4 -type d -name "$module" \
      -not -path '*/Tests/*' -print -quit)
    if [ -z "$folder" ]; then
      folder=$(grep -lE "\"$module\"" .build/checkouts/*/Package.swift | head -n 1)
    fi
    if [ -z "$folder" ]; then
      echo "No package has the module $module." >&2
      exit 1
    fi
    echo "$folder" | cut -d/ -f3
  done | sort -u
}

names=$(packages)
if [ "${1:-}" = names ]; then
  printf '%s\n' "$names"
  exit 0
fi

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
license() { # license PACKAGE: the file with its licence
  if [ "$1" = Swift ]; then
    echo "$toolchain/share/swift/LICENSE.txt"
  else
    ls ".build/checkouts/$1"/LICENSE* | head -n 1
  fi
}

cat <<'TEXT'
ZoneChat is under the licence in the file LICENSE.

The program zonechat contains parts of the works below, each under the licence whose number stands behind it.
The licences follow, and after them what the works themselves ask to be said. ncurses and SQLite are not
contained: the program uses those of the system. BoringSSL, a part of swift-crypto and of swift-nio-ssl, is under
their licence.

TEXT

# A licence that several packages use is printed once.
sums=() files=()
for name in Swift $names; do
  file=$(license "$name")
  sum=$(tr -s '[:space:]' ' ' <"$file" | cksum)
  number=0
  for index in "${!sums[@]}"; do
    [ "${sums[$index]}" = "$sum" ] && number=$((index + 1))
  done
  if [ $number -eq 0 ]; then
    sums+=("$sum") files+=("$file")
    number=${#sums[@]}
  fi
  printf '  %-32s %d\n' "$name" "$number"
done

heading() { # heading TEXT
  local line
  line=$(printf '=%.0s' {1..80})
  printf '\n%s\n%s\n%s\n\n' "$line" "$1" "$line"
}
for index in "${!files[@]}"; do
  heading "Licence $((index + 1))"
  cat "${files[$index]}"
done
for name in $names; do
  file=.build/checkouts/$name/NOTICE.txt
  [ -e "$file" ] || continue
  heading "Notice of $name"
  cat "$file"
done

# Works of others that a package contains.
for name in $names; do
  find ".build/checkouts/$name/Sources" -name 'LICENSE*' 2>/dev/null | sort | while read -r file; do
    heading "Licence of $(basename "$(dirname "$file")") in $name"
    cat "$file"
  done
done
toml=.build/checkouts/TOMLKit/Sources/CTOML/Sources/toml.hpp
if [ -e "$toml" ]; then
  heading "Licence of toml++ in TOMLKit"
  awk '/^\/\/ MIT License/ { shown = 1 } /^\/\/--/ { if (shown) exit } shown' "$toml" | sed -E 's#^// ?##'
fi
