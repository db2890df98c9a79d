#!/usr/bin/env python3
"""Reads vectors.json by docs/chat-format.md alone, and prints how many vectors of each kind it has checked.

It needs Python's package cryptography with ML-KEM (48 has it) and shares no code with ZoneChat.
"""
import base64, collections, hashlib, hmac, json, pathlib, struct, unicodedata

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SUITE, CARD, KEYRING, VAULT, STATEMENT, RECORD, FILE = 1, 1, 2, 3, 4, 5, 6
P = 2**255 - 19
SMALL = [0, 1, P - 1] + [int.from_bytes(bytes.fromhex(h), "little") for h in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]


class Refused(Exception):
    pass


def require(condition, why="it is not as it should be"):
    if not condition:
        raise Refused(why)


def raw(key): return key.public_bytes(Encoding.Raw, PublicFormat.Raw)
def label(name): return b"zonechat/1/" + name.encode() + b"\0"
def lp(value): return struct.pack(">I", len(value)) + value
def u32(value): return struct.pack(">I", value)
def i64(value): return struct.pack(">q", value)
def mac(key, data): return hmac.new(key, data, hashlib.sha256).digest()
def digest(name, data): return hashlib.sha256(label(name) + data).digest()
def extract(salt, ikm): return mac(salt or bytes(32), ikm)


