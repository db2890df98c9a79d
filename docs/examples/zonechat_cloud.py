"""A ZoneChat cloud for the tests of a program: start it, reset it, make accounts, ask what it was asked.

Needs Python 3.9 and nothing else. Copy this file beside your tests.
"""

import json
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request


class CloudError(Exception):
    """An answer that is an error; `code` and `reason` are the cloud's."""

    def __init__(self, status, body):
        self.status = status
        self.code = body.get("serverErrorCode", "")
        self.reason = body.get("reason", "")
        super().__init__(f"{status} {self.code}: {self.reason}")


class Cloud:
    """A cloud that keeps nothing, on a free port; it ends with this process at the latest."""

    def __init__(self, containers=None, program=None, options=()):
        # Without a path the program is the one that a variable names, or else the first in PATH.
        program = program or os.environ.get("ZONECHAT_PROGRAM") or "zonechat"
        self.folder = tempfile.TemporaryDirectory(prefix="cloud-")
        ready = os.path.join(self.folder.name, "ready")
        command = [program, "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0"]
        command += ["--ready-file", ready, "--exit-with-parent", *options]
        if containers:
            command += ["--containers", containers]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        # The file appears whole when the cloud listens, and never if it cannot.
        while not os.path.exists(ready):
            if self.process.poll() is not None:
                raise RuntimeError(self.process.stderr.read())
            time.sleep(0.002)
        with open(ready, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.url = lines[0]
        self.token = lines[-1].removeprefix("administrator-token ")

    def stop(self):
        self.process.terminate()
        self.process.communicate()
        self.folder.cleanup()

    def send(self, path, body=None, method=None, token=None):
        """One request; returns the answer's JSON, or raises CloudError."""
        request = urllib.request.Request(self.url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise CloudError(error.code, json.load(error)) from None

    def administer(self, path, body=None, method=None):
        return self.send("/extension/1/" + path, body, method, token=self.token)

    def reset(self):
        """Back to what the containers file says."""
        self.administer("reset", method="POST")

    def advance(self, seconds):
        """Makes links, tokens and faults older."""
        return self.administer("clock", {"advance": seconds})

    def requests(self, after=0, wait=0):
        """What clients have asked since the request with the number `after`."""
        return self.administer(f"requests?after={after}&wait={wait}")["requests"]

    def changes(self, **match):
        """The changes of records that clients have asked for and that match; for a cloud with `--journal-bodies`."""
        return self.administer("requests/count", match)["changes"]

    def verify(self, count, **match):
        """Fails, and says what there is instead, unless so many changes match: `verify(1, operation="save")`."""
        try:
            self.administer("requests/count", {"count": count, **match})
        except CloudError as error:
            if error.code != "CONFLICT":
                raise
            raise AssertionError(error.reason) from None

    def fault(self, effect, **options):
        """Makes requests that match fail in some way; `reset` ends it."""
        return self.administer("faults", {"effect": effect, **options})

    def account(self, name, container):
        """A new account, signed in to the container."""
        keys = self.administer("accounts", {"name": name, "container": container})
        return Account(self, container, keys)


class Account:
    """Somebody who is signed in."""

    def __init__(self, cloud, container, keys):
        self.cloud, self.container, self.name = cloud, container, keys["name"]
        self.user = keys["userRecordName"]
        self.query = urllib.parse.urlencode(
            {"ckAPIToken": keys["apiToken"], "ckWebAuthToken": keys["webAuthToken"]}
        )

    def post(self, operation, body, database="private"):
        """One operation of the web protocol, for example `records/modify`."""
        path = f"/database/1/{self.container}/development/{database}/{operation}"
        return self.cloud.send(f"{path}?{self.query}", body)
