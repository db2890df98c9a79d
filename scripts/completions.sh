#!/usr/bin/env bash
# Puts the completion of zonechat where bash, zsh and fish look for it below PREFIX, or takes it back:
# completions.sh install|uninstall PROGRAM PREFIX
set -euo pipefail
action=$1 program=$2 prefix=$3

while read -r shell file; do
  case $action in
  install)
    mkdir -p "$prefix/$(dirname "$file")"
    "$program" --generate-completion-script "$shell" >"$prefix/$file"
    chmod 644 "$prefix/$file"
    ;;
  uninstall) rm -f "$prefix/$file" ;;
  *)
    echo "usage: completions.sh install|uninstall PROGRAM PREFIX" >&2
    exit 2
    ;;
  esac
done <<FILES
bash share/bash-completion/completions/zonechat
zsh share/zsh/site-functions/_zonechat
fish share/fish/vendor_completions.d/zonechat.fish
FILES
