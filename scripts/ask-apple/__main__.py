"""Asks the servers of CloudKit what their documentation does not say, and writes a sheet of the answers.

    python3 scripts/ask-apple --container iCloud.com.example.Ask      at Apple; the page docs/cloudkit.md says how
    python3 scripts/ask-apple --try                                   at a ZoneChat cloud of its own
    python3 scripts/ask-apple --list                                  only lists the questions

It needs Python 3.9, and `openssl` for a server-to-server key.
"""

import argparse
import contextlib
import datetime
import getpass
import json
import os
import re
import sys
import urllib.parse

# The folder stays as it is.
sys.dont_write_bytecode = True

import own
from cloudkit import Caller, Cloud, Unanswerable
from sheet import PREFIX, QUESTIONS, Ask, Redaction, page, remove_leftovers

# Each has its questions in the order in which they are asked.
import records  # noqa: F401
import zones  # noqa: F401
import queries  # noqa: F401
import changes  # noqa: F401
import sharing  # noqa: F401
import subscriptions  # noqa: F401
import assets  # noqa: F401
import access  # noqa: F401

APPLE = "https://api.apple-cloudkit.com"
HERE = os.path.dirname(os.path.abspath(__file__))


def options():
    reader = argparse.ArgumentParser(
        prog="ask-apple", description="Asks CloudKit's servers what its documentation does not say.",
        epilog="Tokens are read from CLOUDKIT_API_TOKEN, CLOUDKIT_WEB_AUTH_TOKEN and "
        "CLOUDKIT_WEB_AUTH_TOKEN_2, or else asked for.")
    reader.add_argument("--container", help="the container to ask in, made for this")
    reader.add_argument("--host", default=APPLE, help="another server of CloudKit Web Services")
    reader.add_argument("--environment", choices=["development", "production"], default="development")
    reader.add_argument("--two", action="store_true", help="ask also what needs a second person")
    reader.add_argument("--address", help="invite the second person by this address")
    reader.add_argument("--key-id", help="a server-to-server key, to ask also what needs one")
    reader.add_argument("--key-file", help="the key's private half, a PEM file")
    reader.add_argument("--only", metavar="NAME", nargs="+", help="ask these questions alone")
    reader.add_argument("--slow", action="store_true", help="ask also what takes minutes")
    reader.add_argument("--out", default="answers.json", metavar="FILE",
                        help="the sheet; questions that have an answer there are not asked again")
    reader.add_argument("--yes", action="store_true", help="begin without a question")
    reader.add_argument("--list", action="store_true", help="list the questions, and ask nothing")
    reader.add_argument("--try", action="store_true", dest="is_own",
                        help="ask a ZoneChat cloud; fail where an answer is not our choice")
    chosen = reader.parse_args()
    if not (chosen.container or chosen.list or chosen.is_own):
        reader.error("--container is missing: the container to ask in")
    if bool(chosen.key_id) != bool(chosen.key_file):
        reader.error("--key-id and --key-file belong together")
    names = {question.name for question in QUESTIONS}
    for name in chosen.only or ():
        if name not in names:
            reader.error(f"there is no question ‘{name}’; --list shows them")
    return chosen


def hidden_line(words):
    """A line that is typed and not shown."""
    return getpass.getpass(f"{words}: ").strip()


def sign_in(cloud, name, api_token, variable):
    """A person with a token that works: of the environment, or from a browser."""
    person = Caller(cloud, name, api_token, os.environ.get(variable))
    while True:
        answer = person.public("users/caller")
        if not answer.code:
            person.user = answer.body.get("userRecordName") or answer.items[0]["userRecordName"]
            return person
        address = answer.body.get("redirectURL")
        if not address:
            sys.exit(f"Person {name} cannot sign in: {answer.code}: {answer.reason}")
        print(f"\nPerson {name}: open this address in a browser, and sign in.\n{address}")
        print("The browser then goes to the callback of the API token.")
        came = hidden_line("Paste the address to which it went, or the token")
        token = urllib.parse.parse_qs(urllib.parse.urlparse(came).query).get("ckWebAuthToken")
        person.web_token = token[0] if token else came


@contextlib.contextmanager
def apple(chosen):
    """The callers at Apple, or at the server of --host."""
    cloud = Cloud(chosen.host, chosen.container, chosen.environment, pause=0.1)
    api_token = os.environ.get("CLOUDKIT_API_TOKEN") or hidden_line("The API token of the container")
    one = sign_in(cloud, "one", api_token, "CLOUDKIT_WEB_AUTH_TOKEN")
    two = sign_in(cloud, "two", api_token, "CLOUDKIT_WEB_AUTH_TOKEN_2") if chosen.two else None
    if two and two.user == one.user:
        sys.exit("Both persons are the same: sign in with another Apple Account.")
    if two:
        two.address = chosen.address
    server = Caller(cloud, "server", key_id=chosen.key_id, key_file=chosen.key_file)
    yield cloud, [one, two, server if chosen.key_id else None]


def confirm(chosen, count):
    """Says what will happen, and asks."""
    print(f"""
{count} questions to {chosen.host}, container {chosen.container}, {chosen.environment}.
They make zones, records and subscriptions whose names begin with ‘{PREFIX}’, in the types AskItem and AskOther,
and remove them again. What a run that was interrupted has left under these names is removed first.
Nothing else is changed.""")
    if not chosen.yes and input("Begin? yes/no: ").strip() != "yes":
        sys.exit("Nothing was asked.")


