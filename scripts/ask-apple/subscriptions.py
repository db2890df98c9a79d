"""Subscriptions and notifications"""

import time

from cloudkit import OTHER, change, create, number, query, text, where
from sheet import question

RULE = "CloudRules/Subscriptions/CloudService+Subscriptions.swift"


def of_query(name, asked, fires_on=("create",), **keys):
    return {
        "subscriptionID": name, "subscriptionType": "query", "query": asked,
        "firesOn": list(fires_on), "notificationInfo": {"shouldSendContentAvailable": True}, **keys,
    }


@question(
    "A subscription of the type `database` is saved in the private database.",
    "success", "the item: BAD_REQUEST", "the request: BAD_REQUEST",
    rule=RULE,
)
def database_subscription(ask):
    return ask.subscribe({"subscriptionID": ask.name(), "subscriptionType": "database"}).outcome()


@question(
    "A subscription of the type `query` is saved in the shared database.",
    "the item: BAD_REQUEST", "success", "the request: BAD_REQUEST",
    rule=RULE,
)
def query_in_shared(ask):
    return ask.subscribe(of_query(ask.name(), query()), database="shared").outcome()


@question(
    "A subscription is saved without an ID.", "it gets one", "the item: BAD_REQUEST",
    "the request: BAD_REQUEST",
    rule=RULE,
)
def subscription_without_id(ask):
    keys = of_query("", query(where("number", "EQUALS", number(7))))
    del keys["subscriptionID"]
    answer = ask.subscribe(keys)
    return "it gets one" if answer.outcome() == "success" else answer.outcome()


@question(
    "A subscription is saved again under its ID, with another filter. Which one is there?",
    "the new one", "the old one", "the item: CONFLICT", "the item: EXISTS",
    rule=RULE,
)
def subscription_again(ask):
    name = ask.name()
    for value in (1, 2):
        answer = ask.subscribe(of_query(name, query(where("number", "EQUALS", number(value)))))
        if answer.outcome() != "success":
            return answer.outcome()
    body = {"subscriptions": [{"subscriptionID": name}]}
    kept = ask.one.private("subscriptions/lookup", body).done().items[0]
    value = kept["query"]["filterBy"][0]["fieldValue"]["value"]
    return "the new one" if value == 2 else "the old one"


@question(
    "Two subscriptions differ in their IDs alone.", "the item: INTERNAL_ERROR", "success",
    "the item: EXISTS", "the item: CONFLICT", "the item: BAD_REQUEST",
    rule=RULE,
)
def equal_subscriptions(ask):
    asked = query(where("number", "EQUALS", number(3)))
    ask.subscribe(of_query(ask.name(), asked)).done()
    return ask.subscribe(of_query(ask.name(), asked)).outcome()


@question(
    "Two subscriptions differ in their IDs and in a filter.", "success", "the item: INTERNAL_ERROR",
    rule=RULE,
)
def subscriptions_with_other_filters(ask):
    ask.subscribe(of_query(ask.name(), query(where("number", "EQUALS", number(4))))).done()
    return ask.subscribe(of_query(ask.name(), query(where("number", "EQUALS", number(5))))).outcome()


@question(
    "Two subscriptions differ in their IDs and in their zones.", "success",
    "the item: INTERNAL_ERROR",
    rule=RULE,
)
def subscriptions_of_other_zones(ask):
    asked = query(where("number", "EQUALS", number(6)))
    ask.subscribe(of_query(ask.name(), asked, zoneID=ask.zone(), zoneWide=False)).done()
    return ask.subscribe(of_query(ask.name(), asked, zoneID=ask.zone(), zoneWide=False)).outcome()


@question(
    "A subscription has no filter, and `recordName` of its type has no index.",
    "success", "the item: BAD_REQUEST", "the request: BAD_REQUEST",
    rule=RULE,
)
def subscription_without_index(ask):
    return ask.subscribe(of_query(ask.name(), query(type=OTHER))).outcome()


