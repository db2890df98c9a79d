/// A command with `--json`: which object of `docs/json.md` each of its lines is.
///
/// HOME, ZONE, PLACE, LINK and PROJECT stand for the test's home, two zones of Alice, an invitation of Bob, and this
/// project.
struct JSONCommand {
  /// Nil where it is in nobody's name.
  var person: String?
  /// The heading of its object on the page.
  var object: String
  var words: String
  var code: Int32 = 0

  init(_ person: String?, _ object: String, _ words: String, code: Int32 = 0) {
    (self.person, self.object, self.words, self.code) = (person, object, words, code)
  }

  /// Commands that are not below, each with the reason.
  static let others = [
    "open": "it opens a window",
    "watch": "it goes on until it is ended, and has a test of its own",
    "agent run": "it works until it is ended, and has words only",
    "agent remove": "it needs systemd, and prints what `agent install` prints",
    "account move": "it needs a server on a network, and prints what `account sign-in` prints",
    "account link-device": "it needs a server on a network, and has a test of its own",
    "account invitations list": "it needs a server on a network, and has a test of its own",
    "account invitations revoke": "it prints what `account invitations list` prints",
    "cloud serve": "it works until it is ended; a program reads where it listens in the ready file",
    "cloud setup": "it makes a server of the machine, and has a test of its own",
    "cloud doctor": "it needs a server of the machine, and prints what `doctor` prints",
    "cloud import": "it needs a cloud in memory, and has a test of its own",
    "bench": "its figures take a minute, and have a test of their own",
    "scenario schema": "what it prints is JSON: a file for editors",
    "scenario device": "a part of `scenario run --processes`, which reads its lines",
    "keep-home": "a part of the demo, which says nothing",
  ]

