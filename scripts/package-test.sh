#!/usr/bin/env bash
# Tries a Debian package in fresh Debian systems: it is installed, two people chat over TLS, it is upgraded, removed and
# purged: package-test.sh PACKAGE [SUITE...]
#
# It needs root, debootstrap and a mirror of Debian. Each system is a folder below a temporary one. What is mounted and
# started there ends with this script, because it has its own mounts and processes.
set -euo pipefail

mirror=${MIRROR:-http://deb.debian.org/debian}

if [ "$(id -u)" -ne 0 ]; then
  echo "Only root can make Debian systems in folders: run ‘sudo $0 $*’." >&2
  exit 1
fi
if [ "${1:-}" != --inside ]; then
  package=$(readlink -e "${1:?name the package}")
  shift
  [ $# -gt 0 ] || set -- bookworm trixie
  work=$(mktemp -d)
  trap 'rm -rf --one-file-system "$work"' EXIT
  for suite; do
    unshare --mount --pid --fork --kill-child "$0" --inside "$suite" "$work" "$package"
    rm -rf --one-file-system "${work:?}/$suite"
  done
  exit
fi

suite=$2 work=$3 package=$4
root=$work/$suite
log=$work/$suite.log
version=$(dpkg-deb -f "$package" Version)
clean=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive)

step() { echo "$suite: $*"; }
fail() {
  echo "$suite: $*" >&2
  tail -n 30 "$log" >&2
  exit 1
}
logged() { "$@" >>"$log" 2>&1 || fail "failed: $*"; }
system() { chroot "$root" "${clean[@]}" HOME=/root "$@"; }
# person NAME COMMAND...: as this user, with a home of its own
person() { chroot --userspec="$1:$1" "$root" "${clean[@]}" HOME="/home/$1" "${@:2}"; }
apt() { logged system apt-get -q -y -o Dpkg::Use-Pty=0 "$@"; }
# is WHAT WANTED SEEN
is() { [ "$2" = "$3" ] || fail "$1 should be ‘$2’ and is ‘$3’"; }
has() { grep -qF -e "$2" <<<"$3" || fail "$1 should have ‘$2’ and is ‘$3’"; }
exists() { for path; do [ -e "$root$path" ] || fail "$path is missing"; done; }
gone() { for path; do [ ! -e "$root$path" ] || fail "$path is still there"; done; }

# The paths of the system, but for what changes by itself, homes, and the lists and caches of apt and dpkg.
paths() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./run -o -path ./tmp -o -path ./home -o -path ./var/cache \
    -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print | LC_ALL=C sort)
}

serve() {
  # As zonechat.service does.
  system install -d -o zonechat -g zonechat -m 0700 /run/zonechat
  chroot --userspec=zonechat:zonechat "$root" "${clean[@]}" HOME=/nonexistent \
    zonechat cloud serve --config /etc/zonechat/server.toml >>"$log" 2>&1 &
  server=$!
  for _ in {1..60}; do
    (: </dev/tcp/127.0.0.1/18443) 2>/dev/null && return
    kill -0 "$server" 2>/dev/null || fail "the server has ended"
    sleep 0.5
  done
  fail "the server does not listen"
}
stop() {
  kill "$server"
  wait "$server" || fail "the server ended with $?"
}

step "making the system"
logged debootstrap --variant=minbase "$suite" "$root" "$mirror"
mount -t proc proc "$root/proc"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
echo "127.0.0.1 localhost" >"$root/etc/hosts"
for name in anna bob; do logged system useradd --create-home "$name"; done
apt update
# What the test uses, and what other packages hold once it is there.
apt install --no-install-recommends bash-completion desktop-file-utils man-db zsh ca-certificates libncursesw6
paths >"$work/before"

# The same package with a lower version, for the upgrade.
dpkg-deb -R "$package" "$work/older"
sed -i 's/^Version: .*/Version: 0.0.1-1/' "$work/older/DEBIAN/control"
logged dpkg-deb --root-owner-group -Znone --build "$work/older" "$root/tmp/older.deb"
rm -rf "$work/older"
cp "$package" "$root/tmp/newer.deb"

step "installing"
apt install /tmp/older.deb
is "the version of the package" 0.0.1-1 "$(system dpkg-query -W zonechat | cut -f 2)"
is "the version" "${version%-*}" "$(system zonechat --version)"
is "what has changed of the package's files" "" "$(system dpkg --verify zonechat)"
has "the manual" "ZONECHAT(1)" "$(system man zonechat 2>>"$log" | head -n 3)"
has "the manual of a command" "ZONECHAT-CLOUD-SERVE(1)" "$(system man zonechat-cloud-serve 2>>"$log" | head -n 3)"
logged system desktop-file-validate /usr/share/applications/zonechat.desktop
has "what opens links" zonechat.desktop \
  "$(grep x-scheme-handler/zonechat "$root/usr/share/applications/mimeinfo.cache")"
# Each shell finds the completion by itself, when it is asked for this command.
# shellcheck disable=SC2016 # They are for the shells in the system.
has "the completion of bash" zonechat "$(system bash -c '. /usr/share/bash-completion/bash_completion
  $(complete -p -D | sed "s/.*-F \([^ ]*\).*/\1/") zonechat
  complete -p zonechat')"
# shellcheck disable=SC2016
is "the completion of zsh" _zonechat \
  "$(system zsh -fc 'autoload -Uz compinit; compinit -u -D; print $_comps[zonechat]')"
