"""Plays a person in a scenario, in the place of ZoneChat, with nothing but the web protocol:

    zonechat scenario run docs/scenarios/lost-answer.yaml --actor 'bob=python3 docs/examples/actor.py'

Needs Python 3.9 and nothing else. docs/scenarios.md says what the lines mean.
"""

import http.client
import json
import os
import socket
import sys
import time
import urllib.parse
import uuid


class Refusal(Exception):
    """The cloud has refused something; its code and its sentence."""


class Unreachable(Refusal):
    """The cloud has not answered."""


class Cloud(http.client.HTTPConnection):
    """A connection over the Unix socket of the device, which may be cut at any time."""

    def __init__(self):
        super().__init__("localhost")
        self.place = os.environ["CLOUDKIT_EMULATOR_HOST"].removeprefix("unix:")

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.place)


def post(operation, body, database="shared"):
    """One operation of the web protocol; raises Refusal where the cloud refuses it."""
    keys = {"ckAPIToken": "CLOUDKIT_API_TOKEN", "ckWebAuthToken": "CLOUDKIT_WEB_AUTH_TOKEN"}
    query = urllib.parse.urlencode({key: os.environ[name] for key, name in keys.items()})
    container, environment = os.environ["CLOUDKIT_CONTAINER"], os.environ["CLOUDKIT_ENVIRONMENT"]
    path = f"/database/1/{container}/{environment}/{database}/{operation}?{query}"
    # With the second header the cloud says the names of accounts.
    headers = {"Content-Type": "application/json", "X-ZoneChat-Extensions": "1"}
    cloud = Cloud()
    try:
        cloud.request("POST", path, json.dumps(body), headers)
        answer = json.load(cloud.getresponse())
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"The cloud cannot be reached: {error}") from None
    finally:
        cloud.close()
    for item in [answer, *answer.get("records", []), *answer.get("results", [])]:
        if "serverErrorCode" in item:
            raise Refusal(f"{item['serverErrorCode']}: {item.get('reason', '')}")
    return answer


def zones():
    """The zones that others share with this account."""
    return [zone["zoneID"] for zone in post("zones/list", {})["zones"]]


def changed_records(zone):
    """Every record of a zone, as the feed has it."""
    records, token, more = {}, None, True
    while more:
        answer = post("changes/zone", {"zones": [{"zoneID": zone, "syncToken": token}]})["zones"][0]
        if "serverErrorCode" in answer:
            raise Refusal(f"{answer['serverErrorCode']}: {answer.get('reason', '')}")
        for record in answer["records"]:
            records[record["recordName"]] = None if record.get("deleted") else record
        token, more = answer["syncToken"], answer["moreComing"]
    return [record for record in records.values() if record]


def look():
    """What this person sees now; without the cloud, what they saw last."""
    global seen
    try:
        seen = chats()
    except Unreachable:
        pass
    return {"view": {"chats": seen}}


seen = []


def chats():
    """The chats of the shared database, with their messages, oldest first."""
    found = []
    for zone in zones():
        records = changed_records(zone)
        share = next(record for record in records if record["recordType"] == "cloudkit.share")
        session = next(record for record in records if record["recordType"] == "ChatSession")
        names = {
            person["userIdentity"].get("userRecordName"): person["userIdentity"].get("accountName", "")
            for person in share["participants"]}
        messages = [record for record in records if record["recordType"] == "Message"]
        messages.sort(key=lambda record: record["fields"]["timestamp"]["value"])
        found.append({
            "zone": zone["zoneName"],
            "title": session["fields"].get("name", {}).get("value", ""),
            "unread": len(messages),
            "messages": [{
                "record": message["recordName"], "text": message["fields"]["text"]["value"],
                "from": names.get(message["created"]["userRecordName"], ""),
            } for message in messages],
        })
    return found


def send(order):
    zone = next((zone for zone in zones() if zone["zoneName"] == order["chat"]), None)
    if zone is None:
        raise Refusal("The chat is not shared with this account.")
    me = post("users/caller", {}, "public")["userRecordName"]
    names = []
    for text in order["texts"]:
        names.append(str(uuid.uuid4()))
        fields = {
            "text": {"value": text, "type": "STRING"},
            "senderID": {"value": me, "type": "STRING"},
            "timestamp": {"value": time.time_ns() // 1_000_000, "type": "TIMESTAMP"},
        }
        record = {"recordName": names[-1], "recordType": "Message", "fields": fields}
        post("records/modify", {
            "zoneID": zone, "operations": [{"operationType": "create", "record": record}]})
    return {"answer": {"records": names}}


def accept(order):
    post("records/accept", {"shortGUIDs": [{"value": order["link"]}]}, "public")
    return {"answer": {}}


def obey(order):
    """The reply to one order, which has one key."""
    verb, value = next(iter(order.items()))
    known = {
        "look": lambda _: look(),
        "accept": accept,
        "send": send,
        "read": lambda _: {"answer": {}},
        "advance": lambda _: {},
        "skew": lambda _: {},
    }
    if verb not in known:
        return {"refusal": f"This program cannot do ‘{verb}’.", "isMistake": True}
    try:
        return known[verb](value)
    except Refusal as refusal:
        return {"refusal": str(refusal)}


for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), flush=True)
