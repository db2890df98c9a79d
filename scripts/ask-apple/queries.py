"""Queries"""

from cloudkit import OTHER, by, change, create, number, query, reference, text, where
from sheet import question

COMPILER = "CloudRules/Queries/QueryCompiler.swift"
ORDER = "CloudRules/Queries/IndexOrder.swift"
SEARCH = "CloudRules/Queries/IndexSearch.swift"
SERVICE = "CloudRules/Queries/CloudService+Queries.swift"


def finds(ask, zone, *filters, **options):
    """The names that a query finds, or its error."""
    answer = ask.search(zone, query(*filters), **options)
    return answer.outcome() if answer.code else "".join(sorted(answer.names)) or "nothing"


@question(
    "Does `EQUALS` tell capital letters from small ones?", "yes", "no",
    rule="CloudRules/Queries/IndexKey.swift",
)
def equal_texts(ask):
    zone = ask.saved(ask.zone(), ("a", {"text": text("Milk")}), ("b", {"text": text("milk")}))
    found = finds(ask, zone, where("text", "EQUALS", text("milk")))
    return {"b": "yes", "ab": "no"}.get(found, found)


@question(
    "Does `BEGINS_WITH` tell capital letters from small ones?", "yes", "no",
    rule="CloudRules/Queries/IndexKey.swift",
)
def beginning_of_texts(ask):
    zone = ask.saved(ask.zone(), ("a", {"text": text("Milk")}), ("b", {"text": text("milk")}))
    found = finds(ask, zone, where("text", "BEGINS_WITH", text("mi")))
    return {"b": "yes", "ab": "no"}.get(found, found)


@question(
    "Does `CONTAINS_ALL_TOKENS` find ‘Crème’ where ‘creme’ is asked for?", "yes", "no",
    rule="CloudRules/Queries/IndexKey.swift",
)
def words_with_accents(ask):
    zone = ask.saved(ask.zone(), ("a", {"text": text("Crème brûlée")}), ("b", {"text": text("tea")}))
    found = finds(ask, zone, where("text", "CONTAINS_ALL_TOKENS", text("creme")))
    return {"a": "yes", "nothing": "no"}.get(found, found)


@question(
    "Does `CONTAINS_ALL_TOKENS` with the field name `allTokens` find words of several fields?",
    "yes", "no", "the request: BAD_REQUEST",
    rule=COMPILER,
)
def words_of_all_fields(ask):
    fields = {"text": text("milk"), "other": text("bread")}
    zone = ask.saved(ask.zone(), ("a", fields), ("b", {"text": text("milk")}))
    found = finds(ask, zone, where("allTokens", "CONTAINS_ALL_TOKENS", text("milk bread")))
    return {"a": "yes", "nothing": "no"}.get(found, found)


@question(
    "Texts in ascending order: Z, a, B, é, z, 10, 9. Which order is it?",
    "of code points: 10 9 B Z a z é", "of a dictionary: 10 9 a B é Z z",
    rule=ORDER,
)
def order_of_texts(ask):
    words = ["Z", "a", "B", "é", "z", "10", "9"]
    zone = ask.saved(ask.zone(), *[(f"r{n}", {"text": text(w)}) for n, w in enumerate(words)])
    found = ask.search(zone, query(sort=[by("text")])).done().items
    order = " ".join(record["fields"]["text"]["value"] for record in found)
    return {
        "10 9 B Z a z é": "of code points: 10 9 B Z a z é",
        "10 9 a B é Z z": "of a dictionary: 10 9 a B é Z z",
    }.get(order, order)


@question(
    "Which order have records without `sortBy`?",
    "the order in which they were made", "the opposite order", "another order",
    rule=ORDER,
)
def order_without_sort(ask):
    zone = ask.saved(ask.zone(), *[(name, {}) for name in ("c", "a", "d", "b")])
    order = "".join(ask.search(zone, query()).done().names)
    ours, opposite = "the order in which they were made", "the opposite order"
    return {"cadb": ours, "bdac": opposite}.get(order, "another order")


@question(
    "Which order have records that are equal by `sortBy`?",
    "the order in which they were made", "the opposite order", "another order",
    rule=ORDER,
)
def order_of_equals(ask):
    zone = ask.saved(ask.zone(), *[(name, {"number": number(1)}) for name in ("c", "a", "d", "b")])
    order = "".join(ask.search(zone, query(sort=[by("number")])).done().names)
    ours, opposite = "the order in which they were made", "the opposite order"
    return {"cadb": ours, "bdac": opposite}.get(order, "another order")


