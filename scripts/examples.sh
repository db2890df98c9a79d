#!/usr/bin/env bash
# Builds the examples and runs their tests, with the options of ‘swift test’; what the package above them has compiled
# is used and not compiled again.
set -euo pipefail

# SwiftPM keeps its plan of a build where it keeps the build, and takes the other package's for its own.
forget_plan() { rm -f .build/debug.yaml .build/debug/description.json; }
trap forget_plan EXIT
forget_plan
[ -e Package.resolved ] || swift package resolve
# The client with whom the zone chat shares its chats, in a test.
swift build --product zonechat --explicit-target-dependency-import-check error
export ZONECHAT_PROGRAM="$PWD/.build/debug/zonechat"
forget_plan
# With the same versions the same checkouts serve both packages.
cp Package.resolved Examples/Package.resolved
# Eight tests at a time, so that each ends within its time limit on a small machine.
swift test --package-path Examples --scratch-path .build --only-use-versions-from-resolved-file \
  --experimental-maximum-parallelization-width 8 "$@"

# Each program starts, and shows its screen. Nothing names a cloud: each has one of its own.
alone() { env -u CLOUDKIT_EMULATOR_HOST -u CLOUDKIT_EMULATOR_PROFILE -u CLOUDKIT_ACCOUNT "$@" 2> /dev/null; }
for app in timeline:TIMELINE todos:TO-DOS quizzes:QUIZZES zone-chat:CHATS; do
  alone ".build/debug/${app%:*}" < /dev/null |
    grep "${app#*:}" > /dev/null || { echo "${app%:*} shows no screen." >&2; exit 1; }
done
# What is written comes back from there: also where only the folder of the app has the program that runs the cloud.
alone env -u ZONECHAT_PROGRAM PATH=/usr/bin:/bin .build/debug/timeline Ann <<< 'write Hello!' |
  grep '^1\. Ann (you)' > /dev/null || { echo "timeline has no cloud of its own." >&2; exit 1; }
