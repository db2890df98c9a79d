"""Sharing between two persons"""

from cloudkit import Unanswerable, change, create, query, text
from sheet import question

EDIT = "CloudRules/Sharing/ShareEdit.swift"
RULES = "CloudRules/Sharing/ShareRules.swift"
SERVICE = "CloudRules/Sharing/CloudService+Sharing.swift"
MEMBERSHIP = "CloudRules/Sharing/Membership.swift"
VIEW = "CloudRules/Sharing/ParticipantView.swift"
FEED = "CloudRules/Changes/ZoneFeed.swift"
WHOLE = "cloudkit.zoneshare"


def invited(ask, permission="READ_WRITE"):
    by_address = {"emailAddress": ask.two.address}
    identity = {"lookupInfo": by_address if ask.two.address else {"userRecordName": ask.two.user}}
    return {"userIdentity": identity, "type": "USER", "permission": permission}


def share_of_zone(*people, **keys):
    keys = {"publicPermission": "NONE", "participants": list(people), **keys}
    return create(WHOLE, type="cloudkit.share", **keys)


def root(name):
    return create(name, createShortGUID=True)


def share(ask, zone, name, *people, share_name=None):
    """Shares a record that is there; its tag stands in the request, as the reference has it."""
    tag = ask.lookup(zone, name).done().items[0]["recordChangeTag"]
    operation = create(
        share_name or f"share-of-{name}", type="cloudkit.share", publicPermission="NONE",
        forRecord={"recordName": name, "recordChangeTag": tag}, participants=list(people),
    )
    return ask.modify(zone, operation, atomic=False)


def links(stored):
    code = stored.get("shortGUID")
    code = code.get("value") if isinstance(code, dict) else code
    if not code:
        raise Unanswerable("the share has no short GUID")
    return {"shortGUIDs": [{"value": code}]}


def accept(ask, stored):
    return ask.two.public("records/accept", links(stored))


def as_seen(ask, zone):
    """The zone as the second person names it."""
    return {**zone, "ownerRecordName": ask.one.user}


def shared_zone(ask, permission="READ_WRITE"):
    """A zone with the record `a`, shared as a whole and accepted, as its owner and as the participant name it."""
    zone = ask.zone()
    ask.modify(zone, create("a", {"text": text("milk")})).done()
    stored = ask.modify(zone, share_of_zone(invited(ask, permission))).done().items[0]
    accept(ask, stored).done()
    return zone, as_seen(ask, zone)


def shared_root(ask, permission="READ_WRITE"):
    """A zone whose record `root` is shared and accepted, with the record `child` below it."""
    zone = ask.zone()
    ask.modify(zone, root("root"), create("child", parent={"recordName": "root"})).done()
    accept(ask, share(ask, zone, "root", invited(ask, permission)).done().items[0]).done()
    return zone, as_seen(ask, zone)


def remove_guest(ask, zone):
    """The owner saves the share of a zone without the second person."""
    stored = ask.lookup(zone, WHOLE).done().items[0]
    others = [person for person in stored["participants"] if person != guest(stored, ask)]
    kept = change("forceUpdate", WHOLE, type="cloudkit.share", participants=others)
    return ask.modify(zone, kept)


def theirs(ask):
    return {"caller": ask.two, "database": "shared"}


def told(ask, zone, token=None):
    """How the second person's `changes/database` tells of a zone."""
    zones = [z for z in ask.zones(token, **theirs(ask))[0] if z["zoneID"]["zoneName"] == zone["zoneName"]]
    return "nothing" if not zones else "deleted" if zones[-1].get("deleted") else "there"


def shared_token(ask):
    return ask.zones(**theirs(ask))[1]


def invitation(ask):
    zone = ask.zone()
    stored = ask.modify(zone, share_of_zone(invited(ask))).done().items[0]
    return zone, stored


def guest(stored, ask):
    people = stored.get("participants", [])
    found = [p for p in people if p.get("userIdentity", {}).get("userRecordName") == ask.two.user]
    found = found or [p for p in people if p.get("type") != "OWNER"]
    if not found:
        raise Unanswerable("the share names no participant")
    return found[0]


@question(
    "Which `type` has an invited participant?", "USER", "PRIVATE_USER",
    rule=EDIT, needs="two",
)
def type_of_participant(ask):
    return guest(invitation(ask)[1], ask).get("type", "none")


