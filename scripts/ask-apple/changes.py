"""Changes and tokens"""

from cloudkit import OTHER, change, create, reference, text
from sheet import question

FEED = "CloudRules/Changes/ZoneFeed.swift"
TOKEN = "CloudRules/Changes/SyncToken.swift"
SERVICE = "CloudRules/Changes/CloudService+Changes.swift"


def entry(ask, zone, token=None, **options):
    """What became of a zone in `changes/zone`, or how many records came."""
    answer = ask.changes(zone, token, **options)
    if answer.code or answer.codes != ["OK"]:
        return answer.outcome()
    return len(answer.items[0].get("records", []))


@question(
    "A zone's token is an empty text.", "nothing has changed", "all records", "the item: BAD_REQUEST",
    rule=TOKEN,
)
def empty_token(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    came = entry(ask, zone, "")
    return {0: "nothing has changed", 1: "all records"}.get(came, came)


@question(
    "A zone's token is a text that was never one.", "the item: BAD_REQUEST",
    "the item: CHANGE_TOKEN_EXPIRED", "the request: BAD_REQUEST",
    rule=TOKEN,
)
def token_of_nothing(ask):
    return entry(ask, ask.zone(), "abc")


@question(
    "A zone's token was cut in the middle. Which reason has the error?",
    "Invalid continuation format", "Unknown sync continuation type",
    rule=TOKEN,
)
def token_that_was_cut(ask):
    zone = ask.zone()
    _, token = ask.all_changes(zone)
    answer = ask.changes(zone, token[: len(token) // 2])
    return answer.items[0].get("reason", "success") if answer.items else answer.outcome()


@question(
    "A database's token is a text that was never one.", "the request: BAD_REQUEST",
    "the request: CHANGE_TOKEN_EXPIRED", "success",
    rule=TOKEN,
)
def database_token_of_nothing(ask):
    answer = ask.one.private("changes/database", {"syncToken": "abc"})
    return answer.outcome() if answer.code else "success"


@question(
    "A database's token is sent for a zone.", "the item: BAD_REQUEST",
    "the item: CHANGE_TOKEN_EXPIRED", "success",
    rule=TOKEN,
)
def token_of_the_database(ask):
    zone = ask.zone()
    _, token = ask.zones()
    came = entry(ask, zone, token)
    return "success" if isinstance(came, int) else came


@question(
    "A zone was deleted and made again; a token of the earlier one is sent.",
    "the item: CHANGE_TOKEN_EXPIRED", "the item: BAD_REQUEST", "success",
    rule=TOKEN,
)
def token_of_an_earlier_zone(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    _, token = ask.all_changes(zone)
    ask.remove(zone).done()
    ask.make(zone).done()
    came = entry(ask, zone, token)
    return "success" if isinstance(came, int) else came


@question(
    "The zone of `changes/zone` does not exist.", "the item: ZONE_NOT_FOUND",
    "the request: ZONE_NOT_FOUND",
    rule=SERVICE,
)
def changes_of_missing_zone(ask):
    return entry(ask, {"zoneName": ask.name()})


@question(
    "`changes/zone` asks for the default zone.", "the item: BAD_REQUEST", "the request: BAD_REQUEST",
    "success",
    rule=SERVICE,
)
def changes_of_default_zone(ask):
    came = entry(ask, {"zoneName": "_defaultZone"})
    return "success" if isinstance(came, int) else came


@question(
    "A token is used twice. Are the answers equal?", "yes", "no",
    rule=TOKEN,
)
def token_twice(ask):
    zone = ask.zone()
    _, token = ask.all_changes(zone)
    ask.modify(zone, create("a")).done()
    pages = [ask.changes(zone, token).done().items[0] for _ in range(2)]
    return "yes" if pages[0] == pages[1] else "no"


@question(
    "Without a token, are there tombstones?", "yes", "no",
    rule=FEED,
)
def tombstones_at_first(ask):
    zone = ask.zone()
    ask.modify(zone, create("a"), create("b")).done()
    ask.modify(zone, change("forceDelete", "a")).done()
    records, _ = ask.all_changes(zone)
    return "yes" if any(record.get("deleted") for record in records) else "no"


@question(
    "A record was made and deleted since the token. What tells the feed?",
    "a tombstone", "nothing",
    rule=FEED,
)
def made_and_deleted(ask):
    zone = ask.zone()
    _, token = ask.all_changes(zone)
    ask.modify(zone, create("a")).done()
    ask.modify(zone, change("forceDelete", "a")).done()
    records, _ = ask.all_changes(zone, token)
    return "a tombstone" if [r.get("deleted") for r in records] == [True] else "nothing"


@question(
    "Which of `recordType` and `recordChangeTag` has a tombstone?",
    "only recordChangeTag", "only recordType", "both", "neither",
    rule=FEED,
)
def keys_of_a_tombstone(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    _, token = ask.all_changes(zone)
    ask.modify(zone, change("forceDelete", "a")).done()
    records, _ = ask.all_changes(zone, token)
    keys = [key for key in ("recordType", "recordChangeTag") if records[0].get(key)]
    return {0: "neither", 2: "both"}.get(len(keys)) or f"only {keys[0]}"


@question(
    "A record was changed three times since the token. How often is it in the feed?", "1", "3",
    rule=FEED,
)
def changed_three_times(ask):
    zone = ask.zone()
    _, token = ask.all_changes(zone)
    for word in ("b", "c", "d"):
        ask.modify(zone, change("forceUpdate", "a", {"text": text(word)})).done()
    return str(len(ask.all_changes(zone, token)[0]))


@question(
    "In which order are the records of a feed?", "of their last change", "of their creation",
    "another order",
    rule=FEED,
)
def order_of_a_feed(ask):
    zone = ask.zone()
    for name in ("c", "a", "b"):
        ask.modify(zone, create(name)).done()
    ask.modify(zone, change("forceUpdate", "c", {"text": text("d")})).done()
    order = "".join(record["recordName"] for record in ask.all_changes(zone)[0])
    return {"abc": "of their last change", "cab": "of their creation"}.get(order, "another order")


@question(
    "`desiredRecordTypes` names one type. Are records of another in the feed?", "no", "yes",
    rule=FEED,
)
def desired_types(ask):
    zone = ask.zone()
    ask.modify(zone, create("a"), create("b", type=OTHER)).done()
    records, _ = ask.all_changes(zone, desiredRecordTypes=["AskItem"])
    return "yes" if any(record["recordName"] == "b" for record in records) else "no"


@question(
    "A record is deleted by a `DELETE_SELF` reference. Has the feed a tombstone of it?", "yes", "no",
    rule="CloudRules/Records/RecordBatch+Effects.swift",
)
def deleted_with_its_target(ask):
    zone = ask.zone()
    ask.modify(zone, create("a"), create("b", {"link": reference("a", "DELETE_SELF")})).done()
    _, token = ask.all_changes(zone)
    ask.modify(zone, change("forceDelete", "a")).done()
    gone = {r["recordName"] for r in ask.all_changes(zone, token)[0] if r.get("deleted")}
    return "yes" if gone == {"a", "b"} else "no"


@question(
    "`resultsLimit` is 1000 and a zone has 201 records. How many has a page of `changes/zone`?",
    "200", "201", "100",
    rule="CloudModel/Limits/CloudLimits.swift",
)
def largest_page_of_changes(ask):
    zone, names = ask.zone(), [f"r{count}" for count in range(201)]
    for part in (names[:200], names[200:]):
        ask.modify(zone, *[create(name) for name in part]).done()
    page = ask.changes(zone, resultsLimit=1000).done().items[0]
    return str(len(page["records"]))


@question(
    "`reverse` was followed to its end. What has `changes/zone` with the last token, and a record made meanwhile?",
    "the record made meanwhile", "nothing", "all records",
    rule=FEED,
)
def token_of_reverse(ask):
    zone = ask.zone()
    ask.modify(zone, create("a"), create("b")).done()
    _, token = ask.all_changes(zone, reverse=True)
    ask.modify(zone, create("c")).done()
    names = {record["recordName"] for record in ask.all_changes(zone, token)[0]}
    ours = {frozenset("c"): "the record made meanwhile", frozenset(): "nothing"}
    return ours.get(frozenset(names), "all records" if names == set("abc") else str(sorted(names)))


@question(
    "Which token has a zone in `changes/database`?", "that of its newest change", "none", "another",
    rule=SERVICE,
)
def token_beside_a_zone(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    zones = [z for z in ask.zones()[0] if z["zoneID"]["zoneName"] == zone["zoneName"]]
    token = zones[0].get("syncToken")
    if not token:
        return "none"
    return "that of its newest change" if entry(ask, zone, token) == 0 else "another"


@question(
    "Without a token, does `changes/database` tell of zones that were deleted?", "yes", "no",
    rule=SERVICE,
)
def deleted_zones_at_first(ask):
    zone = ask.zone()
    ask.remove(zone).done()
    told = [z for z in ask.zones()[0] if z["zoneID"]["zoneName"] == zone["zoneName"]]
    return "yes" if told and told[0].get("deleted") else "no"


@question(
    "A zone was deleted and made again since the token. What tells `changes/database`?",
    "one zone that is there", "a zone that is deleted", "both", "nothing",
    rule=SERVICE,
)
def zone_made_again_in_changes(ask):
    zone = ask.zone()
    _, token = ask.zones()
    ask.remove(zone).done()
    ask.make(zone).done()
    told = [
        bool(z.get("deleted")) for z in ask.zones(token)[0]
        if z["zoneID"]["zoneName"] == zone["zoneName"]
    ]
    return {
        (False,): "one zone that is there", (True,): "a zone that is deleted", (): "nothing",
    }.get(tuple(told), "both")


@question(
    "Nothing has changed since a database's token. Is the new token another one?", "no", "yes",
    rule=TOKEN,
)
def token_without_changes(ask):
    _, token = ask.zones()
    return "no" if ask.zones(token)[1] == token else "yes"


@question(
    "`zones/changes` is asked with `syncToken`, and not with `metaSyncToken`.",
    "it begins at the beginning", "it goes on from the token", "the request: BAD_REQUEST",
    rule=SERVICE,
)
def older_form_with_newer_key(ask):
    zone = ask.zone()
    token = ask.one.private("zones/changes", {}).done().body["metaSyncToken"]
    answer = ask.one.private("zones/changes", {"syncToken": token})
    if answer.code:
        return answer.outcome()
    told = [z for z in answer.items if z["zoneID"]["zoneName"] == zone["zoneName"]]
    return "it begins at the beginning" if told else "it goes on from the token"
