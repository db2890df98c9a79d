"""Records"""

from cloudkit import ITEM, OTHER, change, create, number, reference, text
from sheet import question

PLAN = "CloudRules/Records/RecordPlan.swift"
DECISION = "CloudRules/Records/RecordDecision.swift"
REFERENCES = "CloudRules/Records/ReferenceRules.swift"
NAMES = "CloudRules/Records/NameRules.swift"
VALUES = "CloudRules/Records/ValueRules.swift"
BATCH = "CloudRules/Records/RecordBatch.swift"


@question(
    "One record of an atomic batch fails. What has the answer?",
    "status 200, its own error for this record, ATOMIC_ERROR for the others",
    "the request: ATOMIC_ERROR",
    rule=BATCH,
)
def atomic_failure(ask):
    zone = ask.zone()
    ask.modify(zone, create("there")).done()
    answer = ask.modify(zone, create("new"), create("there"), atomic=True)
    if answer.codes == ["ATOMIC_ERROR", "CONFLICT"]:
        return "status 200, its own error for this record, ATOMIC_ERROR for the others"
    return answer.outcome() if answer.code else " ".join(answer.codes)


@question(
    "Without `atomic`, does a batch in a custom zone save anything where one record fails?",
    "nothing is saved", "the others are saved",
    rule=BATCH,
)
def atomic_by_default(ask):
    zone = ask.zone()
    ask.modify(zone, create("there")).done()
    ask.modify(zone, create("new"), create("there"))
    return "the others are saved" if ask.lookup(zone, "new").codes == ["OK"] else "nothing is saved"


@question(
    "`atomic` is true in the default zone.", "the request: BAD_REQUEST", "success",
    rule="CloudRules/Records/CloudService+Records.swift",
)
def atomic_in_default_zone(ask):
    name = ask.name()
    ask.later(ask.forget, [name], "private")
    return ask.modify(None, create(name), atomic=True).outcome()