@question(
    "Which `acceptanceStatus` has an invited participant?", "INVITED", "PENDING",
    rule=EDIT, needs="two",
)
def state_of_participant(ask):
    return guest(invitation(ask)[1], ask).get("acceptanceStatus", "none")


@question(
    "A zone is shared as a whole, and has such a share already.", "the item: CONFLICT",
    "the item: EXISTS", "the item: BAD_REQUEST",
    rule=RULES, needs="two",
)
def second_share_of_a_zone(ask):
    zone, _ = invitation(ask)
    return ask.modify(zone, share_of_zone(), atomic=False).outcome()


@question(
    "A zone with a shared record is shared as a whole.", "the item: BAD_REQUEST",
    "the item: CONFLICT", "success",
    rule=RULES, needs="two",
)
def zone_with_a_shared_record(ask):
    zone = ask.zone()
    ask.modify(zone, root("root")).done()
    share(ask, zone, "root").done()
    return ask.modify(zone, share_of_zone(), atomic=False).outcome()


@question(
    "A record below a shared one is shared too.", "the item: BAD_REQUEST", "the item: CONFLICT",
    "success",
    rule=RULES, needs="two",
)
def share_below_a_share(ask):
    zone = ask.zone()
    ask.modify(zone, root("root"), create("child", parent={"recordName": "root"})).done()
    share(ask, zone, "root").done()
    return share(ask, zone, "child").outcome()


@question(
    "A record of the default zone is shared.", "the item: BAD_REQUEST", "the request: BAD_REQUEST",
    "success",
    rule=RULES, needs="two",
)
def share_in_default_zone(ask):
    name, share_name = ask.name(), ask.name()
    ask.later(ask.forget, [share_name, name], "private")
    ask.modify(None, create(name)).done()
    return share(ask, {"zoneName": "_defaultZone"}, name, share_name=share_name).outcome()


@question(
    "A link is resolved by somebody who is not invited.", "the request: NOT_FOUND",
    "the item: NOT_FOUND", "the request: ACCESS_DENIED", "the item: ACCESS_DENIED", "success",
    rule=SERVICE, needs="two",
)
def resolve_without_invitation(ask):
    stored = ask.modify(ask.zone(), share_of_zone()).done().items[0]
    return ask.two.public("records/resolve", links(stored)).outcome()


@question(
    "A link is accepted by somebody who is not invited.", "the request: ACCESS_DENIED",
    "the item: ACCESS_DENIED", "the request: NOT_FOUND", "the item: NOT_FOUND", "success",
    rule=SERVICE, needs="two",
)
def accept_without_invitation(ask):
    stored = ask.modify(ask.zone(), share_of_zone()).done().items[0]
    return accept(ask, stored).outcome()


@question(
    "An invitation is accepted twice.", "success", "the item: BAD_REQUEST",
    "the request: BAD_REQUEST",
    rule=MEMBERSHIP, needs="two",
)
def accept_twice(ask):
    _, stored = invitation(ask)
    accept(ask, stored).done()
    return accept(ask, stored).outcome()


@question(
    "Before an invitation is accepted, what tells the participant's `changes/database` of the zone?",
    "nothing", "there",
    rule=VIEW, needs="two",
)
def zone_before_acceptance(ask):
    token = shared_token(ask)
    zone, _ = invitation(ask)
    return told(ask, zone, token)


@question(
    "After it is accepted, what tells the participant's `changes/database` of the zone?",
    "there", "nothing",
    rule=VIEW, needs="two",
)
def zone_after_acceptance(ask):
    token = shared_token(ask)
    zone, _ = shared_zone(ask)
    return told(ask, zone, token)


@question(
    "An invitation was accepted. Has the owner's feed the share?", "yes", "no",
    rule=MEMBERSHIP, needs="two",
)
def share_after_acceptance(ask):
    zone, stored = invitation(ask)
    _, token = ask.all_changes(zone)
    accept(ask, stored).done()
    names = [record["recordName"] for record in ask.all_changes(zone, token)[0]]
    return "yes" if WHOLE in names else "no"


@question(
    "A participant with READ_ONLY saves a record.", "the item: ACCESS_DENIED",
    "the request: ACCESS_DENIED", "success",
    rule="CloudRules/Rights/ZoneAccess.swift", needs="two",
)
def write_with_read_only(ask):
    _, seen = shared_zone(ask, "READ_ONLY")
    return ask.modify(seen, create("b"), atomic=False, **theirs(ask)).outcome()


