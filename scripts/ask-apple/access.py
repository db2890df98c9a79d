"""Access, users and requests"""

import datetime

from cloudkit import create, query
from sheet import question

CALLER = "CloudRules/Users/Caller.swift"
USERS = "CloudRules/Users/CloudService+Users.swift"
RIGHTS = "CloudRules/Rights/PublicRights.swift"
ROUTES = "CloudServer/HTTP"
SIGNATURE = "CloudCore/Accounts/ServerSignature.swift"


@question(
    "Nobody is signed in, and a record is created in the public database.",
    "the request: AUTHENTICATION_REQUIRED", "the item: ACCESS_DENIED", "success",
    rule=RIGHTS,
)
def nobody_creates(ask):
    name = ask.name()
    ask.later(ask.forget, [name])
    operations = [create(name)]
    return ask.nobody.public("records/modify", {"operations": operations}).outcome()


@question(
    "A wrong web auth token is sent to the public database.",
    "the request: AUTHENTICATION_REQUIRED", "the request: AUTHENTICATION_FAILED",
    "success: as nobody",
    rule=CALLER,
)
def wrong_token_in_public(ask):
    answer = ask.one.keeping("nothing").public("records/query", {"query": query()})
    return answer.outcome() if answer.code else "success: as nobody"


@question(
    "A web auth token is used again, after an answer has brought the next one.",
    "success", "the request: AUTHENTICATION_REQUIRED",
    rule="CloudCore/Accounts/SessionService.swift",
)
def token_again(ask):
    earlier = ask.one.keeping(ask.one.web_token)
    ask.one.private("zones/list").done()
    answer = earlier.private("zones/list")
    return answer.outcome() if answer.code else "success"


@question(
    "What has the answer to `users/caller`?", "both", "only userRecordName", "only users",
    rule=USERS,
)
def form_of_the_caller(ask):
    keys = [key for key in ("userRecordName", "users") if key in ask.one.public("users/caller").done().body]
    return {0: "neither", 2: "both"}.get(len(keys)) or f"only {keys[0]}"


@question(
    "`users/lookup/id` is asked in the private database.", "the request: BAD_REQUEST",
    "the request: NOT_FOUND", "success",
    rule=USERS,
)
def users_in_private(ask):
    answer = ask.one.private("users/lookup/id", {"users": [{"userRecordName": ask.one.user}]})
    return answer.outcome() if answer.code else "success"


@question(
    "`users/discover` is asked by GET, for all contacts.", "the request: INTERNAL_ERROR", "success",
    rule=USERS,
)
def all_contacts(ask):
    answer = ask.one.public("users/discover", method="GET")
    return answer.outcome() if answer.code else "success"


@question(
    "A record is created in the type `Users`.", "the item: ACCESS_DENIED", "the item: BAD_REQUEST",
    "success",
    rule="CloudRules/Users/UserRecord.swift",
)
def another_user(ask):
    return ask.modify(None, create(ask.name(), type="Users"), database="public").outcome()


@question(
    "Is the caller's own record of the type `Users` found by its name?", "yes", "no",
    rule="CloudRules/Users/UserRecord.swift",
)
def own_user(ask):
    body = {"records": [{"recordName": ask.one.user}]}
    return "yes" if ask.one.public("records/lookup", body).codes == ["OK"] else "no"


@question(
    "`records/query` is asked by GET.", "status 405", "status 404", "status 400",
    rule=ROUTES,
)
def wrong_method(ask):
    return f"status {ask.one.private('records/query', method='GET').status}"


@question(
    "A path has an operation that CloudKit does not have.", "the request: NOT_FOUND",
    "the request: BAD_REQUEST",
    rule=ROUTES,
)
def unknown_path(ask):
    return ask.one.private("records/nothing", {}).outcome()


@question(
    "The body is not JSON.", "the request: BAD_REQUEST", "the request: INTERNAL_ERROR",
    rule=ROUTES,
)
def body_without_json(ask):
    return ask.one.private("records/query", raw=b"{").outcome()


@question(
    "The client can unpack gzip. Is the answer compressed?", "no", "yes",
    rule=ROUTES,
)
def compressed_answer(ask):
    answer = ask.one.private("zones/list", headers={"Accept-Encoding": "gzip"})
    return "yes" if answer.headers.get("Content-Encoding") else "no"


@question(
    "A server-to-server key asks in the private database.", "the request: ACCESS_DENIED",
    "the request: AUTHENTICATION_REQUIRED", "the request: AUTHENTICATION_FAILED",
    rule=CALLER, needs="server",
)
def server_in_private(ask):
    return ask.server.private("zones/list", {}).outcome()


@question(
    "A server-to-server key asks for `users/caller`.", "the request: AUTHENTICATION_FAILED",
    "the request: ACCESS_DENIED", "success",
    rule=CALLER, needs="server",
)
def server_as_a_person(ask):
    answer = ask.server.public("users/caller", {})
    return answer.outcome() if answer.code else "success"


def signed(ask, **options):
    """A lookup by the server with a signature of its own."""
    path = ask.cloud.path("public", "records/lookup")
    raw = b'{"records":[{"recordName":"ask-apple"}]}'
    headers = ask.server.signature(path, raw, **options)

    def again():
        answer = ask.server.public("records/lookup", raw=raw, headers=headers)
        return answer.outcome() if answer.code else "success"

    return again


@question(
    "A signature is sent twice.", "success", "the request: AUTHENTICATION_FAILED",
    rule=SIGNATURE, needs="server",
)
def signature_twice(ask):
    send = signed(ask)
    send()
    return send()


@question(
    "The date of a signature is 11 minutes old.", "the request: AUTHENTICATION_FAILED", "success",
    rule=SIGNATURE, needs="server",
)
def old_signature(ask):
    now = datetime.datetime.now(datetime.timezone.utc)
    return signed(ask, date=now - datetime.timedelta(minutes=11))()


@question(
    "There is no body. Which hash may the signature have?", "that of no bytes, or none",
    "only that of no bytes", "only none", "neither",
    rule=SIGNATURE, needs="server",
)
def signature_without_body(ask):
    path = ask.cloud.path("public", "zones/list")
    works = []
    for hashed in (None, ""):
        headers = ask.server.signature(path, b"", hashed=hashed)
        works.append(not ask.server.public("zones/list", method="GET", headers=headers).code)
    return {
        (True, True): "that of no bytes, or none", (True, False): "only that of no bytes",
        (False, True): "only none",
    }.get(tuple(works), "neither")