exists /usr/share/fish/vendor_completions.d/zonechat.fish /usr/lib/systemd/system/zonechat{,-backup}.service \
  /usr/lib/systemd/system/zonechat-backup.timer /usr/share/doc/zonechat/{copyright,changelog.gz,server.md}
has "the shell of the user" nologin "$(system getent passwd zonechat)"
while read -r link; do
  exists "/usr/share/doc/zonechat/$link"
done < <(grep -o '](\([^)#]*\)' "$root/usr/share/doc/zonechat/server.md" | cut -c 3-)
for folder in lib backups; do
  is "the rights of /var/$folder/zonechat" "zonechat:zonechat 700" \
    "$(system stat -c '%U:%G %a' "/var/$folder/zonechat")"
done
gone /etc/zonechat

step "setting up a server"
logged system zonechat cloud setup --name "Anna's server" --address https://localhost:18443 --listen 127.0.0.1:18443 \
  --self-made --sign-up invitation --no-start
has "the words of the setup" "install -d -o zonechat -g zonechat -m 0700 /run/zonechat" "$(<"$log")"
has "the words of the setup" "zonechat cloud serve --config /etc/zonechat/server.toml" "$(<"$log")"
is "the rights of the settings" "root:zonechat 640" "$(system stat -c '%U:%G %a' /etc/zonechat/server.toml)"
serve
is "the rights of the data" "zonechat:zonechat 700" "$(system stat -c '%U:%G %a' /var/lib/zonechat)"
# What setup has said of the keys, without sudo, which this system does not have.
keys=$(grep -o "umask 077; tar [^']*" "$log")
logged system sh -c "cd /root && $keys"
is "the rights of the keys" "root:root 600" "$(system stat -c '%U:%G %a' /root/zonechat-keys.tgz)"
has "the keys" "tls/authority.key" "$(system tar -tzf /root/zonechat-keys.tgz)"
has "the server file" "server.toml" "$(system tar -tzf /root/zonechat-keys.tgz)"
rm "$root/root/zonechat-keys.tgz"

step "chatting"
for name in anna bob; do
  echo "correct horse of $name" >"$root/home/$name/passphrase"
  link=$(system zonechat cloud invite "$name" 2>>"$log") || fail "no invitation for $name"
  logged person "$name" zonechat join "$link" --name "$name" --passphrase-file "/home/$name/passphrase"
done
logged person anna zonechat new Trip
link=$(person anna zonechat invite Trip --open-link 2>>"$log") || fail "no link"
logged person bob zonechat join "$link"
logged person anna zonechat send Trip "Hello Bob!" --wait
has "what Bob reads" "Hello Bob!" "$(person bob zonechat read Trip 2>>"$log")"
logged person bob zonechat send Trip "Hello Anna!" --wait
has "what Anna reads" "Hello Anna!" "$(person anna zonechat read Trip 2>>"$log")"

step "backing up"
# As zonechat-backup.service does.
logged person zonechat zonechat cloud backup --config /etc/zonechat/server.toml --rotate
backups=$(ls "$root/var/backups/zonechat")
[ -n "$backups" ] || fail "there is no backup"

# From here on the scripts of the package believe that systemd runs, and this notes what they ask of it.
mkdir -p "$root/run/systemd/system"
printf '#!/bin/sh\necho "$*" >>/tmp/asked\n' >"$root/usr/bin/systemctl"
chmod 755 "$root/usr/bin/systemctl"

step "upgrading"
apt install /tmp/newer.deb
is "the version of the package" "$version" "$(system dpkg-query -W zonechat | cut -f 2)"
has "what systemd was asked" "try-restart zonechat.service" "$(<"$root/tmp/asked")"
stop
serve
logged person bob zonechat send Trip "Still here." --wait
has "what Anna reads" "Still here." "$(person anna zonechat read Trip 2>>"$log")"
stop

step "removing"
: >"$root/tmp/asked"
apt remove zonechat
has "what systemd was asked" "stop zonechat-backup.timer zonechat-backup.service zonechat.service" \
  "$(<"$root/tmp/asked")"
gone /usr/bin/zonechat /usr/lib/systemd/system/zonechat.service
exists /etc/zonechat/server.toml /var/lib/zonechat/tls

step "installing again"
apt install /tmp/newer.deb
serve
has "what Anna reads" "Still here." "$(person anna zonechat read Trip 2>>"$log")"
stop

step "purging"
apt purge --autoremove zonechat
has "the words of the purge" "/var/backups/zonechat stay" "$(<"$log")"
has "the user" " L " "$(system passwd -S zonechat)"
is "what is kept of the backups" "$backups" "$(ls "$root/var/backups/zonechat")"
exists /home/anna/.local/share/zonechat
rm -r "$root/var/backups/zonechat" "$root/usr/bin/systemctl"
paths >"$work/after"
# But for packages that the system keeps because they are important.
left=$(comm -13 "$work/before" "$work/after" | while read -r path; do
  system dpkg -S "${path#.}" >/dev/null 2>&1 || echo "$path"
done)
is "what is left" "" "$left"

step "installing after the purge"
apt install /tmp/newer.deb
is "the end of the user's account" "" "$(system getent shadow zonechat | cut -d: -f8)"
is "the rights of the data" "zonechat:zonechat 700" "$(system stat -c '%U:%G %a' /var/lib/zonechat)"

step "everything holds"
