#!/usr/bin/env bash
# Writes the manual pages of zonechat and of its commands below PREFIX, or takes them back:
# manual.sh install|uninstall PROGRAM PREFIX
set -euo pipefail
action=$1 program=$2 pages=$3/share/man/man1

case $action in
install)
  install -d "$pages"
  "$program" manual --pages "$pages"
  chmod 644 "$pages"/zonechat.1 "$pages"/zonechat-*.1
  ;;
uninstall) rm -f "$pages"/zonechat.1 "$pages"/zonechat-*.1 ;;
*)
  echo "usage: manual.sh install|uninstall PROGRAM PREFIX" >&2
  exit 2
  ;;
esac
