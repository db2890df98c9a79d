"""Questions, what they are asked with, and the sheet of their answers."""

import contextlib
import inspect
import re
import secrets
import time

from cloudkit import Unanswerable, create, query

# Everything that the program makes has this at the beginning of its name.
PREFIX = "ask-apple-"
QUESTIONS = []


class Question:
    """A question with its possible answers; the first of them is what our own cloud does."""

    def __init__(self, words, answers, rule, needs, is_slow, ask):
        self.name = ask.__name__.replace("_", "-")
        self.words, self.answers, self.rule = words, answers, rule
        self.needs, self.is_slow, self.ask = needs, is_slow, ask
        self.subject = inspect.getmodule(ask).__doc__.splitlines()[0].rstrip(".")


def question(words, *answers, rule, needs="one", is_slow=False):
    """A function that asks, and returns one of the answers or other words.

    `rule` is the file below Sources/Cloud that has our choice. `needs` is who asks: `one` or `two` persons, or a
    `server` with a key.
    """

    def add(ask):
        QUESTIONS.append(Question(words, answers, rule, needs, is_slow, ask))
        return ask

    return add


class Ask:
    """What a question asks with; at its end nothing that it has made is there any more."""

    def __init__(self, cloud, one, two=None, server=None, nobody=None):
        self.cloud = cloud
        self.one, self.two, self.server, self.nobody = one, two, server, nobody
        self.patience = 60
        self.endings = contextlib.ExitStack()

    def later(self, *call, **keys):
        """Does this when the question has its answer."""
        self.endings.callback(*call, **keys)

    def name(self, word=""):
        """A name that nothing else has."""
        return f"{PREFIX}{word}{secrets.token_hex(4)}"

    def zone(self):
        """A new zone in the first person's private database."""
        zone = {"zoneName": self.name()}
        self.later(self.remove, zone)
        self.make(zone).done()
        return zone

    def make(self, zone):
        operation = {"operationType": "create", "zone": {"zoneID": zone}}
        return self.one.private("zones/modify", {"operations": [operation]})

    def remove(self, zone):
        operation = {"operationType": "delete", "zone": {"zoneID": zone}}
        return self.one.private("zones/modify", {"operations": [operation]})

    def modify(self, zone, *operations, caller=None, database="private", **keys):
        body = {"operations": list(operations), **({"zoneID": zone} if zone else {}), **keys}
        if database == "public":
            names = [operation["record"].get("recordName") for operation in operations]
            self.later(self.forget, [name for name in names if name])
        return (caller or self.one).ask(database, "records/modify", body)

    def forget(self, names, database="public"):
        """Deletes records of a default zone."""
        gone = [
            {"operationType": "forceDelete", "record": {"recordName": name}} for name in names
        ]
        return self.one.ask(database, "records/modify", {"operations": gone})

    def lookup(self, zone, *names, caller=None, database="private", **keys):
        body = {"records": [{"recordName": name} for name in names], "zoneID": zone, **keys}
        return (caller or self.one).ask(database, "records/lookup", body)

    def search(self, zone, asked, caller=None, database="private", **keys):
        body = {"query": asked, **({"zoneID": zone} if zone else {}), **keys}
        return (caller or self.one).ask(database, "records/query", body)

    def found(self, zone, asked):
        """The names of all records that a query finds."""
        names, marker = [], {}
        for _ in range(50):
            page = self.search(zone, asked, **marker).done()
            names += page.names
            if "continuationMarker" not in page.body:
                return names
            marker = {"continuationMarker": page.body["continuationMarker"]}
        raise Unanswerable("the pages of a query have no end")

    def changes(self, zone, token=None, caller=None, database="private", **keys):
        entry = {"zoneID": zone, **({"syncToken": token} if token is not None else {}), **keys}
        return (caller or self.one).ask(database, "changes/zone", {"zones": [entry]})

    def all_changes(self, zone, token=None, **options):
        """All records of a zone's feed, and the last token."""
        records = []
        for _ in range(50):
            page = self.changes(zone, token, **options).done().items[0]
            token = page["syncToken"]
            records += page.get("records", [])
            if not page.get("moreComing"):
                return records, token
        raise Unanswerable("the feed has no end")

    def zones(self, token=None, caller=None, database="private"):
        """All zones of a database's feed that this program has made, and the last token."""
        zones = []
        for _ in range(50):
            body = {"syncToken": token} if token is not None else {}
            page = (caller or self.one).ask(database, "changes/database", body).done().body
            token = page["syncToken"]
            zones += page.get("zones", [])
            if not page.get("moreComing"):
                ours = [z for z in zones if z["zoneID"]["zoneName"].startswith(PREFIX)]
                return ours, token
        raise Unanswerable("the feed has no end")

    def saved(self, zone, *records):
        """Saves records, given as pairs of a name and fields, in this order, and waits until queries find them."""
        for name, fields in records:
            self.modify(zone, create(name, fields)).done()
        self.wait_for(zone, [name for name, _ in records])
        return zone

    def wait_for(self, zone, names):
        """Indexes follow a save some seconds later."""
        end = time.monotonic() + self.patience
        while not set(names) <= set(self.found(zone, query())):
            if time.monotonic() > end:
                raise Unanswerable("a query does not find what was saved")
            time.sleep(1)

    def subscribe(self, keys, kind="create", database="private", caller=None):
        """Saves a subscription, and removes it at the end."""
        who = caller or self.one
        operations = [{"operationType": kind, "subscription": keys}]
        answer = who.ask(database, "subscriptions/modify", {"operations": operations})
        for item in answer.items:
            if "subscriptionID" in item and "serverErrorCode" not in item:
                self.later(self.unsubscribe, item["subscriptionID"], database, who)
        return answer

    def unsubscribe(self, name, database="private", caller=None):
        operation = {"operationType": "delete", "subscription": {"subscriptionID": name}}
        who = caller or self.one
        return who.ask(database, "subscriptions/modify", {"operations": [operation]})


