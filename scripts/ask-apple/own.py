"""A ZoneChat cloud of our own, in Apple's place"""

import contextlib
import os
import subprocess
import sys
import tempfile

from cloudkit import Caller, Cloud

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONTAINER = "iCloud.com.example.Ask"


@contextlib.contextmanager
def callers(schema):
    """A cloud with two persons and a key; it ends with the block."""
    sys.path.append(os.path.join(ROOT, "docs", "examples"))
    from zonechat_cloud import Cloud as Server

    with tempfile.TemporaryDirectory(prefix="ask-") as folder:
        containers = os.path.join(folder, "containers.toml")
        with open(containers, "w", encoding="utf-8") as file:
            file.write(f'[[container]]\nid = "{CONTAINER}"\n[container.development]\n')
            file.write(f'schema = """\n{schema}"""\n')
        server = Server(containers)
        try:
            cloud = Cloud(server.url, CONTAINER, "development")
            people = []
            for name in ("one", "two"):
                keys = server.administer("accounts", {"name": name, "container": CONTAINER})
                people.append(Caller(cloud, name, keys["apiToken"], keys["webAuthToken"]))
            private = os.path.join(folder, "key.pem")
            openssl = ["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", private]
            subprocess.run(openssl, check=True)
            public = subprocess.run(
                ["openssl", "ec", "-in", private, "-pubout"], check=True, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            ).stdout
            path = f"containers/{CONTAINER}/development/keys"
            key = server.administer(path, {"name": "ask", "publicKey": public})["keyID"]
            yield cloud, [*people, Caller(cloud, "server", key_id=key, key_file=private)]
        finally:
            server.stop()