@question(
    "A subscription names a type that the schema does not have.",
    "the item: NOT_FOUND", "the item: BAD_REQUEST", "success",
    rule=RULE,
)
def subscription_to_unknown_type(ask):
    return ask.subscribe(of_query(ask.name(), query(type="AskNothing"))).outcome()


@question(
    "A subscription is updated that is not there.", "success", "the item: NOT_FOUND",
    rule=RULE,
)
def update_subscription_that_is_gone(ask):
    keys = of_query(ask.name(), query(where("number", "EQUALS", number(8))))
    return ask.subscribe(keys, kind="update").outcome()


@question(
    "A subscription is deleted that is not there.", "the item: NOT_FOUND", "success",
    rule=RULE,
)
def delete_subscription_that_is_gone(ask):
    return ask.unsubscribe(ask.name()).outcome()


@question(
    "The `notificationInfo` of a subscription has 40 KB.", "the item: BAD_REQUEST", "success",
    "the request: BAD_REQUEST",
    rule=RULE,
)
def large_subscription(ask):
    keys = of_query(ask.name(), query(where("number", "EQUALS", number(9))))
    keys["notificationInfo"] = {"alertBody": "x" * 40_000}
    return ask.subscribe(keys).outcome()


@question(
    "`tokens/register` has a token that was never issued.", "success", "the request: BAD_REQUEST",
    "the request: NOT_FOUND",
    rule="CloudCore/Notifications/CourierState.swift",
)
def register_unknown_token(ask):
    body = {"apnsEnvironment": "development", "apnsToken": "00" * 32}
    answer = ask.one.ask(None, "tokens/register", body)
    return answer.outcome() if answer.code else "success"


def next_frame(ask, address):
    """The next notification of a channel; None if none comes within a minute."""
    end = time.monotonic() + ask.patience
    while time.monotonic() < end:
        answer = ask.cloud.open(address, timeout=ask.patience)
        ask.cloud.calls.append(("courier", None, "poll", None, answer))
        if answer.body:
            return answer.body
    return None


@question(
    "A record is saved for which there is a query's subscription. What is `ce` of the frame in development?",
    "2", "1", "0",
    rule="CloudRules/Notifications/Announcement.swift",
)
def environment_of_a_frame(ask):
    zone = ask.zone()
    channel = {"apnsEnvironment": "development"}
    address = ask.one.ask(None, "tokens/create", channel).done().body["webcourierURL"]
    asked = query(where("text", "EQUALS", text("frame")))
    ask.subscribe(of_query(ask.name(), asked, zoneID=zone, zoneWide=False)).done()
    ask.modify(zone, create("a", {"text": text("frame")})).done()
    frame = next_frame(ask, address)
    return str(frame["ck"].get("ce")) if frame else "no notification"


@question(
    "The `firesOnce` subscription has fired. Is it there?", "no", "yes",
    rule="CloudRules/Notifications/ChangePublisher+Records.swift",
)
def fired_once(ask):
    zone, name = ask.zone(), ask.name()
    channel = {"apnsEnvironment": "development"}
    address = ask.one.ask(None, "tokens/create", channel).done().body["webcourierURL"]
    asked = query(where("text", "EQUALS", text("once")))
    ask.subscribe(of_query(name, asked, zoneID=zone, zoneWide=False, firesOnce=True)).done()
    ask.modify(zone, change("forceUpdate", "a", {"text": text("once")})).done()
    if not next_frame(ask, address):
        return "no notification"
    body = {"subscriptions": [{"subscriptionID": name}]}
    return "yes" if ask.one.private("subscriptions/lookup", body).codes == ["OK"] else "no"


@question(
    "How long does the courier hold a poll?", "30 seconds", "60 seconds", "longer than 100 seconds",
    rule="CloudCore/Notifications/CourierState.swift", is_slow=True,
)
def held_poll(ask):
    channel = {"apnsEnvironment": "development"}
    address = ask.one.ask(None, "tokens/create", channel).done().body["webcourierURL"]
    start = time.monotonic()
    try:
        ask.cloud.open(address, timeout=100)
    except OSError:
        return "longer than 100 seconds"
    return f"{round(time.monotonic() - start)} seconds"
