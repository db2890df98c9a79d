#!/usr/bin/env bash
# Makes a fixture with a built program:  Tests/Fixtures/make.sh PROGRAM NAME
# README.md beside this says which program made which fixture.
set -euo pipefail
program=$(realpath "$1")
place=$(realpath "$(dirname "$0")")/$2
home=$(mktemp -d)
trap '"$program" cloud stop >/dev/null 2>&1 || true; rm -rf "$home"' EXIT
export ZONECHAT_HOME=$home TZ=UTC
umask 077

as() { "$program" --profile "$@"; }
can() { "$program" --help | grep -q "^  $1 "; }
id() { as "$1" read Crew --json --limit 0 | jq -r --arg text "$2" 'select(.text == $text) | .id'; }

for person in alice bob carol; do as $person account create $person; done
as alice new Crew
as bob join "$(as alice invite Crew bob)"
as alice send Crew "from alice"
as bob send Crew "from bob"
as alice read Crew
as bob read Crew
as alice send Crew "to be changed"
as alice send Crew "to be taken back"
if can edit; then
  as alice edit Crew "$(id alice 'to be changed')" "changed"
  as alice unsend Crew "$(id alice 'to be taken back')"
  as bob react Crew "$(id bob 'from alice')" 👍
  printf 'what is in the file' > "$home/notes.txt"
  as alice send Crew "with a file" --attach "$home/notes.txt"
fi
if "$program" send --help | grep -q -e --reply-to; then
  as bob send Crew "an answer" --reply-to "$(id bob 'from alice')"
fi
as alice new Plans
as alice send Plans "only here"
for person in bob alice; do as $person sync; as $person read Crew; as $person sync; done
# Carol is invited and has not joined; she hears of it.
as alice invite Crew carol
as carol sync || true
"$program" cloud stop
as alice send Crew "unsent"
if can edit; then
  as alice edit Crew "$(as alice read Crew --json --limit 0 --offline | jq -r 'select(.text == "from alice") | .id')" "edited, unsent"
  as alice react Crew "$(as alice read Crew --json --limit 0 --offline | jq -r 'select(.text == "from bob") | .id')" 🎉
fi
as alice rename Crew "Crew, renamed"
# The statement of a window that is closed over unsent text.
replica=$home/data/profiles/alice/replica.sqlite
window="" value=""
if sqlite3 "$replica" "PRAGMA table_info(draft)" | grep -q '|window|'; then
  window=", window" value=", ''"
fi
sqlite3 "$replica" \
  "INSERT INTO draft (chatID, text$window) SELECT id, 'a draft'$value FROM chat WHERE name = 'Crew, renamed'"

rm -rf "$place"
mkdir -p "$place"
cd "$home/data"
# Locks, logs and marks of a process hold nothing.
find . -type f ! -name '*.lock' ! -name '*.log' ! -name '*.sqlite*' ! -name stopped ! -name running \
  -exec cp --parents '{}' "$place" ';'
find . -name '*.sqlite' | while read -r file; do
  mkdir -p "$place/$(dirname "$file")"
  sqlite3 "$file" .dump > "$place/${file%.sqlite}.sql"
done
du -sh "$place"
