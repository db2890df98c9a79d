#!/usr/bin/env bash
# Runs the tests that are built, with swift test's own options, and says last what has failed: the tests end
# in any order, and what a failure says stands far above.
set -uo pipefail

# Eight tests at a time: each keeps its pace, and its time limit, on a small machine.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test --skip-build --experimental-maximum-parallelization-width 8 "$@" 2>&1 | tee "$log"
status=$?
if [ $status -ne 0 ]; then
  printf '\nWhat failed:\n'
  # A failure is told in a line with its place, and in lines below it that begin with ↳.
  awk '/^✘ .* recorded an issue|error: |^Fatal error|crashed/ { shown = 1; print; next }
       shown && /^(↳|  )/ { print; next }
       { shown = 0 }' "$log" | head -n 200
fi
exit $status
