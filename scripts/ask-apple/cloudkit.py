"""Requests of CloudKit Web Services, and what is sent in them."""

import base64
import datetime
import hashlib
import json
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

ITEM = "AskItem"
OTHER = "AskOther"
# Answers that ask the caller to come back; the request has done nothing.
AGAIN = {"THROTTLED", "TRY_AGAIN_LATER", "ZONE_BUSY"}


class Unanswerable(Exception):
    """What a question needs did not happen, so that it has no answer."""


class Answer:
    """What came back for one request."""

    def __init__(self, status, text, headers):
        self.status, self.text, self.headers = status, text, headers
        try:
            self.body = json.loads(text) if text else {}
        except ValueError:
            self.body = {}
        if not isinstance(self.body, dict):
            self.body = {"": self.body}

    @property
    def code(self):
        """The error of the whole request; None if it has none."""
        if self.status < 400:
            return None
        return self.body.get("serverErrorCode", f"status {self.status}")

    @property
    def reason(self):
        return str(self.body.get("reason", ""))

    @property
    def items(self):
        """The records, zones, … of the answer, in their order."""
        keys = ("records", "zones", "subscriptions", "tokens", "results", "users", "assets", "")
        return next((self.body[key] for key in keys if isinstance(self.body.get(key), list)), [])

    @property
    def codes(self):
        """For each item its error, or OK."""
        return [item.get("serverErrorCode", "OK") for item in self.items]

    @property
    def names(self):
        return [record.get("recordName") for record in self.items]

    def outcome(self, index=0):
        """What became of one item, in the words in which questions list their answers."""
        if self.code:
            return f"the request: {self.code}"
        if index >= len(self.items):
            return "no entry"
        return "success" if self.codes[index] == "OK" else f"the item: {self.codes[index]}"

    def done(self):
        """The answer, if nothing in it has failed."""
        for failed in [self.body] if self.code else self.items:
            if self.code or "serverErrorCode" in failed:
                code, reason = failed.get("serverErrorCode", self.code), failed.get("reason", "")
                raise Unanswerable(f"{code}: {reason}")
        return self


class Cloud:
    """A container in one environment, at Apple or elsewhere."""

    def __init__(self, host, container, environment, pause=0.0):
        self.host, self.pause = host.rstrip("/"), pause
        self.place = f"{container}/{environment}"
        self.calls = []

    def path(self, database, operation):
        module = "device" if database is None else "database"
        parts = [module, "1", self.place] + ([database] if database else []) + [operation]
        return "/" + "/".join(parts)

    def open(self, address, body=None, headers=(), method=None, timeout=60):
        """One request; a failure that says so is tried again."""
        for attempt in range(6):
            request = urllib.request.Request(address, body, dict(headers), method=method)
            time.sleep(self.pause)
            try:
                with urllib.request.urlopen(request, timeout=timeout) as came:
                    answer = Answer(came.status, came.read().decode(errors="replace"), came.headers)
            except urllib.error.HTTPError as error:
                answer = Answer(error.code, error.read().decode(errors="replace"), error.headers)
            if answer.body.get("serverErrorCode") not in AGAIN or attempt == 5:
                return answer
            time.sleep(min(float(answer.body.get("retryAfter", 2**attempt)), 60))


class Caller:
    """Somebody who asks: a person, a server with a key, or nobody in particular."""

    def __init__(self, cloud, name, api_token=None, web_token=None, key_id=None, key_file=None):
        self.cloud, self.name = cloud, name
        self.api_token, self.web_token = api_token, web_token
        self.key_id, self.key_file = key_id, key_file
        self.user, self.address = None, None
        # Whether the next request has the token that the last answer has brought.
        self.renews = True

    def keeping(self, web_token):
        """The same person with a token that stays as it is."""
        person = Caller(self.cloud, self.name, self.api_token, web_token)
        person.renews = False
        return person

    def ask(self, database, operation, body=None, *, raw=None, method=None, headers=(), **query):
        """One request; `database` is None for the paths of devices."""
        path = self.cloud.path(database, operation)
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else None
        headers = {"Content-Type": "application/json", **dict(headers)}
        if self.key_id:
            headers.update({**self.signature(path, data or b""), **headers})
        if self.api_token:
            query["ckAPIToken"] = self.api_token
        if self.web_token:
            query["ckWebAuthToken"] = self.web_token
        address = self.cloud.host + path + ("?" + urllib.parse.urlencode(query) if query else "")
        answer = self.cloud.open(address, data, headers, method)
        if self.web_token and self.renews:
            self.web_token = answer.headers.get("X-Apple-CloudKit-Web-Auth-Token", self.web_token)
        sent = body if raw is None else raw.decode(errors="replace")
        self.cloud.calls.append((self.name, database, operation, sent, answer))
        return answer

    def private(self, operation, body=None, **options):
        return self.ask("private", operation, body, **options)

    def public(self, operation, body=None, **options):
        return self.ask("public", operation, body, **options)

    def shared(self, operation, body=None, **options):
        return self.ask("shared", operation, body, **options)

    def signature(self, path, data, date=None, hashed=None):
        """The headers of a server-to-server key; `openssl` signs."""
        date = date or datetime.datetime.now(datetime.timezone.utc)
        stamp = date.strftime("%Y-%m-%dT%H:%M:%SZ")
        if hashed is None:
            hashed = base64.b64encode(hashlib.sha256(data).digest()).decode()
        signed = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.key_file],
            input=f"{stamp}:{hashed}:{path}".encode(), stdout=subprocess.PIPE, check=True,
        ).stdout
        return {
            "X-Apple-CloudKit-Request-KeyID": self.key_id,
            "X-Apple-CloudKit-Request-ISO8601Date": stamp,
            "X-Apple-CloudKit-Request-SignatureV1": base64.b64encode(signed).decode(),
        }


def text(value):
    return {"value": value, "type": "STRING"}


def number(value):
    return {"value": value, "type": "INT64"}


def reference(name, action="NONE", **keys):
    return {"value": {"recordName": name, "action": action, **keys}, "type": "REFERENCE"}


def change(kind, name, fields=None, type=ITEM, **keys):
    """One operation of records/modify."""
    record = {"recordName": name, "recordType": type, "fields": fields or {}, **keys}
    return {"operationType": kind, "record": record}


def create(name, fields=None, **keys):
    return change("create", name, fields, **keys)


def where(field, comparator, value, **keys):
    """One filter of a query."""
    return {"fieldName": field, "comparator": comparator, "fieldValue": value, **keys}


def by(field, ascending=True, **keys):
    """One order of a query."""
    return {"fieldName": field, "ascending": ascending, **keys}


def query(*filters, sort=(), type=ITEM):
    return {"recordType": type, "filterBy": list(filters), "sortBy": list(sort)}
