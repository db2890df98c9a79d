"""Assets"""

import os

from cloudkit import change, create
from sheet import question

RULE = "CloudRules/Assets/CloudService+Assets.swift"
CLAIMS = "CloudRules/Assets/AssetClaims.swift"


def link(ask, zone, field="file", type="AskItem"):
    tokens = [{"recordType": type, "fieldName": field}]
    return ask.one.private("assets/upload", {"zoneID": zone, "tokens": tokens})


def send(ask, address, data=None):
    # A server may keep the same bytes once: each upload has other ones.
    data = os.urandom(16) if data is None else data
    answer = ask.cloud.open(address, data, {"Content-Type": "application/octet-stream"})
    ask.cloud.calls.append(("upload", None, "bytes", None, answer))
    return answer


def upload(ask, zone):
    """A new asset, as the value of a field."""
    answer = send(ask, link(ask, zone).done().items[0]["url"]).done()
    return {"file": {"value": answer.body["singleFile"], "type": "ASSETID"}}


@question(
    "An upload is asked for, for a field of texts.", "the request: BAD_REQUEST",
    "the item: BAD_REQUEST", "success",
    rule=RULE,
)
def upload_for_a_text(ask):
    return link(ask, ask.zone(), field="text").outcome()


@question(
    "An upload is asked for, for a type that the schema does not have.",
    "the request: NOT_FOUND", "the item: NOT_FOUND", "the request: BAD_REQUEST", "success",
    rule=RULE,
)
def upload_for_unknown_type(ask):
    return link(ask, ask.zone(), type="AskNothing").outcome()


@question(
    "Bytes are sent to an upload's address again.", "refused", "success",
    rule=CLAIMS,
)
def upload_twice(ask):
    address = link(ask, ask.zone()).done().items[0]["url"]
    send(ask, address).done()
    return "refused" if send(ask, address).code else "success"


@question(
    "An upload has no bytes.", "success", "refused",
    rule=RULE,
)
def empty_asset(ask):
    address = link(ask, ask.zone()).done().items[0]["url"]
    return "refused" if send(ask, address, b"").code else "success"


@question(
    "One receipt is used for two records.", "the item: BAD_REQUEST", "success",
    rule=CLAIMS,
)
def receipt_twice(ask):
    zone = ask.zone()
    file = upload(ask, zone)
    ask.modify(zone, create("a", file)).done()
    return ask.modify(zone, create("b", file), atomic=False).outcome()


@question(
    "An asset is saved as it was read, without a receipt.", "the item: BAD_REQUEST", "success",
    rule=CLAIMS,
)
def asset_as_it_was_read(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", upload(ask, zone))).done()
    read = ask.lookup(zone, "a").done().items[0]["fields"]
    return ask.modify(zone, create("b", {"file": read["file"]}), atomic=False).outcome()


@question(
    "In what does `assets/rereference` answer?", "assets", "tokens", "a bare list",
    rule=RULE,
)
def rereference(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", upload(ask, zone))).done()
    body = {"zoneID": zone, "assets": [{"recordName": "a", "fieldName": "file"}]}
    keys = [key for key, value in ask.one.private("assets/rereference", body).done().body.items()
            if isinstance(value, list)]
    return ("a bare list" if keys == [""] else keys[0]) if keys else "another form"


@question(
    "A record with an asset is deleted. Does the address of the asset still work?", "no", "yes",
    rule="CloudRules/Assets/AssetHolder.swift",
)
def address_after_deletion(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", upload(ask, zone))).done()
    read = ask.lookup(zone, "a").done().items[0]["fields"]["file"]["value"]
    ask.modify(zone, change("forceDelete", "a")).done()
    answer = ask.cloud.open(read["downloadURL"].replace("${f}", "a"))
    ask.cloud.calls.append(("download", None, "bytes", None, answer))
    return "no" if answer.code else "yes"