@question(
    "A query of the shared database names no zone.", "the request: BAD_REQUEST",
    "success", "the request: ZONE_NOT_FOUND",
    rule="CloudRules/Queries/QueryZones.swift", needs="two",
)
def shared_query_without_zone(ask):
    answer = ask.search(None, query(), **theirs(ask))
    return answer.outcome() if answer.code else "success"


@question(
    "A query of the shared database has `zoneWide`.", "success", "the request: BAD_REQUEST",
    rule="CloudRules/Queries/QueryZones.swift", needs="two",
)
def shared_zone_wide(ask):
    answer = ask.search(None, query(), zoneWide=True, **theirs(ask))
    return answer.outcome() if answer.code else "success"


@question(
    "`changes/zone` of the shared database has `reverse`.", "the item: BAD_REQUEST",
    "the request: BAD_REQUEST", "success",
    rule="CloudRules/Changes/ZoneChangesRequest.swift", needs="two",
)
def reverse_in_shared(ask):
    _, seen = shared_zone(ask)
    return ask.changes(seen, reverse=True, **theirs(ask)).outcome()


@question(
    "A participant of a shared record makes a record without a `parent`.",
    "the item: ACCESS_DENIED", "the item: BAD_REQUEST", "success",
    rule="CloudRules/Sharing/Hierarchy.swift", needs="two",
)
def record_outside_the_share(ask):
    _, seen = shared_root(ask)
    return ask.modify(seen, create("b"), atomic=False, **theirs(ask)).outcome()


@question(
    "A participant deletes the root of a share.", "the item: ACCESS_DENIED", "success",
    "the item: BAD_REQUEST",
    rule="CloudRules/Sharing/Hierarchy.swift", needs="two",
)
def participant_deletes_root(ask):
    zone, seen = shared_root(ask)
    ask.modify(zone, change("forceDelete", "child")).done()
    return ask.modify(seen, change("forceDelete", "root"), atomic=False, **theirs(ask)).outcome()


@question(
    "A participant deletes a record of the owner's.", "success", "the item: ACCESS_DENIED",
    rule="CloudRules/Rights/ZoneAccess.swift", needs="two",
)
def participant_deletes_a_record(ask):
    _, seen = shared_zone(ask)
    return ask.modify(seen, change("forceDelete", "a"), atomic=False, **theirs(ask)).outcome()


@question(
    "A record leaves the shared hierarchy. What has the participant's feed?",
    "a tombstone without recordChangeTag", "a tombstone with recordChangeTag", "nothing",
    rule=FEED, needs="two",
)
def record_that_left(ask):
    zone, seen = shared_root(ask)
    _, token = ask.all_changes(seen, **theirs(ask))
    ask.modify(zone, change("forceUpdate", "child", parent=None)).done()
    records = [r for r in ask.all_changes(seen, token, **theirs(ask))[0] if r["recordName"] == "child"]
    if not records:
        return "nothing"
    if not records[0].get("deleted"):
        return "the record"
    return f"a tombstone {'with' if records[0].get('recordChangeTag') else 'without'} recordChangeTag"


@question(
    "A participant deletes the zone in the shared database. Is it there for its owner?",
    "yes", "no", "the zone cannot be deleted",
    rule=MEMBERSHIP, needs="two",
)
def participant_deletes_the_zone(ask):
    zone, seen = shared_zone(ask)
    operation = {"operationType": "delete", "zone": {"zoneID": seen}}
    answer = ask.two.shared("zones/modify", {"operations": [operation]})
    if answer.outcome() != "success":
        return "the zone cannot be deleted"
    return "yes" if ask.lookup(zone, "a").codes == ["OK"] else "no"


@question(
    "A participant deletes the share. What tells the own `changes/database` of the zone?",
    "deleted", "nothing", "there", "the share cannot be deleted",
    rule=MEMBERSHIP, needs="two",
)
def participant_deletes_the_share(ask):
    zone, seen = shared_zone(ask)
    token = shared_token(ask)
    gone = change("forceDelete", WHOLE, type="cloudkit.share")
    if ask.modify(seen, gone, **theirs(ask)).outcome() != "success":
        return "the share cannot be deleted"
    return told(ask, zone, token)


@question(
    "The owner removes a participant. What tells the participant's `changes/database` of the zone?",
    "deleted", "nothing", "there",
    rule=MEMBERSHIP, needs="two",
)
def removed_participant(ask):
    zone, _ = shared_zone(ask)
    token = shared_token(ask)
    remove_guest(ask, zone).done()
    return told(ask, zone, token)


