import os
import unittest

from zonechat_cloud import Cloud, CloudError

CONTAINER = "iCloud.com.example.Lists"


class ListsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        here = os.path.dirname(os.path.abspath(__file__))
        cls.cloud = Cloud(os.path.join(here, "lists.toml"), options=["--journal-bodies"])

    @classmethod
    def tearDownClass(cls):
        cls.cloud.stop()

    def setUp(self):
        self.cloud.reset()
        self.alice = self.cloud.account("alice", CONTAINER)
        self.alice.post(
            "zones/modify",
            {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "list"}}}]},
        )

    def add(self, name, title):
        record = {"recordName": name, "recordType": "Item", "fields": {"title": {"value": title}}}
        operation = {"operationType": "create", "record": record}
        return self.alice.post(
            "records/modify", {"zoneID": {"zoneName": "list"}, "operations": [operation]}
        )["records"][0]

    def changes(self, token=None):
        zone = {"zoneID": {"zoneName": "list"}, "syncToken": token}
        return self.alice.post("changes/zone", {"zones": [zone]})["zones"][0]

    def test_only_what_is_new_is_fetched(self):
        self.add("1", "Bread")
        token = self.changes()["syncToken"]
        self.add("2", "Butter")
        self.assertEqual([r["recordName"] for r in self.changes(token)["records"]], ["2"])

    def test_a_write_that_gets_no_answer_may_have_happened(self):
        self.cloud.fault("dropAfter", operation="records/modify", count=1)
        with self.assertRaises(OSError):
            self.add("1", "Bread")
        self.assertEqual(self.add("1", "Bread")["serverErrorCode"], "CONFLICT")

    def test_a_busy_zone_says_when_to_try_again(self):
        self.cloud.fault("busy", operation="records/modify", retryAfter=3, count=1)
        with self.assertRaises(CloudError) as caught:
            self.add("1", "Bread")
        self.assertEqual(caught.exception.code, "ZONE_BUSY")

    def test_an_old_token_is_refused_and_all_is_fetched_again(self):
        self.add("1", "Bread")
        token = self.changes()["syncToken"]
        self.cloud.administer(
            "zones/expire-tokens",
            {"account": "alice", "zoneName": "list", "container": CONTAINER},
        )
        self.assertEqual(self.changes(token)["serverErrorCode"], "CHANGE_TOKEN_EXPIRED")

    def test_every_write_goes_to_the_private_database(self):
        before = len(self.cloud.requests())
        self.add("1", "Bread")
        writes = [r for r in self.cloud.requests()[before:] if r["operation"] == "records/modify"]
        self.assertEqual([(r["database"], r["zones"]) for r in writes], [("private", ["list"])])

    def test_one_record_is_saved_with_its_title(self):
        self.add("1", "Bread")
        self.cloud.verify(1, operation="save", recordType="Item", fields={"title": "Bread"})
        with self.assertRaisesRegex(AssertionError, "exactly 2, found 1"):
            self.cloud.verify(2, operation="create", zone="list")

    def test_an_upload_link_does_not_live_for_ever(self):
        token = {"recordType": "Item", "fieldName": "photo", "recordName": "1"}
        answer = self.alice.post("assets/upload", {"tokens": [token]})
        self.cloud.advance(3600)
        path = answer["tokens"][0]["url"].removeprefix(self.cloud.url)
        with self.assertRaises(CloudError):
            self.cloud.send(path, {}, method="POST")


if __name__ == "__main__":
    unittest.main()
