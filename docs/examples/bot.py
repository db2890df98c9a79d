#!/usr/bin/env python3
"""Answers each “ping” in a chat with “pong”: bot.py CHAT"""
import json, subprocess, sys

chat = sys.argv[1]
watch = ["zonechat", "watch", chat, "--json", "--messages", "--after", "answered"]
for line in subprocess.Popen(watch, stdout=subprocess.PIPE, text=True).stdout:
    message = json.loads(line)
    if not message["isOwn"] and message["text"] == "ping":
        answer = ["zonechat", "send", chat, "pong", "--reply-to", message["id"]]
        subprocess.run(answer, check=True)
