#!/bin/sh
# Answers each “ping” in a chat with “pong”: bot.sh CHAT (needs jq)
zonechat watch "$1" --json --messages --after answered |
  jq --unbuffered -r 'select((.isOwn | not) and .text == "ping") | .id' |
  while read -r id; do
    zonechat send "$1" pong --reply-to "$id" </dev/null
  done
