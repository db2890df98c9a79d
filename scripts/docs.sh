#!/usr/bin/env bash
# Builds the reference of the modules CloudKit and CloudKitTesting as a static site in .build/docs, with the options of
# ‘swift build’. A link that leads nowhere is an error.
#
# The articles are the sections of docs/cloudkit.md; what leads to them is Sources/CloudKit/CloudKit/CloudKit.docc.
set -euo pipefail
cd "$(dirname "$0")/.."

for module in CloudKit CloudKitTesting; do swift build "$@" --target "$module" >&2; done
bin=$(swift build "$@" --show-bin-path)
triple=$(swift -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The modules in C that ours were built with, each once.
declare -A seen
maps=()
for map in "$bin"/*.build/module.modulemap .build/checkouts/*/Sources/*/{include/,}module.modulemap; do
  [ -e "$map" ] || continue
  name=$(sed -n 's/^ *module \([A-Za-z0-9_]*\).*/\1/p' "$map" | head -n 1)
  [ -n "$name" ] && [ -z "${seen[$name]:-}" ] || continue
  seen[$name]=1
  maps+=(-Xcc "-fmodule-map-file=$map")
done

mkdir "$work/symbols"
for module in CloudKit CloudKitTesting; do
  swift symbolgraph-extract -module-name "$module" -I "$bin/Modules" "${maps[@]}" \
    -target "$triple" -output-dir "$work/symbols" -minimum-access-level public \
    -skip-inherited-docs -skip-synthesized-members \
    -experimental-allowed-reexported-modules=CloudKitCore,CloudKitSyncEngine,CloudDevices,CloudKitTestClient
done
# What Swift's own types inherit by being values of records says nothing of this module.
rm -f "$work"/symbols/CloudKit@{Swift,FoundationEssentials}.symbols.json

# Each section of the page becomes an article under the name of its place in the page.
cp -r Sources/CloudKit/CloudKit/CloudKit.docc "$work/CloudKit.docc"
awk -v folder="$work/CloudKit.docc" '
  /^```/ { fenced = !fenced }
  !fenced && /^## / {
    name = tolower(substr($0, 4)); gsub(/[^a-z0-9 -]/, "", name); gsub(/ /, "-", name)
    file = folder "/" name ".md"
    print "# " substr($0, 4) > file; next
  }
  file == "" { next }
  !fenced && /^### / { print substr($0, 2) > file; next }
  { print > file }
' docs/cloudkit.md
for article in "$work"/CloudKit.docc/*.md; do
  [ -e "Sources/CloudKit/CloudKit/CloudKit.docc/${article##*/}" ] && continue
  sed -E -i \
    -e 's/\[[^]]*\]\(#([a-z0-9-]+)\)/<doc:\1>/g' \
    -e 's/\[([^]]*)\]\(\.\.\/([^):]*)\)/\1 (`\2`)/g' \
    -e 's/\[([^]]*)\]\(([a-z0-9-]+\.md)(#[^)]*)?\)/\1 (`docs\/\2`)/g' "$article"
done

# A site that is half made is not left behind.
rm -rf .build/docs
docc convert "$work/CloudKit.docc" --additional-symbol-graph-dir "$work/symbols" \
  --fallback-display-name CloudKit --fallback-bundle-identifier net.zonechat.CloudKit \
  --transform-for-static-hosting --warnings-as-errors --output-path "$work/site" >&2
mv "$work/site" .build/docs
echo ".build/docs/documentation/cloudkit/index.html"