@question(
    "A participant was removed, and asks for the zone's changes.", "the item: ZONE_NOT_FOUND",
    "the item: ACCESS_DENIED", "the request: ZONE_NOT_FOUND",
    rule=VIEW, needs="two",
)
def changes_after_removal(ask):
    zone, seen = shared_zone(ask)
    remove_guest(ask, zone).done()
    return ask.changes(seen, **theirs(ask)).outcome()


@question(
    "A participant loses one of two shared records of a zone. What tells `changes/database` of the zone?",
    "there", "deleted", "nothing",
    rule=VIEW, needs="two",
)
def one_share_of_two(ask):
    zone, _ = shared_root(ask)
    ask.modify(zone, root("other")).done()
    accept(ask, share(ask, zone, "other", invited(ask)).done().items[0]).done()
    token = shared_token(ask)
    ask.modify(zone, change("forceDelete", "share-of-other", type="cloudkit.share")).done()
    return told(ask, zone, token)


@question(
    "A participant of two shares of a zone loses one with 201 records. What has `changes/zone`?",
    "the item: CHANGE_TOKEN_EXPIRED", "201 tombstones",
    rule=VIEW, needs="two",
)
def large_share_of_two(ask):
    zone, seen = shared_root(ask)
    below = [create(f"r{count}", parent={"recordName": "other"}) for count in range(200)]
    ask.modify(zone, root("other")).done()
    ask.modify(zone, *below).done()
    accept(ask, share(ask, zone, "other", invited(ask)).done().items[0]).done()
    _, token = ask.all_changes(seen, **theirs(ask))
    ask.modify(zone, change("forceDelete", "share-of-other", type="cloudkit.share")).done()
    answer = ask.changes(seen, token, **theirs(ask))
    if answer.outcome() != "success":
        return answer.outcome()
    records, _ = ask.all_changes(seen, token, **theirs(ask))
    return f"{sum(bool(record.get('deleted')) for record in records)} tombstones"


@question(
    "The owner deletes a share and shares again. Is the link the same?", "yes", "no",
    rule=RULES, needs="two",
)
def link_after_sharing_again(ask):
    zone, first = invitation(ask)
    ask.modify(zone, change("forceDelete", WHOLE, type="cloudkit.share")).done()
    again = ask.modify(zone, share_of_zone(invited(ask))).done().items[0]
    return "yes" if links(first) == links(again) else "no"


@question(
    "The owner opens the link of a share. Is who has not accepted still a participant?", "no", "yes",
    rule=EDIT, needs="two",
)
def open_with_an_invitation(ask):
    zone, _ = invitation(ask)
    opened = change("forceUpdate", WHOLE, type="cloudkit.share", publicPermission="READ_ONLY")
    stored = ask.modify(zone, opened).done().items[0]
    return "yes" if [p for p in stored["participants"] if p.get("type") != "OWNER"] else "no"


@question(
    "Who has joined by an open link is which `type` of participant?", "PUBLIC_USER", "USER",
    "PRIVATE_USER",
    rule=MEMBERSHIP, needs="two",
)
def joined_by_a_link(ask):
    zone = ask.zone()
    stored = ask.modify(zone, share_of_zone(publicPermission="READ_WRITE")).done().items[0]
    accept(ask, stored).done()
    return guest(ask.lookup(zone, WHOLE).done().items[0], ask).get("type", "none")


@question(
    "Two persons save one record with the same `recordChangeTag`. What has the second?",
    "the item: CONFLICT", "the request: ZONE_BUSY", "success",
    rule="CloudRules/Records/RecordDecision.swift", needs="two",
)
def same_tag_by_two(ask):
    zone, seen = shared_zone(ask)
    tag = ask.lookup(zone, "a").done().items[0]["recordChangeTag"]
    first = change("update", "a", {"text": text("b")}, recordChangeTag=tag)
    second = change("update", "a", {"text": text("c")}, recordChangeTag=tag)
    ask.modify(zone, first).done()
    return ask.modify(seen, second, atomic=False, **theirs(ask)).outcome()


@question(
    "A root record is deleted by its owner, and its child is not.",
    "the item: VALIDATING_REFERENCE_ERROR", "success",
    rule="CloudRules/Records/ReferenceRules.swift", needs="two",
)
def owner_deletes_root(ask):
    zone, _ = shared_root(ask)
    return ask.modify(zone, change("forceDelete", "root"), atomic=False).outcome()
