"""Zones"""

from cloudkit import create
from sheet import question

RULE = "CloudRules/Zones/CloudService+Zones.swift"


@question("A zone is created that is there already.", "success", "the item: EXISTS", rule=RULE)
def create_zone_that_is_there(ask):
    return ask.make(ask.zone()).outcome()


@question(
    "A zone is deleted that is not there.", "the item: ZONE_NOT_FOUND", "success",
    "the item: NOT_FOUND",
    rule=RULE,
)
def delete_zone_that_is_gone(ask):
    return ask.remove({"zoneName": ask.name()}).outcome()


@question(
    "Which `zoneType` has the default zone?", "DEFAULT_ZONE", "REGULAR_CUSTOM_ZONE", "none",
    rule=RULE,
)
def type_of_default_zone(ask):
    zones = ask.one.private("zones/list").done().items
    default = [zone["zoneID"] for zone in zones if zone["zoneID"]["zoneName"] == "_defaultZone"]
    return default[0].get("zoneType", "none") if default else "it is not in the list"


@question(
    "The default zone is created.", "the item: BAD_REQUEST", "the request: BAD_REQUEST",
    "the item: ACCESS_DENIED",
    rule=RULE,
)
def create_default_zone(ask):
    return ask.make({"zoneName": "_defaultZone"}).outcome()


@question(
    "A zone is created whose name begins with `_`.", "the item: BAD_REQUEST",
    "the request: BAD_REQUEST", "success",
    rule="CloudRules/Records/NameRules.swift",
)
def zone_with_underscore(ask):
    zone = {"zoneName": "_" + ask.name()}
    ask.later(ask.remove, zone)
    return ask.make(zone).outcome()


@question(
    "A zone is created in the public database.", "the request: BAD_REQUEST",
    "the item: BAD_REQUEST", "the item: ACCESS_DENIED",
    rule=RULE,
)
def zone_in_public(ask):
    operation = {"operationType": "create", "zone": {"zoneID": {"zoneName": ask.name()}}}
    return ask.one.public("zones/modify", {"operations": [operation]}).outcome()


@question(
    "A zone is created in the shared database.", "the item: BAD_REQUEST",
    "the request: BAD_REQUEST", "the item: ACCESS_DENIED", "the item: ZONE_NOT_FOUND",
    rule=RULE,
)
def zone_in_shared(ask):
    operation = {"operationType": "create", "zone": {"zoneID": {"zoneName": ask.name()}}}
    return ask.one.shared("zones/modify", {"operations": [operation]}).outcome()


@question(
    "One request creates a zone twice.", "success", "the request: BAD_REQUEST",
    "the item: BAD_REQUEST", "the item: EXISTS",
    rule=RULE,
)
def zone_twice(ask):
    zone = {"zoneName": ask.name()}
    ask.later(ask.remove, zone)
    operation = {"operationType": "create", "zone": {"zoneID": zone}}
    return ask.one.private("zones/modify", {"operations": [operation, operation]}).outcome(1)


@question(
    "A zone is made again under its name. Are the records of the earlier one there?", "no", "yes",
    rule=RULE,
)
def zone_made_again(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    ask.remove(zone).done()
    ask.make(zone).done()
    return "yes" if ask.lookup(zone, "a").codes == ["OK"] else "no"