  /// The commands that can run while the cloud runs.
  static let all = [
    JSONCommand("alice", "Chat", "chats"),
    JSONCommand("alice", "Chat", "new Other"),
    JSONCommand("alice", "Message", "send Crew --attach HOME/note.txt with-a-file --wait"),
    JSONCommand("alice", "Stored asset", "cloud inspect assets"),
    JSONCommand("bob", "Message", "send Crew answer --reply-to last"),
    JSONCommand("bob", "Message", "react Crew last 👍"),
    JSONCommand("bob", "Message", "edit Crew last changed"),
    JSONCommand("alice", "Message", "read Crew"),
    JSONCommand("alice", "Message", "search changed"),
    JSONCommand("alice", "Change", "rename Crew Crew2"),
    JSONCommand("alice", "Change", "pin Crew2"),
    JSONCommand("alice", "Change", "unpin Crew2"),
    JSONCommand("alice", "Change", "archive Crew2"),
    JSONCommand("alice", "Change", "unarchive Crew2"),
    JSONCommand("alice", "Change", "notify Crew2 mentions"),
    JSONCommand("alice", "Change", "pin-message Crew2 last"),
    JSONCommand("alice", "Pin", "pinned Crew2"),
    JSONCommand("alice", "Change", "unpin-message Crew2 last"),
    JSONCommand("bob", "Sync", "sync"),
    JSONCommand("bob", "Version", "history Crew2 last"),
    JSONCommand("bob", "Saved file", "attachment Crew2 last --output HOME/saved"),
    JSONCommand("alice", "Change", "unsend Crew2 last"),
    JSONCommand("alice", "Change", "outbox retry Crew2"),
    JSONCommand("alice", "Change", "permission Crew2 bob read-only"),
    JSONCommand("alice", "Change", "limit Crew2 50MB"),
    JSONCommand("alice", "Member", "members Crew2"),
    JSONCommand("alice", "Change", "block bob"),
    JSONCommand("alice", "Blocked person", "blocked"),
    JSONCommand("alice", "Change", "unblock bob"),
    JSONCommand("alice", "Link", "invite Crew2 carol"),
    JSONCommand("alice", "Link", "invite Crew2"),
    JSONCommand("carol", "Invitation", "invitations"),
    JSONCommand("carol", "Invitation", "join"),
    JSONCommand("bob", "Change", "decline LINK"),
    JSONCommand("alice", "Sync", "sync"),
    JSONCommand("alice", "Journal entry", "events"),
    JSONCommand("alice", "Account", "account status"),
    JSONCommand("alice", "Session", "account sessions"),
    JSONCommand("alice", "Ended sessions", "account sessions --end-others"),
    JSONCommand(
      "alice", "Signed in", "account passphrase --new-passphrase-file HOME/passphrase"),
    JSONCommand("alice", "Check", "doctor"),
    JSONCommand("alice", "Unit", "agent install --print"),
    JSONCommand("alice", "Cloud", "cloud start"),
    JSONCommand("alice", "Cloud", "cloud status"),
    JSONCommand("alice", "Request", "cloud requests --polls"),
    JSONCommand("bob", "Archive", "export Crew2"),
    JSONCommand("bob", "Export", "export Crew2 -o HOME/crew.jsonl"),
    JSONCommand("bob", "Import", "import HOME/crew.jsonl"),
    JSONCommand("alice", "Clock", "cloud clock"),
    JSONCommand("alice", "Exported cloud", "cloud export HOME/cloud.tar"),
    JSONCommand("alice", "Account keys", "cloud accounts create erin"),
    JSONCommand("alice", "Account keys", "cloud accounts token erin"),
    JSONCommand("alice", "Code", "cloud invite frank --address https://chat.example"),
    JSONCommand("alice", "Code", "cloud accounts reset erin --address https://chat.example"),
    JSONCommand("alice", "Code", "cloud invitations list"),
    JSONCommand("alice", "Code", "cloud invitations revoke --all"),
    JSONCommand("alice", "Record", "cloud query Message --account alice"),
    JSONCommand("alice", "Record", "cloud records get note --account alice"),
    JSONCommand("alice", "Record", "cloud records put note text=b --account alice"),
    JSONCommand("alice", "Deleted record", "cloud records delete note --account alice"),
    JSONCommand("alice", "Schema addition", "cloud schema add-index Message text searchable"),
    JSONCommand("alice", "Schema addition", "cloud schema add-field Message labels string --list"),
    JSONCommand("alice", "Exported schema", "cloud schema export"),
    JSONCommand("alice", "Exported schema", "cloud schema export -o HOME/schema.ckdb"),
    JSONCommand("alice", "Checked schema", "cloud schema validate HOME/schema.ckdb"),
    JSONCommand("alice", "Schema change", "cloud schema import HOME/schema.ckdb --dry-run"),
    JSONCommand("alice", "Schema change", "cloud schema import HOME/schema.ckdb"),
    JSONCommand("alice", "Schema change", "cloud schema promote"),
    JSONCommand("alice", "Container", "cloud containers create iCloud.com.example.app"),
    JSONCommand("alice", "Container", "cloud containers list"),
    JSONCommand("alice", "Container", "cloud containers show iCloud.com.example.app"),
    JSONCommand("alice", "Container", "cloud containers apply HOME/containers.toml"),
    JSONCommand(
      "alice", "API token", "cloud containers add-token iCloud.com.example.app --name web"),
    JSONCommand(
      "alice", "Server key",
      "cloud containers add-key iCloud.com.example.app --name job --public-key HOME/key.pem"),
    JSONCommand(
      "alice", "Container settings", "cloud containers set iCloud.com.example.app --quota 1000000"),
    JSONCommand(
      "alice", "Container change",
      "cloud containers reset-environment iCloud.com.example.app --force"),
    JSONCommand(
      "alice", "Container change", "cloud containers delete iCloud.com.example.app --force"),
    JSONCommand("alice", "Account use", "cloud accounts list"),
    JSONCommand("alice", "Account use", "cloud accounts disable erin"),
    JSONCommand("alice", "Account use", "cloud accounts enable erin"),
    JSONCommand("alice", "Account use", "cloud accounts end-sessions erin"),
    JSONCommand("alice", "Account use", "cloud accounts close-links erin"),
    JSONCommand("alice", "Deleted account", "cloud accounts delete erin --yes erin"),
    JSONCommand("alice", "Administrator's deed", "cloud log"),
    JSONCommand("alice", "Stored account", "cloud inspect accounts"),
    JSONCommand("alice", "Stored container", "cloud inspect containers"),
    JSONCommand("alice", "Stored zone", "cloud inspect zones"),
    JSONCommand("alice", "Stored share", "cloud inspect shares"),
    JSONCommand("alice", "Stored record", "cloud inspect records"),
    JSONCommand("alice", "Feed entry", "cloud inspect feeds"),
    JSONCommand("alice", "Stored subscription", "cloud inspect subscriptions"),
    JSONCommand("alice", "Checked condition", "cloud check"),
    JSONCommand("alice", "Limits", "cloud limits"),
    JSONCommand("alice", "Backup", "cloud backup HOME/copy"),
    JSONCommand("alice", "Fault", "cloud faults add busy --id slow --account nobody"),
    JSONCommand("alice", "Fault", "cloud faults list"),
    JSONCommand("alice", "Fault", "cloud faults remove slow"),
    JSONCommand("alice", "Ended faults", "cloud faults clear"),
    JSONCommand("dave", "Signed in", "account create dave"),
    JSONCommand("dave", "Signed out", "account sign-out"),
    JSONCommand("dave", "Signed in", "account sign-in dave"),
    JSONCommand("dave", "Deleted account", "account delete --yes dave --no-export"),
    JSONCommand("alice", "Change", "remove Crew2 carol"),
    JSONCommand("bob", "Change", "leave Crew2"),
    JSONCommand("alice", "Change", "stop-sharing Crew2"),
    JSONCommand("alice", "Change", "delete Other"),
    JSONCommand("alice", "Zone event", "cloud expire-tokens --account alice"),
    JSONCommand("alice", "Zone event", "cloud reset-encryption --account alice --zone ZONE"),
    JSONCommand("alice", "Zone event", "cloud purge --account alice --zone PLACE"),
    JSONCommand("alice", "Traced step", "trace --messages 1"),
    JSONCommand(nil, "Played step", "demo"),
    JSONCommand(nil, "Played step", "scenario run PROJECT/docs/scenarios/first-chat.yaml"),
    JSONCommand(nil, "Simulated seed", "simulate --seed 1 --coverage"),
    JSONCommand(
      nil, "Simulated seed", "simulate --seed 2 --mutation tokenBeforeData", code: 1),
    JSONCommand("alice", "Sync", "sync"),
    JSONCommand("alice", "Change", "hide PLACE"),
    JSONCommand(nil, "Manual page", "manual"),
    JSONCommand(nil, "Manual page", "manual --pages HOME/pages"),
    JSONCommand("alice", "Settings", "config check"),
    JSONCommand("alice", "Key", "keys"),
    JSONCommand("alice", "Container change", "cloud reset --container iCloud.com.example.other"),
    JSONCommand("alice", "Stopped cloud", "cloud stop"),
  ]

  /// The commands that can run without the cloud.
  static let offline = [
    JSONCommand("alice", "Outbox entry", "outbox list --explain"),
    JSONCommand("alice", "Change", "outbox drop Crew2 last"),
    JSONCommand("alice", "Agent", "agent status", code: 1),
    JSONCommand("alice", "Restored cloud", "cloud restore HOME/copy"),
  ]
}