@question(
    "Where are records that have no value in the sorted field, in ascending order?",
    "first", "last", "not found",
    rule=ORDER,
)
def order_of_missing_values(ask):
    zone = ask.saved(ask.zone(), ("a", {"number": number(1)}), ("b", {}), ("c", {"number": number(-1)}))
    order = "".join(ask.search(zone, query(sort=[by("number")])).done().names)
    return {"bca": "first", "cab": "last", "ca": "not found"}.get(order, order)


@question(
    "Where are records without a place, in ascending order by distance?", "last", "first",
    "not found",
    rule=ORDER,
)
def order_of_missing_places(ask):
    here = {"latitude": 48.1, "longitude": 11.5}
    place = {"value": here, "type": "LOCATION"}
    zone = ask.saved(ask.zone(), ("a", {"place": place}), ("b", {}))
    order = [by("place", relativeLocation=here)]
    names = "".join(ask.search(zone, query(sort=order)).done().names)
    return {"ab": "last", "ba": "first", "a": "not found"}.get(names, names)


@question(
    "Does `NEAR` with 5 km find a place that is 8 km away?", "no: it is exact", "yes: it is coarse",
    rule=COMPILER,
)
def distance(ask):
    def place(latitude):
        return {"value": {"latitude": latitude, "longitude": 11.5}, "type": "LOCATION"}

    zone = ask.saved(ask.zone(), ("a", {"place": place(48.1)}), ("b", {"place": place(48.172)}))
    found = finds(ask, zone, where("place", "NEAR", place(48.1), distance=5000))
    return {"a": "no: it is exact", "ab": "yes: it is coarse"}.get(found, found)


@question(
    "Does `NOT_EQUALS` find records without a value?", "yes", "no",
    rule="CloudRules/Queries/Query.Filter+Matching.swift",
)
def unequal_to_nothing(ask):
    zone = ask.saved(ask.zone(), ("a", {"number": number(1)}), ("b", {}), ("c", {"number": number(2)}))
    found = finds(ask, zone, where("number", "NOT_EQUALS", number(1)))
    return {"bc": "yes", "c": "no"}.get(found, found)


@question(
    "What does `EQUALS` with a null value find?", "the records without a value", "nothing",
    "the request: BAD_REQUEST",
    rule="CloudRules/Queries/Query.Filter+Matching.swift",
)
def equal_to_null(ask):
    zone = ask.saved(ask.zone(), ("a", {"number": number(1)}), ("b", {}))
    found = finds(ask, zone, where("number", "EQUALS", {"value": None, "type": "INT64"}))
    return {"b": "the records without a value"}.get(found, found)


@question(
    "`IN` has 251 values.", "the request: BAD_REQUEST", "success",
    rule=COMPILER,
)
def many_values(ask):
    zone = ask.saved(ask.zone(), ("a", {"number": number(1)}))
    values = {"value": list(range(251)), "type": "INT64_LIST"}
    answer = ask.search(zone, query(where("number", "IN", values)))
    return answer.outcome() if answer.code else "success"


@question(
    "Are `LIST_CONTAINS_ANY` and `CONTAINS_ANY` known?", "both", "only LIST_CONTAINS_ANY",
    "only CONTAINS_ANY", "neither",
    rule=COMPILER,
)
def newer_comparators(ask):
    words = {"value": ["b", "c"], "type": "STRING_LIST"}
    zone = ask.saved(ask.zone(), ("a", {"words": words}))
    known = [
        name for name in ("LIST_CONTAINS_ANY", "CONTAINS_ANY")
        if finds(ask, zone, where("words", name, words)) == "a"
    ]
    return {0: "neither", 2: "both"}.get(len(known)) or f"only {known[0]}"


@question(
    "A filter names a field that the type does not have.",
    "the request: BAD_REQUEST", "the request: NOT_FOUND", "success: nothing is found",
    rule=COMPILER,
)
def filter_by_unknown_field(ask):
    answer = ask.search(ask.zone(), query(where("nothing", "EQUALS", text("a"))))
    return answer.outcome() if answer.code else "success: nothing is found"


@question(
    "A query has no filter, and `recordName` of its type has no index.",
    "the request: BAD_REQUEST", "success",
    rule=COMPILER,
)
def query_without_index(ask):
    answer = ask.search(ask.zone(), query(type=OTHER))
    return answer.outcome() if answer.code else "success"


@question(
    "A query names a type that the schema does not have.",
    "the request: NOT_FOUND", "the request: BAD_REQUEST", "success",
    rule=COMPILER,
)
def query_of_unknown_type(ask):
    answer = ask.search(ask.zone(), query(type="AskNothing"))
    return answer.outcome() if answer.code else "success"