def remove_leftovers(ask):
    """Removes what a run that was interrupted has left: zones, subscriptions, public records."""
    for zone in ask.one.private("zones/list").items:
        if zone.get("zoneID", {}).get("zoneName", "").startswith(PREFIX):
            ask.remove({"zoneName": zone["zoneID"]["zoneName"]})
    for database in ("private", "public"):
        for subscription in ask.one.ask(database, "subscriptions/list").items:
            if subscription.get("subscriptionID", "").startswith(PREFIX):
                ask.unsubscribe(subscription["subscriptionID"], database)
        found = ask.search(None, query(), database=database).names
        ours = [name for name in found if name and name.startswith(PREFIX)]
        if ours:
            ask.forget(ours, database)


class Redaction:
    """Leaves of what went by only what was made for the question, and the protocol's own words."""

    # Their values are words of the protocol, or say what is wrong.
    OPEN = re.compile(
        r"serverErrorCode|reason|type|zoneType|permission|publicPermission|acceptanceStatus|environment"
        r"|databaseScope|participant(Type|Status|Permission)|subscriptionType|firesOn|recordChangeTag|fieldName"
        r"|systemFieldName|comparator|operationType|action|apnsEnvironment|recordType|zoneName|alertBody"
    )

    # Also a part of one that a question has sent stays out.
    TOKENS = {"syncToken", "metaSyncToken", "continuationMarker", "ckWebAuthToken", "apnsToken"}

    def __init__(self, secrets_):
        self.secrets = [secret for secret in secrets_ if secret]
        self.known = {}

    def mark(self, value):
        """The same mark for the same text."""
        return self.known.setdefault(value, f"‹{len(self.known) + 1}›")

    def of(self, value, key="", sent=frozenset()):
        if isinstance(value, dict):
            return {name: self.of(part, name, sent) for name, part in value.items()}
        if isinstance(value, list):
            return [self.of(part, key, sent) for part in value[:20]]
        if not isinstance(value, str) or not value:
            return value
        if value in self.known or value in self.secrets or (key in self.TOKENS and len(value) > 8):
            return self.mark(value)
        if self.OPEN.fullmatch(key) or value in sent or value.startswith((PREFIX, "_default", "cloudkit.")):
            return self.words(value)
        return self.mark(value)

    def words(self, value):
        """A sentence without the names of people and of the container, shortened."""
        # A name that is cut at the end of the first part is not in the second.
        is_long, value = len(value) > 300, value[:600]
        for secret in self.secrets:
            value = value.replace(secret, self.mark(secret))
        value = re.sub(r"[\w.+-]+@[\w-]+\.[\w.]+", "‹address›", value)
        value = re.sub(r"_[0-9a-f]{32}", lambda found: self.mark(found.group()), value)
        return value[:300] + "…" if is_long else value

    def calls(self, calls):
        """The calls of a question as they stand in the sheet."""
        rows = []
        for name, database, operation, sent, answer in calls:
            texts = frozenset(strings(sent))
            rows.append({
                "caller": name, "database": database or "device", "operation": operation,
                "sent": self.of(sent, sent=texts), "status": answer.status,
                "answer": self.of(answer.body, sent=texts),
            })
        return rows


def strings(value):
    """All texts of a value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def page(sheet):
    """The sheet as Markdown."""
    rows = sheet["questions"]
    same = sum(row["agrees"] is True for row in rows)
    differs = sum(row["agrees"] is False for row in rows)
    lines = [
        f"# Answers of {sheet['host']}, {sheet['asked']}", "",
        f"{len(rows)} questions: {same} answered as our cloud does, {differs} otherwise, "
        f"{len(rows) - same - differs} not answered. Environment {sheet['environment']}.",
    ]
    subject = None
    for row in rows:
        if row["subject"] != subject:
            subject = row["subject"]
            lines += ["", f"## {subject}", "", "| | question | answer | our choice | its rule |",
                      "|---|---|---|---|---|"]
        cells = [f"{row['number']} `{row['name']}`", row["question"], row["answer"],
                 "the same" if row["agrees"] else row["choice"], f"`{row['rule']}`"]
        lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