@question(
    "A record is created that is there already.", "the item: CONFLICT", "the item: EXISTS",
    rule=DECISION,
)
def create_what_is_there(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    return ask.modify(zone, create("a"), atomic=False).outcome()


@question(
    "A record is updated, and the request has no `recordChangeTag`.",
    "the item: CONFLICT", "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=DECISION,
)
def update_without_tag(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    return ask.modify(zone, change("update", "a", {"text": text("b")}), atomic=False).outcome()


@question(
    "A record is updated that is not there, and the request has a `recordChangeTag`.",
    "the item: NOT_FOUND", "the item: CONFLICT", "success",
    rule=DECISION,
)
def update_what_is_gone(ask):
    zone = ask.zone()
    gone = change("update", "gone", {"text": text("b")}, recordChangeTag="1")
    return ask.modify(zone, gone, atomic=False).outcome()


@question(
    "A record is deleted that is not there, by `delete`.",
    "the item: NOT_FOUND", "the item: CONFLICT", "success",
    rule=DECISION,
)
def delete_what_is_gone(ask):
    operation = {"operationType": "delete", "record": {"recordName": "gone", "recordChangeTag": "1"}}
    return ask.modify(ask.zone(), operation, atomic=False).outcome()


@question(
    "A record is deleted that is not there, by `forceDelete`.", "success", "the item: NOT_FOUND",
    rule=DECISION,
)
def force_delete_what_is_gone(ask):
    return ask.modify(ask.zone(), change("forceDelete", "gone"), atomic=False).outcome()


@question(
    "The zone of `records/modify` does not exist.",
    "the item: ZONE_NOT_FOUND", "the request: ZONE_NOT_FOUND",
    rule=PLAN,
)
def modify_in_missing_zone(ask):
    return ask.modify({"zoneName": ask.name()}, create("a")).outcome()


@question(
    "The zone of `records/lookup` does not exist.",
    "the item: ZONE_NOT_FOUND", "the request: ZONE_NOT_FOUND", "the item: NOT_FOUND",
    rule="CloudRules/Records/CloudService+Records.swift",
)
def lookup_in_missing_zone(ask):
    return ask.lookup({"zoneName": ask.name()}, "a").outcome()


@question(
    "One request has two operations for one record.",
    "the request: BAD_REQUEST", "the item: BAD_REQUEST", "success",
    rule=PLAN,
)
def twice_in_a_request(ask):
    operations = [change("forceUpdate", "a", {"text": text(word)}) for word in ("b", "c")]
    return ask.modify(ask.zone(), *operations, atomic=False).outcome(1)


@question(
    "One request has 201 operations.",
    "the request: BAD_REQUEST", "success", "the request: LIMIT_EXCEEDED",
    rule="CloudModel/Limits/CloudLimits.swift",
)
def too_many_operations(ask):
    return ask.modify(ask.zone(), *[create(f"a{count}") for count in range(201)]).outcome()


@question(
    "`forceReplace` names another type than the record has.",
    "the item: BAD_REQUEST", "success", "the item: CONFLICT",
    rule=PLAN,
)
def another_type(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    return ask.modify(zone, change("forceReplace", "a", type=OTHER), atomic=False).outcome()


@question(
    "A record has a type that the schema does not have.",
    "the item: NOT_FOUND", "the item: BAD_REQUEST", "the request: NOT_FOUND", "success",
    rule="CloudRules/Schema/SchemaRules.swift",
)
def unknown_type(ask):
    return ask.modify(ask.zone(), create("a", type="AskNothing"), atomic=False).outcome()


@question(
    "A record has a field that its type does not have.",
    "the item: BAD_REQUEST", "the item: NOT_FOUND", "success",
    rule="CloudRules/Schema/SchemaRules.swift",
)
def unknown_field(ask):
    return ask.modify(ask.zone(), create("a", {"nothing": text("b")}), atomic=False).outcome()


@question(
    "A record is created again after its deletion. Do its change tags begin again?",
    "they go on", "they begin again",
    rule=DECISION,
)
def tags_after_deletion(ask):
    zone = ask.zone()
    first = ask.modify(zone, create("a")).done().items[0]["recordChangeTag"]
    ask.modify(zone, change("forceDelete", "a")).done()
    again = ask.modify(zone, create("a")).done().items[0]["recordChangeTag"]
    return "they begin again" if again == first else "they go on"


@question(
    "A child is saved. Does its parent get a new change tag?", "yes", "no",
    rule="CloudRules/Records/RecordBatch+Effects.swift",
)
def touched_parent(ask):
    zone = ask.zone()
    before = ask.modify(zone, create("root")).done().items[0]["recordChangeTag"]
    ask.modify(zone, create("child", parent={"recordName": "root"})).done()
    after = ask.lookup(zone, "root").done().items[0]["recordChangeTag"]
    return "no" if before == after else "yes"


@question(
    "The `parent` of a record is not there.",
    "the item: VALIDATING_REFERENCE_ERROR", "the item: BAD_REQUEST", "the item: NOT_FOUND", "success",
    rule=REFERENCES,
)
def missing_parent(ask):
    orphan = create("child", parent={"recordName": "nobody"})
    return ask.modify(ask.zone(), orphan, atomic=False).outcome()


@question(
    "A record is deleted that is the `parent` of another.",
    "the item: VALIDATING_REFERENCE_ERROR", "success", "the item: BAD_REQUEST",
    rule=REFERENCES,
)
def delete_parent(ask):
    zone = ask.zone()
    ask.modify(zone, create("root"), create("child", parent={"recordName": "root"})).done()
    return ask.modify(zone, change("forceDelete", "root"), atomic=False).outcome()


@question(
    "Two records become one another's `parent`.",
    "the item: BAD_REQUEST", "the item: VALIDATING_REFERENCE_ERROR", "success",
    rule=REFERENCES,
)
def circle_of_parents(ask):
    zone = ask.zone()
    ask.modify(zone, create("a"), create("b", parent={"recordName": "a"})).done()
    circle = change("forceUpdate", "a", parent={"recordName": "b"})
    return ask.modify(zone, circle, atomic=False).outcome()


@question(
    "A reference leads into another zone.", "the item: BAD_REQUEST", "success",
    rule=REFERENCES,
)
def reference_to_another_zone(ask):
    zone, other = ask.zone(), ask.zone()
    ask.modify(other, create("b")).done()
    link = {"link": reference("b", zoneID=other)}
    return ask.modify(zone, create("a", link), atomic=False).outcome()


@question(
    "A `DELETE_SELF` reference leads to a record that is not there.",
    "success", "the item: VALIDATING_REFERENCE_ERROR", "the item: BAD_REQUEST",
    rule=REFERENCES,
)
def dangling_reference(ask):
    link = {"link": reference("nobody", "DELETE_SELF")}
    return ask.modify(ask.zone(), create("a", link), atomic=False).outcome()


@question(
    "A `VALIDATE` reference leads to a record that is not there.",
    "the item: VALIDATING_REFERENCE_ERROR", "success", "the item: BAD_REQUEST",
    rule=REFERENCES,
)
def dangling_validation(ask):
    link = {"link": reference("nobody", "VALIDATE")}
    return ask.modify(ask.zone(), create("a", link), atomic=False).outcome()


@question(
    "A record is deleted to which a `VALIDATE` reference leads.",
    "the item: VALIDATING_REFERENCE_ERROR", "success",
    rule=REFERENCES,
)
def delete_validated(ask):
    zone = ask.zone()
    ask.modify(zone, create("a"), create("b", {"link": reference("a", "VALIDATE")})).done()
    return ask.modify(zone, change("forceDelete", "a"), atomic=False).outcome()


@question(
    "A place has 91 degrees of latitude.", "the item: BAD_REQUEST", "success",
    "the request: BAD_REQUEST",
    rule=VALUES,
)
def place_beyond_the_pole(ask):
    place = {"value": {"latitude": 91, "longitude": 0}, "type": "LOCATION"}
    return ask.modify(ask.zone(), create("a", {"place": place}), atomic=False).outcome()


@question(
    "A text without a `type` is sent for a field of numbers.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=VALUES,
)
def wrong_value_without_type(ask):
    return ask.modify(ask.zone(), create("a", {"number": {"value": "b"}}), atomic=False).outcome()


@question(
    "A value has a `type` that CloudKit does not have.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=VALUES,
)
def value_of_unknown_type(ask):
    value = {"text": {"value": "b", "type": "NOTHING"}}
    return ask.modify(ask.zone(), create("a", value), atomic=False).outcome()


@question(
    "A bare text stands where a field is a dictionary.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=VALUES,
)
def bare_value(ask):
    return ask.modify(ask.zone(), create("a", {"text": "b"}), atomic=False).outcome()


@question(
    "A date has a fraction of a millisecond.", "the item: BAD_REQUEST", "success",
    "the request: BAD_REQUEST",
    rule=VALUES,
)
def fraction_of_a_millisecond(ask):
    moment = {"moment": {"value": 1700000000000.5, "type": "TIMESTAMP"}}
    return ask.modify(ask.zone(), create("a", moment), atomic=False).outcome()


@question(
    "An encrypted value without a `type` is sent for a field of encrypted texts.",
    "the item: BAD_REQUEST", "success",
    rule="CloudRules/Schema/FieldDefinition+Admission.swift",
)
def encrypted_value_without_type(ask):
    secret = {"secret": {"value": "b", "isEncrypted": True}}
    return ask.modify(ask.zone(), create("a", secret), atomic=False).outcome()


@question(
    "The field `real` is saved as -0.0. Does the sign come back?", "yes", "no",
    rule="CloudModel/JSONValue.swift",
)
def negative_zero(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", {"real": {"value": -0.0, "type": "DOUBLE"}})).done()
    value = ask.lookup(zone, "a").done().items[0]["fields"]["real"]["value"]
    return "yes" if str(float(value)).startswith("-") else "no"


@question(
    "A field is cleared by `{\"value\": null}`. Does the answer name it?",
    "the field is left out", "the field has no value",
    rule="CloudRules/Records/RecordPresenter.swift",
)
def cleared_field(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", {"text": text("b")})).done()
    ask.modify(zone, change("forceUpdate", "a", {"text": {"value": None}})).done()
    fields = ask.lookup(zone, "a").done().items[0].get("fields", {})
    if "text" not in fields:
        return "the field is left out"
    return "the field has no value" if fields["text"].get("value") is None else "it is not cleared"


@question(
    "An object of the request has a member twice. Which one counts?",
    "the last", "the first", "the request: BAD_REQUEST",
    rule="CloudModel/JSONValue.swift",
)
def member_twice(ask):
    zone = ask.zone()
    raw = (
        f'{{"zoneID":{{"zoneName":"{zone["zoneName"]}"}},"operations":[{{"operationType":"create","record":'
        f'{{"recordName":"a","recordType":"{ITEM}","fields":'
        '{"text":{"value":"first"},"text":{"value":"last"}}}}]}'
    )
    answer = ask.one.private("records/modify", raw=raw.encode())
    if answer.outcome() != "success":
        return answer.outcome()
    return "the " + answer.items[0]["fields"]["text"]["value"]


@question(
    "The name of a record has 256 letters.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=NAMES,
)
def long_name(ask):
    return ask.modify(ask.zone(), create("a" * 256), atomic=False).outcome()


@question(
    "The name of a record begins with `_`.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=NAMES,
)
def name_with_underscore(ask):
    return ask.modify(ask.zone(), create("_a"), atomic=False).outcome()


@question(
    "The name of a record has an ‘ä’.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "success",
    rule=NAMES,
)
def name_beyond_ascii(ask):
    return ask.modify(ask.zone(), create("ä"), atomic=False).outcome()


@question(
    "A record has more than 1 MiB.",
    "the item: BAD_REQUEST", "the request: BAD_REQUEST", "the item: LIMIT_EXCEEDED", "success",
    rule="CloudModel/Limits/CloudLimits.swift",
)
def large_record(ask):
    return ask.modify(ask.zone(), create("a", {"plain": text("x" * 1_060_000)}), atomic=False).outcome()


@question(
    "An operation has an `operationType` that CloudKit does not have.",
    "the request: BAD_REQUEST", "the item: BAD_REQUEST",
    rule="CloudModel/KnownWord.swift",
)
def unknown_operation(ask):
    return ask.modify(ask.zone(), change("upsert", "a"), atomic=False).outcome()


@question(
    "`desiredKeys` is an empty list. Which fields has the answer of a lookup?", "none", "all",
    rule="CloudRules/Records/RecordPresenter.swift",
)
def no_desired_keys(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", {"text": text("b")})).done()
    fields = ask.lookup(zone, "a", desiredKeys=[]).done().items[0].get("fields", {})
    return "all" if fields else "none"


@question(
    "With `numbersAsStrings`, how is 9007199254740993 of a field of numbers written?",
    "as a text, exactly", "as a number",
    rule="CloudRules/Records/RecordPresenter.swift",
)
def numbers_as_texts(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", {"number": number(9007199254740993)})).done()
    value = ask.lookup(zone, "a", numbersAsStrings=True).done().items[0]["fields"]["number"]["value"]
    if value == "9007199254740993":
        return "as a text, exactly"
    return "as a number" if not isinstance(value, str) else f"as {value}"


@question(
    "An empty list of texts is saved and read. Which type does it have?",
    "STRING_LIST", "UNKNOWN_LIST", "LIST", "the field is left out",
    rule="CloudRules/Records/RecordPresenter.swift",
)
def empty_list(ask):
    zone = ask.zone()
    ask.modify(zone, create("a", {"words": {"value": [], "type": "STRING_LIST"}})).done()
    fields = ask.lookup(zone, "a").done().items[0].get("fields", {})
    return fields["words"].get("type", "none") if "words" in fields else "the field is left out"