@question(
    "A filter has a text for a field of numbers.", "the request: BAD_REQUEST", "success",
    rule=COMPILER,
)
def filter_of_another_type(ask):
    answer = ask.search(ask.zone(), query(where("number", "EQUALS", text("a"))))
    return answer.outcome() if answer.code else "success"


@question(
    "The zone of `records/query` does not exist.", "the request: ZONE_NOT_FOUND", "success",
    rule=SERVICE,
)
def query_in_missing_zone(ask):
    answer = ask.search({"zoneName": ask.name()}, query())
    return answer.outcome() if answer.code else "success"


@question(
    "`resultsLimit` is 0.", "the largest page", "the request: BAD_REQUEST", "an empty page",
    rule=SERVICE,
)
def limit_of_nothing(ask):
    zone = ask.saved(ask.zone(), ("a", {}), ("b", {}))
    answer = ask.search(zone, query(), resultsLimit=0)
    if answer.code:
        return answer.outcome()
    return {2: "the largest page", 0: "an empty page"}.get(len(answer.items), "one record")


@question(
    "`resultsLimit` is -1.", "the request: BAD_REQUEST", "success",
    rule=SERVICE,
)
def negative_limit(ask):
    answer = ask.search(ask.zone(), query(), resultsLimit=-1)
    return answer.outcome() if answer.code else "success"


@question(
    "`resultsLimit` is 1.5.", "the request: BAD_REQUEST", "success",
    rule=SERVICE,
)
def limit_with_a_fraction(ask):
    answer = ask.search(ask.zone(), query(), resultsLimit=1.5)
    return answer.outcome() if answer.code else "success"


@question(
    "`resultsLimit` is 1000, and 201 records are there. How many has a page?", "200", "100", "201",
    rule="CloudModel/Limits/CloudLimits.swift",
)
def largest_page(ask):
    zone, names = ask.zone(), [f"r{count}" for count in range(201)]
    for part in (names[:200], names[200:]):
        ask.modify(zone, *[create(name) for name in part]).done()
    ask.wait_for(zone, names)
    return str(len(ask.search(zone, query(), resultsLimit=1000).done().items))


@question(
    "A `continuationMarker` is sent with another query.", "the request: BAD_REQUEST", "success",
    rule="CloudRules/Queries/QueryMarker.swift",
)
def marker_of_another_query(ask):
    zone = ask.saved(ask.zone(), ("a", {}), ("b", {}))
    marker = ask.search(zone, query(), resultsLimit=1).done().body.get("continuationMarker")
    other = query(where("number", "GREATER_THAN", number(0)))
    answer = ask.search(zone, other, continuationMarker=marker)
    return answer.outcome() if answer.code else "success"


@question(
    "A text that is no `continuationMarker` is sent as one.", "the request: BAD_REQUEST", "success",
    rule="CloudRules/Queries/QueryMarker.swift",
)
def marker_of_nothing(ask):
    answer = ask.search(ask.zone(), query(), continuationMarker="YWJj")
    return answer.outcome() if answer.code else "success"


@question(
    "`zoneWide` in the private database: are records of custom zones found?", "yes", "no",
    "the request: BAD_REQUEST",
    rule="CloudRules/Queries/QueryZones.swift",
)
def zone_wide(ask):
    ask.saved(ask.zone(), ("zone-wide", {}))
    answer = ask.search(None, query(), zoneWide=True)
    if answer.code:
        return answer.outcome()
    return "yes" if "zone-wide" in answer.names else "no"


@question(
    "The filter's reference has a `zoneID` of another zone than the query. Does it count?",
    "it is ignored", "nothing is found", "the request: BAD_REQUEST",
    rule=COMPILER,
)
def zone_of_a_reference(ask):
    zone, other = ask.zone(), ask.zone()
    ask.modify(zone, create("b")).done()
    ask.saved(zone, ("a", {"link": reference("b")}))
    found = finds(ask, zone, where("link", "EQUALS", reference("b", zoneID=other)))
    return {"a": "it is ignored", "nothing": "nothing is found"}.get(found, found)


@question(
    "Does a query find a record at once after its save?", "yes", "no",
    rule="CloudModel/Limits/CloudLimitSettings.swift",
)
def lag_after_a_save(ask):
    zone = ask.zone()
    ask.modify(zone, create("a")).done()
    return "yes" if ask.search(zone, query()).done().names == ["a"] else "no"


@question(
    "Does a query find a record at once after its deletion?", "no", "yes",
    rule="CloudModel/Limits/CloudLimitSettings.swift",
)
def lag_after_a_deletion(ask):
    zone = ask.saved(ask.zone(), ("a", {}))
    ask.modify(zone, change("forceDelete", "a")).done()
    return "yes" if ask.search(zone, query()).done().names else "no"
