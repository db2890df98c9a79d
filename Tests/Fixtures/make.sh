#!/usr/bin/env bash
# Makes the fixture of a version with its program:  Tests/Fixtures/make.sh PROGRAM VERSION
# README.md beside this says what the fixtures hold.
set -euo pipefail
program=$(realpath "$1")
place=$(realpath "$(dirname "$0")")/$2
home=$(mktemp -d)
trap '"$program" cloud stop >/dev/null 2>&1 || true; rm -rf "$home"' EXIT
export ZONECHAT_HOME=$home TZ=UTC
umask 077

as() { "$program" --profile "$@"; }
id() { as "$1" read Crew --json --limit 0 --offline | jq -r --arg text "$2" 'select(.text == $text) | .id'; }

for person in alice bob carol; do as $person account create $person; done
as alice new Crew
as bob join "$(as alice invite Crew bob)"
as alice send Crew "from alice"
as bob send Crew "from bob"
as alice read Crew
as bob read Crew
as alice send Crew "to be changed"
as alice send Crew "to be taken back"
as alice edit Crew "$(id alice 'to be changed')" "changed"
as alice unsend Crew "$(id alice 'to be taken back')"
as bob react Crew "$(id bob 'from alice')" 👍
printf 'what is in the file' > "$home/notes.txt"
as alice send Crew "with a file" --attach "$home/notes.txt"
as bob send Crew "an answer" --reply-to "$(id bob 'from alice')"
as alice new Plans
as alice send Plans "only here"
for person in bob alice; do as $person sync; as $person read Crew; as $person sync; done
# Carol is invited and has not joined.
as alice invite Crew carol
as alice sync
"$program" cloud stop
as alice send Crew "unsent"
as alice edit Crew "$(id alice 'from alice')" "edited, unsent"
as alice react Crew "$(id alice 'from bob')" 🎉
as alice rename Crew "Crew, renamed"
# The statement of a window that is closed over unsent text; and the journal, which would be most of the fixture.
sqlite3 "$home/data/profiles/alice/replica.sqlite" \
  "INSERT INTO draft (chatID, window, text) SELECT id, '', 'a draft' FROM chat WHERE name = 'Crew, renamed';
  DELETE FROM journal"

rm -rf "$place"
mkdir -p "$place"
cd "$home/data"
# Only alice keeps her copy; the others have their keys, and fetch everything.
for person in bob carol; do
  find "profiles/$person" -mindepth 1 ! -name account.json -delete
done
# Locks, logs and marks of a process hold nothing.
find . -type f ! -name '*.lock' ! -name '*.log' ! -name '*.sqlite*' ! -name stopped ! -name running \
  -exec cp --parents '{}' "$place" ';'
find . -name '*.sqlite' | while read -r file; do
  mkdir -p "$place/$(dirname "$file")"
  sqlite3 "$file" .dump > "$place/${file%.sqlite}.sql"
done
du -sh "$place"
