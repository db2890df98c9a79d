#!/usr/bin/env bash
# Makes the fixtures of the versions between first/ and start/, in steps/:  Tests/Fixtures/make-steps.sh
# The tables are made by the migrations as they landed (out of the history), the rows are those of first/,
# and those of steps/rows-N.sql, from version N on.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# sql COMMIT FILE NAME: the text of a migration in a source file.
sql() {
  git show "$1:$2" | awk -v name="let $3 = \"\"\"" '
    !found && index($0, name) { found = 1; next }
    found && /^ *"""/ { exit }
    found { sub(/^    /, ""); print }'
}
# step FILE IDENTIFIER: runs a migration, whose text is read from standard input, as GRDB does.
step() {
  { echo 'PRAGMA foreign_keys = OFF; BEGIN;'; cat
    echo "INSERT INTO grdb_migrations VALUES ('${2//\'/\'\'}'); COMMIT;"; } | sqlite3 -bail "$1"
}
rows() { if [ -f "steps/rows-$2.sql" ]; then sqlite3 -bail "$1" < "steps/rows-$2.sql"; fi; }

replica=$work/replica.sqlite
sqlite3 -bail "$replica" < first/profiles/alice/replica.sql
schema=Sources/ChatCore/Replica/ReplicaSchema
while IFS='|' read -r number commit names identifier; do
  for name in $names; do sql "$commit" "$schema+Version$number.swift" "$name"; done |
    step "$replica" "$identifier"
  rows "$replica" "$number"
  sqlite3 "$replica" .dump > "steps/replica-$number.sql"
done <<'STEPS'
2|285bef2|version2|v2: edits, reactions, read marks, lives, journal, search
3|285bef2|version3|v3: attached files
4|285bef2|version4|v4: search, many messages at a time
5|285bef2|version5|v5: epochs of all chats
6|cee92b2|version6 reactionCounts|v6: accounts' names, counted reactions
7|cee92b2|version7|v7: chats of any name
STEPS

cloud=$work/cloud.sqlite
sqlite3 -bail "$cloud" < first/cloud/cloud.sql
schema=Sources/CloudStorage/Schema/SQLiteSchema
sql 285bef2 Sources/CloudServer/Storage/Schema/SQLiteSchema+Usage.swift chargesByTransaction |
  step "$cloud" "2 charges by the transaction"
sqlite3 "$cloud" .dump > steps/cloud-2.sql
sql cee92b2 $schema+Damage.swift setAsideRows | step "$cloud" "3 rows that are set aside"
sqlite3 "$cloud" .dump > steps/cloud-3.sql
{ sql cee92b2 $schema+Sharing.swift awaitedParticipants
  sql cee92b2 $schema+Access.swift originsOfTokens
} | step "$cloud" "5 invitations of strangers, origins of tokens"
sqlite3 "$cloud" .dump > steps/cloud-5.sql
wc -c steps/*.sql
