#!/usr/bin/env bash
# Runs the tests that are built, with the options of ‘swift test’, and prints the failures again at the end: tests
# run at the same time, so a failure may be far above.
set -uo pipefail

# Eight tests at a time, so that each ends within its time limit on a small machine.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test --skip-build --experimental-maximum-parallelization-width 8 "$@" 2>&1 | tee "$log"
status=$?
if [ $status -ne 0 ]; then
  printf '\nWhat failed:\n'
  # A failure is one line with its place, and lines below it that begin with ↳.
  awk '/^✘ .* recorded an issue|error: |^Fatal error|crashed/ { shown = 1; print; next }
       shown && /^(↳|  )/ { print; next }
       { shown = 0 }' "$log" | head -n 200
fi
exit $status