def expand(prk, info, length):
    out, block = b"", b""
    while len(out) < length:
        block = mac(prk, block + info + bytes([len(out) // 32 + 1]))
        out += block
    return out[:length]


def derive(key, name, salt=b"", context=b""): return expand(extract(salt, key), label(name) + context, 32)


def unseal(key, sealed, aad, nonce=bytes(12)):
    try:
        return AESGCM(key).decrypt(nonce, sealed, aad)
    except InvalidTag:
        raise Refused("the tag is wrong")


def verify(key, signature, name, data):
    number = int.from_bytes(key, "little") & (2**255 - 1)
    require(number < P and number not in SMALL, "a weak key")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, label(name) + data)
    except InvalidSignature:
        raise Refused("the signature is wrong")


class Reader:
    def __init__(self, data): self.rest = data

    def take(self, count):
        require(len(self.rest) >= count, "it ends too early")
        part, self.rest = self.rest[:count], self.rest[count:]
        return part

    def number(self, size): return int.from_bytes(self.take(size), "big")
    def lp(self): return self.take(self.number(4))

    def values(self, known):
        found, last = {}, -1
        while self.rest:
            tag, value = self.number(2), self.lp()
            require(tag > last and (tag in known or tag < 0x8000), "its tags do not ascend, or are newer")
            found[tag], last = value, tag
        return found


def blob(data, kind):
    require(data[:2] == bytes([kind, SUITE]), "another kind or suite")
    return Reader(data[2:])


def x_wing(root):
    seed = hashlib.shake_256(derive(root, "box-seed")).digest(96)
    return MLKEM768PrivateKey.from_seed_bytes(seed[:64]), X25519PrivateKey.from_private_bytes(seed[64:])


def box_public(root): return b"".join(raw(key.public_key()) for key in x_wing(root))


def unwrap(root, wrapped, info):
    """RFC 9180 in base mode, with X-Wing (0x647a), HKDF-SHA256 (1) and AES-256-GCM (2)."""
    kem, curve = x_wing(root)
    their_curve = wrapped[1088:1120]
    shared = hashlib.sha3_256(
        kem.decapsulate(wrapped[:1088]) + curve.exchange(X25519PublicKey.from_public_bytes(their_curve))
        + their_curve + raw(curve.public_key()) + b"\\.//^\\").digest()
    suite = b"HPKE\x64\x7a\x00\x01\x00\x02"
    def extracted(salt, name, ikm): return extract(salt, b"HPKE-v1" + suite + name + ikm)
    context = b"\0" + extracted(b"", b"psk_id_hash", b"") + extracted(b"", b"info_hash", info)
    secret = extracted(shared, b"secret", b"")
    def expanded(name, size): return expand(secret, struct.pack(">H", size) + b"HPKE-v1" + suite + name + context, size)
    return unseal(expanded(b"key", 32), wrapped[1120:], b"", expanded(b"base_nonce", 12))


def lineage(user, data):
    """The identity, and the verification key and box digest of each generation."""
    reader, keys = Reader(data), []
    for number in range(1, reader.number(1) + 1):
        signature = reader.take(64) if number > 1 else b""
        entry = reader.take(64)
        if number == 1:
            identity = digest("identity", lp(user.encode()) + entry)
        else:
            verify(keys[-1][:32], signature, "succession", identity + u32(number) + entry)
        keys.append(entry)
    require(not reader.rest and 1 <= len(keys) <= 64)
    return identity, keys


class Account:
    def __init__(self, secret):
        self.secret, values = secret, Reader(secret).values({1, 2, 3})
        self.user = values[1].decode()
        self.identity, self.keys = lineage(self.user, values[2])
        self.roots = [values[3][i:i + 32] for i in range(0, len(values[3]), 32)]
        for root, entry in zip(self.roots, self.keys, strict=True):
            signing = raw(Ed25519PrivateKey.from_private_bytes(derive(root, "signing-seed")).public_key())
            require(entry == signing + digest("box-key", box_public(root)))


def card(data):
    reader = blob(data, CARD)
    signed, signature = reader.lp(), reader.take(64)
    values = Reader(signed).values(range(1, 6))
    identity, keys = lineage(values[1].decode(), values[3])
    require(not reader.rest and keys[-1][32:] == digest("box-key", values[4]))
    verify(keys[-1][:32], signature, "card", data[:2] + signed)
    return values[1].decode(), values[2].decode(), len(keys), identity, values[4], int.from_bytes(values[5], "big")


def keyring(data, user, escrow):
    reader = blob(data, KEYRING)
    reader.take(1 + 4)
    salt, check = reader.take(32), reader.take(32)
    require(check == derive(escrow, "keyring-check", salt), "another secret")
    head = data[:len(data) - len(reader.rest)]
    return unseal(derive(escrow, "keyring", salt), reader.rest, label("keyring") + head + lp(user.encode()))


def vault(data, account, name):
    reader = blob(data, VAULT)
    root, salt = account.roots[reader.number(4) - 1], reader.take(32)
    aad = label("vault") + data[:38] + lp(account.user.encode()) + lp(name.encode())
    return unseal(derive(derive(root, "vault-seed"), "vault", salt), reader.rest, aad)


def safety(*identities):
    hashes = [digest("safety-number", identity) for identity in sorted(identities)]
    return " ".join(f"{int.from_bytes(h[i:i + 5], 'big') % 100000:05}" for h in hashes for i in range(0, 30, 5))


def recovery(text, user):
    bits = "".join(f"{'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.index(c):05b}" for c in text.replace("-", ""))
    data = int(bits[:128], 2).to_bytes(16, "big")
    require(bits[128:] == f"{int.from_bytes(digest('recovery-check', data)[:2], 'big'):016b}"[:12])
    return derive(data, "recovery", context=user.encode())


class Chat:
    """A chain of statements, and the keys that accounts have of it."""
    def __init__(self): self.statements, self.epochs = [], {}

    def context(self): return self.owner + lp(self.zone) + self.nonce

    def take(self, data, accounts):
        reader = blob(data, STATEMENT)
        signed, signature, grants = reader.lp(), reader.take(64), reader.lp()
        values = Reader(signed).values(range(1, 13))
        number, epoch = int.from_bytes(values[1], "big"), int.from_bytes(values[6], "big")
        members, rest = {}, Reader(values[9])
        while rest.rest:
            user = rest.lp().decode()
            role, since = rest.number(1), rest.number(4)
            members[user] = (role, since, *lineage(user, rest.lp()))
        owner = next(m for m in members.values() if m[0] == 1)
        verify(owner[3][-1][:32], signature, "statement", data[:2] + signed)
        require(values[12] == digest("grants", grants) and number == len(self.statements))
        if number == 0:
            self.owner, self.zone, self.nonce = owner[2], values[4], values[5]
            self.id = digest("statement-hash", data[:2] + signed)
        else:
            require(values[2] == self.id and values[3] == self.statements[-1][0])
        require(owner[2] == self.owner)
        self.statements.append((digest("statement-hash", data[:2] + signed), epoch, members))
        rest, granted = Reader(grants), {}
        while rest.rest:
            user, wrapped = rest.lp().decode(), rest.lp()
            generation = len(members[user][3])
            info = label("grant") + self.context() + u32(number) + u32(epoch) + lp(user.encode()) + u32(generation)
            keys = unwrap(accounts[user].roots[generation - 1], wrapped, info)
            require(len(keys) == (96 if members[user][1] == 0 else 64))
            granted[user] = [keys[i:i + 32] for i in range(0, len(keys), 32)]
            require(mac(keys[:32], label("key-commitment") + self.context() + u32(epoch)) == values[7])
            require(mac(keys[32:64], label("name-commitment") + self.context()) == values[8])
            if len(keys) == 96:
                self.epochs[epoch], self.names = (keys[:32], keys[64:]), keys[32:64]
        if 10 in values:
            key, history = derive(self.epochs[epoch][1], "back-link"), self.epochs[self.statements[-2][1]]
            linked = unseal(key, values[10], label("back-link") + self.context() + u32(epoch))
            require(linked == history[0] + history[1])
        return number, epoch, self.statements[-1][0], int.from_bytes(values[11], "big", signed=True)

    def open(self, data, kind, name, time):
        reader = blob(data, RECORD)
        epoch, salt = reader.number(4), reader.take(24)
        place = lp(kind.encode()) + lp(name.encode()) + i64(time)
        key = derive(derive(self.epochs[epoch][0], "content-key"), "record", salt)
        plain = Reader(unseal(key, reader.rest, label("record") + data[:30] + self.id + place))
        signed, signature = plain.lp(), plain.take(64)
        length = max(4 + len(signed) + 64, 384)
        bits = length.bit_length() - 1
        mask = (1 << bits - bits.bit_length()) - 1
        require(len(signed) + 68 + len(plain.rest) == length + mask & ~mask and not any(plain.rest))
        values = Reader(signed).values(range(1, 6))
        author, generation, number = values[1].decode(), *(int.from_bytes(values[i], "big") for i in (2, 3))
        statement, own_epoch, members = self.statements[number]
        role, _, _, keys = members[author]
        require(values[4] == statement[:8] and len(keys) == generation and role < 3 and epoch >= own_epoch)
        verify(keys[-1][:32], signature, "record-signature", self.id + place + signed)
        return author, number, epoch, values[5]

    def name(self, kind, *parts):
        return mac(self.names, label(kind) + b"".join(lp(part.encode()) for part in parts))[:20]


def sealed_file(key, size):
    """A file of which byte i is 7 i modulo 251, as it is stored."""
    header = bytes([FILE, SUITE, 16]) + bytes(13)
    length = max(size, 1)
    bits = length.bit_length() - 1
    mask = (1 << max(bits - bits.bit_length(), 0)) - 1 if length > 2 else 0
    padded = bytes(i * 7 % 251 for i in range(size)).ljust(length + mask & ~mask, b"\0")
    key, count = derive(key, "file", header), -(-len(padded) // 65536)
    return header + b"".join(
        AESGCM(key).encrypt(i.to_bytes(11, "big") + bytes([i == count - 1]), padded[i << 16:i + 1 << 16], header)
        for i in range(count))


def fields(data):
    reader, found = Reader(data), {}
    while reader.rest:
        name, kind, value = reader.lp().decode(), reader.number(1), reader.lp()
        found[name] = value.decode() if kind in (1, 5) else int.from_bytes(value, "big", signed=True) if kind in (2, 3) else value
    return found


def check(kind, text, numbers, data, accounts, chats):
    chat = chats[text["chat"]] if "chat" in text else None
    account = accounts[text["account"]] if "account" in text else None
    if kind == "card":
        user, name, generation, identity, box, time = card(data["card"])
        require((user, name, generation, time) == (account.user, text["name"], numbers["generation"], numbers["time"]))
        require(identity == account.identity == data["identity"] and box == box_public(account.roots[generation - 1]))
    elif kind == "passphrase":
        salt = digest("passphrase-salt", lp(text["accountName"].lower().encode()))
        phrase = unicodedata.normalize("NFC", text["passphrase"]).encode()
        root = Scrypt(salt=salt, length=32, n=1 << 17, r=8, p=1).derive(phrase)
        require(derive(root, "sign-in") == data["signIn"])
        require(keyring(data["keyring"], account.user, derive(root, "escrow")) == account.secret)
    elif kind == "code":
        require(keyring(data["keyring"], account.user, recovery(text["code"], account.user)) == account.secret)
    elif kind == "vault":
        require(vault(data["vault"], account, text["name"]) == data["content"])
    elif kind == "safety number":
        require(safety(data["one"], data["other"]) == text["groups"])
    elif kind == "statement":
        number, epoch, hashed, time = chat.take(data["statement"], accounts)
        require((number, epoch, time) == (numbers["number"], numbers["epoch"], numbers["time"]) and hashed == data["hash"])
        require(chat.epochs[epoch] + (chat.names,) == (data["chatKey"], data["historyKey"], data["nameKey"]))
    elif kind == "record":
        author, number, epoch, content = chat.open(data["record"], text["type"], text["name"], numbers["time"])
        require((author, number, epoch) == (text["author"], numbers["statement"], numbers["epoch"]) and content == data["content"])
        require("field text" not in text or fields(content)["text"] == text["field text"])
    elif kind == "name":
        parts = [text[part] for part in ("message", "user", "emoji") if part in text]
        require(chat.name(text["label"], *parts) == data["name"])
    elif kind == "join proof":
        require(mac(data["token"], label("join-proof") + chat.id + account.identity + lp(account.user.encode())) == data["proof"])
    elif kind == "file":
        require(hashlib.sha256(sealed_file(data["key"], numbers["size"])).digest() == data["digest"])
    elif kind == "refused":
        try:
            if text["what"] == "card": card(data["blob"])
            elif text["what"] == "record": chat.open(data["blob"], text["type"], text["name"], numbers["time"])
            else: chat.take(data["blob"], accounts)
        except Refused:
            return
        raise Refused("it was taken, and should not")
    else:
        raise Refused("an unknown kind")


def main():
    page = json.loads(pathlib.Path(__file__).with_name("vectors.json").read_text())
    accounts = {name: Account(base64.b64decode(secret)) for name, secret in page["accounts"].items()}
    # Those of later generations have the earlier keys too.
    accounts |= {account.user: account for account in accounts.values()}
    chats, counts = collections.defaultdict(Chat), collections.Counter()
    for index, vector in enumerate(page["vectors"]):
        data = {key: base64.b64decode(value) for key, value in vector["bytes"].items()}
        try:
            check(vector["kind"], vector["text"], vector["numbers"], data, accounts, chats)
        except Refused as refusal:
            raise SystemExit(f"vector {index}, {vector['kind']}: {refusal}")
        counts[vector["kind"]] += 1
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())), f"; {counts.total()} in all", sep="")


main()
