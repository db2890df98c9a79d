#!/usr/bin/env bash
# Registers invitation links (zonechat://join/…) with the desktop, so that they open the client, or takes that back:
# desktop.sh install|uninstall DESTDIR PREFIX
set -euo pipefail
action=$1 destdir=$2 prefix=$3

[[ $prefix = /* ]] || prefix=$PWD/$prefix
folder=$destdir$prefix/share/applications
entry=$folder/zonechat.desktop

case $action in
install)
  # In the entry these characters would have to be escaped, twice for some of them.
  if [[ $prefix = *[\"\`\$\\%]* || $prefix = *[[:cntrl:]]* ]]; then
    echo "Links are not registered with the desktop: its entries cannot name $prefix" >&2
    exit 0
  fi
  mkdir -p "$folder"
  cat >"$entry" <<ENTRY
[Desktop Entry]
Type=Application
Name=ZoneChat
GenericName=Chat client
Comment=Chat in the terminal, online and offline
Exec="$prefix/bin/zonechat" open -- %u
Terminal=true
Categories=Network;InstantMessaging;ConsoleOnly;
MimeType=x-scheme-handler/zonechat;
ENTRY
  chmod 644 "$entry"
  ;;
uninstall) rm -f "$entry" ;;
*)
  echo "usage: desktop.sh install|uninstall DESTDIR PREFIX" >&2
  exit 2
  ;;
esac

# The desktop's list of who opens what; a package does this when it is installed.
if [[ -z $destdir && -d $folder ]] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q "$folder"
fi
