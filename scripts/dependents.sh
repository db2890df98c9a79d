#!/usr/bin/env bash
# Builds the package of docs/testing-your-app.md from an empty folder, and runs its test against the program that was
# built here: as it depends on this package by a path with another folder name, by a URL, and by a tag. The arguments
# choose: path, url, tag; without any all three. The repository of the URL is made from the files as they are now.
#
# Prints a line for each: the packages that were resolved, the seconds, and the result. Takes some minutes, because
# nothing is built yet that the first one needs.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
export ZONECHAT_PROGRAM=${ZONECHAT_PROGRAM:-$root/.build/debug/zonechat}
[ -x "$ZONECHAT_PROGRAM" ] || { echo "There is no program at $ZONECHAT_PROGRAM. Build it first." >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The files of this package under another folder name, and as a repository with one tag.
mkdir "$work/other-name"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  [ ! -e "$file" ] && [ ! -L "$file" ] || printf '%s\0' "$file"
done | tar --null -T - -c | tar -x -C "$work/other-name"
cp -a "$work/other-name" "$work/zonechat"
git -C "$work/zonechat" init -q -b main
git -C "$work/zonechat" add -A
git -C "$work/zonechat" -c user.name=dependents -c user.email=dependents@localhost commit -q -m "The files as they are"
git -C "$work/zonechat" tag 0.1.0

# What the page types in the folder of this package.
script=$(awk '/^### The same in Swift/ { found = 1 } found && /^```sh/ { inside = 1; next } inside && /^```/ { exit } inside' \
  docs/testing-your-app.md)
by_path='.package(name: "zonechat", path: "$zonechat")'
[[ "$script" == *"$by_path"* ]] || { echo "The page has no package that depends by a path." >&2; exit 1; }

try() { # the kind of dependency, and how the manifest has it
  # Each begins with an empty folder; only what is built of other packages is shared.
  local home="$work/home-$1" start=$SECONDS result=0
  mkdir "$home"
  local typed=${script//"$by_path"/$2}
  typed=${typed//"~/"/"$home/"}
  typed=${typed//"swift test"/"swift test --scratch-path '$work/build'"}
  (cd "$work/other-name" && bash -euc "$typed") >"$work/log" 2>&1 || result=$?
  local packages
  packages=$(find "$work/build/checkouts" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)
  echo "$1: $packages packages fetched, $((SECONDS - start)) s, $([ $result = 0 ] && echo passed || echo "failed ($result)")"
  if [ $result != 0 ]; then
    tail -n 30 "$work/log" >&2
    return 1
  fi
}

failed=0
for kind in "${@:-path url tag}"; do
  for one in $kind; do
    case $one in
      path) try path "$by_path" || failed=1 ;;
      url) try url ".package(url: \"file://$work/zonechat\", branch: \"main\")" || failed=1 ;;
      tag) try tag ".package(url: \"file://$work/zonechat\", from: \"0.1.0\")" || failed=1 ;;
      *) echo "‘$one’ is no kind of dependency: path, url or tag." >&2; exit 2 ;;
    esac
  done
done
exit $failed