def put(question, cloud, people, patience):
    """The answer to one question, and why there is none."""
    ask = Ask(cloud, *people, Caller(cloud, "nobody", people[0].api_token))
    ask.patience = patience
    try:
        with ask.endings:
            return str(question.ask(ask)), None
    except Unanswerable as error:
        return None, str(error)
    except OSError as error:
        return None, f"the server cannot be reached: {error}"
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        return None, f"the answer has another form: {type(error).__name__}: {error}"


def open_questions(chosen, people, earlier):
    """The names of the questions that are to be asked now."""
    has = dict(zip(("one", "two", "server"), people))
    return {
        question.name for question in QUESTIONS
        if (not chosen.only or question.name in chosen.only) and has[question.needs]
        and (chosen.slow or not question.is_slow)
        and earlier.get(question.name, {}).get("agrees") is None
    }


def ask_all(chosen, cloud, people, earlier):
    """Asks what is open, and writes the sheet after each answer."""
    one, two, _ = people
    to_ask = open_questions(chosen, people, earlier)
    hidden = Redaction([chosen.container or own.CONTAINER, one.user, two and two.user, chosen.address])
    rows = dict(earlier)
    today = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    sheet = {
        "format": 1, "host": "a ZoneChat cloud" if chosen.is_own else chosen.host,
        "environment": chosen.environment, "asked": today, "questions": list(rows.values()),
    }
    for number, question in enumerate(QUESTIONS, 1):
        if question.name not in to_ask:
            continue
        cloud.calls = []
        answer, trouble = put(question, cloud, people, 60)
        calls = hidden.calls(cloud.calls)
        rows[question.name] = row = {
            "number": number, "asked": today, "subject": question.subject, "name": question.name,
            "question": question.words, "possible": question.answers,
            "choice": question.answers[0], "rule": question.rule,
            "answer": hidden.words(f"not answered: {trouble}" if answer is None else answer),
            "agrees": None if answer is None else answer == question.answers[0],
            "calls": calls,
        }
        # Answers of earlier runs keep their place.
        sheet["questions"] = [rows[known.name] for known in QUESTIONS if known.name in rows]
        if not chosen.is_own:
            write(sheet, chosen.out)
        if not chosen.is_own or row["agrees"] is not True:
            mark = {True: "the same", False: "OTHERWISE", None: "no answer"}[row["agrees"]]
            print(f"{number:3} {question.name}: {row['answer']} ({mark})", flush=True)
    return sheet


def write(sheet, path):
    """The sheet as JSON, and beside it as Markdown."""
    for name, words in ((path, json.dumps(sheet, indent=1, ensure_ascii=False)),
                        (os.path.splitext(path)[0] + ".md", page(sheet))):
        with open(name + ".new", "w", encoding="utf-8") as file:
            file.write(words)
        os.replace(name + ".new", name)


def earlier_answers(path):
    """The rows of a sheet that is there already, by the names of their questions."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["questions"]
            return {row["name"]: row for row in rows if "agrees" in row}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        sys.exit(f"{path} is there, and is no sheet of answers. Name another file with --out.")


def missing_rules():
    """What the questions and the page about the protocol say of one another that is not there."""
    names = {question.name for question in QUESTIONS}
    missing = [
        f"{question.name}: there is no {question.rule}" for question in QUESTIONS
        if not os.path.exists(os.path.join(own.ROOT, "Sources", "Cloud", question.rule))
    ]
    with open(os.path.join(own.ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
        choices = file.read().split("## Our choices where CloudKit is unknown")[1].split("\n## ")[0]
    for line in choices.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "open point" or set(cells[0]) == {"-"}:
            continue
        named = re.findall(r"`([a-z-]+)`", cells[-1])
        missing += [f"docs/protocol.md: there is no question {name}" for name in named if name not in names]
        if not named and cells[-1] != "–":
            missing.append(f"docs/protocol.md: ‘{cells[0]}’ names no question")
    return missing


def main():
    chosen = options()
    if chosen.list:
        for number, question in enumerate(QUESTIONS, 1):
            print(f"{number:3} {question.name}: {question.words}")
            print(f"      our choice: {question.answers[0]} ({question.rule})")
            print(f"      or: {'; or: '.join(question.answers[1:])}")
        return 0
    with open(os.path.join(HERE, "schema.ckdb"), encoding="utf-8") as file:
        schema = file.read()
    if chosen.is_own:
        missing = missing_rules()
        with own.callers(schema) as (cloud, people):
            for person in people[:2]:
                person.user = person.public("users/caller").done().body["userRecordName"]
            sheet = ask_all(chosen, cloud, people, {})
        for words in missing:
            print(words)
        asked = sheet["questions"]
        other = [row for row in asked if row["agrees"] is not True]
        print(f"{len(asked)} questions, {len(asked) - len(other)} with the answer that we chose")
        return 1 if other or missing else 0
    earlier = earlier_answers(chosen.out)
    with apple(chosen) as (cloud, people):
        confirm(chosen, len(open_questions(chosen, people, earlier)))
        remove_leftovers(Ask(cloud, *people))
        sheet = ask_all(chosen, cloud, people, earlier)
    page_file = os.path.splitext(chosen.out)[0] + ".md"
    print(f"\nThe sheet is in {chosen.out} and {page_file}, without keys and names of people.")
    return 0 if sheet["questions"] else 1


if __name__ == "__main__":
    sys.exit(main())
