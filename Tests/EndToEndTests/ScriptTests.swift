import Foundation
import Subprocess
import Testing

/// The rules on which a script relies: texts are texts, data is on standard output, and a code says what happened.
@Suite(.timeLimit(.minutes(15)))
struct ScriptTests {
  @Test(arguments: ["-n hi", "-hello", "-h", "- item", "-1 degree", "-x", "-- item", "--Hi"])
  func `a text that begins with a dash is a text`(text: String) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let id = try await world.did("alice", "send", "Crew", text)
      let sent = try #require(try await world.messages("alice", in: "Crew").last)
      #expect(sent.text == text && sent.id == id)
      try await world.did("alice", "edit", "Crew", "last", text + "!")
      #expect(try await world.messages("alice", in: "Crew").last?.text == text + "!")
      let found = try await world.did("alice", "search", text + "!", "--json")
      #expect(found.contains(id))
    }
  }

  @Test func `the word in the text's place is the text`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let texts = [
        "--help", "--version", "--help-hidden", "--generate-completion-script=bash", "--verbose",
        "--experimental-dump-help",
      ]
      for text in texts { try await world.did("alice", "send", "Crew", text, "--wait") }
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == texts)
      let own = try await world.did("alice", "search", "from:me", "after:today", "verb")
      #expect(own.contains("--verbose") && !own.contains("--help"), "\(own)")
      let refused = try await world.run("alice", "search", "is:unread")
      #expect(refused.code == 2 && refused.words.contains("There is no filter ‘is:’."))
      try await world.did("alice", "edit", "Crew", "last", "--help")
      #expect(try await world.messages("alice", in: "Crew").last?.text == "--help")
      try await world.did("alice", "rename", "Crew", "--help")
      try await world.did("alice", "rename", "--json", "--", "--help", "Crew")
      #expect(try await world.did("alice", "chats").contains("Crew"))
      // The place of a message is none of a text.
      let place = try await world.run("alice", "edit", "Crew", "--help")
      #expect(place.code == 2 && place.output.isEmpty, "\(place)")
      for command in ["send", "edit", "react", "rename", "new", "search"] {
        let help = try await world.run("alice", command, "--help")
        #expect(help.code == 0 && help.output.contains("USAGE"), "\(command): \(help)")
      }
    }
  }

  @Test func `a text that resembles an option is not sent, and the command says so`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      for word in ["--wiat", "--wait=now", "--no-wait", "--timeout=x", "--rep", "--jsn"] {
        let refused = try await world.run("alice", "send", "Crew", word)
        #expect(refused.code == 2 && refused.output.isEmpty, "\(word): \(refused)")
      }
      let near = try await world.run("alice", "send", "Crew", "--wiat")
      #expect(near.words.contains("there is --wait"), "\(near.words)")
      for words in [["hello", "--help"], ["hello", "--verbose"], ["--verbose", "hello"]] {
        let refused = try await world.program.run(["--profile", "alice", "send", "Crew"] + words)
        #expect(refused.code == 2 && refused.output.isEmpty, "\(words): \(refused)")
      }
      #expect(try await world.messages("alice", in: "Crew").isEmpty)
      try await world.did("alice", "send", "Crew", "--wait", "--", "--help")
      try await world.did("alice", "send", "--timeout", "5", "Crew", "-5", "--wait")
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["--help", "-5"])
      try await world.did("alice", "rename", "Crew", "-Crew-")
      try await world.did("alice", "rename", "--", "-Crew-", "--Crew")
      #expect(try await world.did("alice", "chats").contains("--Crew"))
      let help = try await world.run("alice", "send", "--help")
      #expect(help.code == 0 && help.output.contains("USAGE"))
      let limit = try await world.run("alice", "read", "--limit", "-3", "--", "--Crew")
      #expect(
        limit.code == 2 && limit.words.contains("--limit must be 0 or more"), "\(limit.words)")
    }
  }

  @Test(arguments: ["chats", "read Crew --limit 0", "chats --json", "--help", "members Crew"])
  func `output that cannot be written is a failure`(command: String) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "hello")
      let program = "\(Program.executable.path) --profile alice \(command)"
      for (end, reason) in [("> /dev/full", "No space left"), (">&-", "Bad file descriptor")] {
        let result = try await shell(world, "\(program) \(end)")
        #expect(result.code == 1 && result.words.contains(reason), "\(end): \(result)")
        #expect(result.words.contains("not complete"), "\(result.words)")
      }
      // Who wants no more is not told about it.
      let cut = try await shell(world, "\(program) | head -c 1")
      #expect(cut.words == "", "\(cut.words)")
    }
  }

  @Test func `a reader that has gone ends every command in the same way`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did("alice", "send", "Crew", "hello", "--wait")
      for command in [
        "read Crew", "chats --json", "search hello", "cloud inspect", "cloud requests --json",
        "cloud check", "keys", "--help",
      ] {
        let result = try await world.program.run(
          .name("bash"),
          [
            "-c",
            "\(Program.executable.path) --profile alice \(command) > >(exec <&-); echo $?",
          ])
        #expect(result.output == "141\n" && result.words == "", "\(command): \(result)")
      }
    }
  }

  @Test func `input that is no text is refused, and costs only itself`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let send = "\(Program.executable.path) --profile alice send Crew"
      for (command, words) in [
        ("printf 'a\\0b' | \(send)", "zero byte"), ("printf 'a\\377' | \(send)", "not UTF-8"),
        ("\(send) \"$(printf 'x\\377')\"", "not UTF-8"), ("\(send) - <&-", "cannot be read"),
        ("\(send) --attach /tmp", "it is a folder"),
      ] {
        let result = try await shell(world, command)
        #expect([1, 2].contains(result.code) && result.output == "", "\(command): \(result)")
        #expect(result.words.contains(words), "\(command): \(result.words)")
      }
      #expect(try await world.messages("alice", in: "Crew").isEmpty)
      let lines = try await shell(
        world, "printf 'one\\n\\ntwo\\nbad\\377\\nfour\\n' | \(send) --lines")
      #expect(lines.code == 1 && lines.words.contains("Line 4 is not UTF-8"), "\(lines.words)")
      #expect(lines.lines.count == 2)
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["one", "two"])
    }
  }

  @Test func `a line is sent when it is there`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let pipe = world.home.appendingPathComponent("lines")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      // Opened for both, so that opening waits for nobody.
      let end = open(pipe.path, O_RDWR | O_CLOEXEC)
      try await Watcher.with(world, people: ["bob"]) { windows in
        async let sending = shell(
          world,
          "exec \(Program.executable.path) --profile alice send Crew --lines < \(pipe.path)")
        for text in ["first", "second"] {
          _ = text.appending("\n").withCString { write(end, $0, strlen($0)) }
          await windows[0].sees(text)
        }
        // A line without its end, and the end of the input, which is the end of every writer.
        _ = "third".withCString { write(end, $0, strlen($0)) }
        close(end)
        let sent = try await sending
        #expect(sent.code == 0 && sent.words.contains("3 messages sent"), "\(sent)")
        await windows[0].sees("third")
      }
    }
  }

  @Test func `a message is waited for also when a connection breaks`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      for effect in ["dropAfter", "dropBefore"] {
        try await world.did(
          nil, "cloud", "faults", "add", effect, "--operation", "records/modify", "--count", "1")
        try await world.did("alice", "send", "Crew", effect, "--wait", "--timeout", "60")
      }
      let messages = try await world.messages("alice", in: "Crew")
      #expect(messages.map(\.text) == ["dropAfter", "dropBefore"])
      #expect(messages.allSatisfy { $0.state == "sent" })
    }
  }

  @Test func `an old right is asked about before it refuses`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "permission", "Crew", "bob", "read-only")
      try await world.did("bob", "sync")
      let refused = try await world.run("bob", "send", "Crew", "too early")
      #expect(refused.code == 1 && refused.words.contains("may only read"), "\(refused.words)")
      try await world.did("alice", "permission", "Crew", "bob", "read-write")
      try await world.did("bob", "send", "Crew", "now")
      try await world.did("bob", "react", "Crew", "last", "👍")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["now"])
    }
  }

  @Test func `last is the newest message that a command can be about`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let file = world.home.appendingPathComponent("note.txt")
      try Data("a note".utf8).write(to: file)
      try await world.did("alice", "send", "Crew", "with a file", "--attach", file.path, "--wait")
      try await world.did("alice", "send", "Crew", "without")
      try await world.did("bob", "sync")
      let mine = try await world.run("bob", "edit", "Crew", "last", "x")
      #expect(mine.code == 1 && mine.words.contains("have not written anything"), "\(mine.words)")
      try await world.did("bob", "react", "Crew", "last", "🎉")
      try await world.did("bob", "send", "Crew", "an answer", "--reply-to", "last")
      let saved = world.home.appendingPathComponent("saved.txt").path
      try await world.did("bob", "attachment", "Crew", "last", "--output", saved)
      #expect(try String(contentsOfFile: saved, encoding: .utf8) == "a note")
      let unknown = try await world.run("bob", "edit", "Crew", "zzz", "x")
      #expect(unknown.words.contains("no message ‘zzz’ in ‘Crew’"), "\(unknown.words)")
      let newest = try #require(try await world.messages("bob", in: "Crew").last)
      #expect(
        try await world.did("bob", "read", "Crew", "--ids").contains(newest.id + "  2"))
    }
  }

  @Test func `every change is data with --json, words without, and nothing with --quiet`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "hello")
      let changes: [(person: String, arguments: [String])] = [
        ("alice", ["rename", "Crew", "Crew"]), ("alice", ["pin", "Crew"]),
        ("alice", ["unpin", "Crew"]), ("alice", ["archive", "Crew"]),
        ("alice", ["unarchive", "Crew"]), ("alice", ["notify", "Crew", "none"]),
        ("alice", ["permission", "Crew", "bob", "read-only"]),
        ("alice", ["edit", "Crew", "last", "hi"]), ("alice", ["react", "Crew", "last", "👍"]),
        ("alice", ["pin-message", "Crew", "last"]), ("alice", ["unpin-message", "Crew", "last"]),
        ("alice", ["outbox", "retry", "Crew"]),
      ]
      for change in changes {
        let words = try await world.program.run(["--profile", change.person] + change.arguments)
        #expect(words.code == 0 && words.output == "" && words.words != "", "\(change): \(words)")
        let data = try await world.program.run(
          ["--profile", change.person, "--json"] + change.arguments)
        #expect(data.code == 0 && data.words == "", "\(change): \(data)")
        #expect(data.lines.count == 1, "\(change): \(data)")
        _ = try JSONDecoder().decode(JSONValue.self, from: Data(data.output.utf8))
        let quiet = try await world.program.run(
          ["--profile", change.person, "--quiet"] + change.arguments)
        #expect(quiet.code == 0 && quiet.output == "" && quiet.words == "", "\(change): \(quiet)")
      }
      var environment = world.program.environment
      environment["ZONECHAT_PROFILE"] = "bob"
      let bob = Program(environment: environment)
      #expect(try await bob.run(["account", "status"]).output.contains("bob"))
      let left = try await bob.run(["leave", "Crew", "--json"])
      #expect(left.output.contains(#""action":"leave""#), "\(left)")
    }
  }

  @Test func `a command that needs a stopped cloud says how to start it again`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      for words in [
        "invite Crew carol", "permission Crew bob read-only", "remove Crew bob",
        "stop-sharing Crew",
      ] {
        let refused = try await world.program.run(
          ["--profile", "alice"] + words.split(separator: " ").map(String.init))
        #expect(refused.code == 1)
        #expect(
          refused.words.contains("The cloud was stopped. ‘zonechat cloud start’ starts it again."),
          "\(words): \(refused)")
      }
    }
  }

  @Test func `a refusal by the cloud is a failure`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(
        nil, "cloud", "faults", "add", "failRecords", "--operation", "records/modify", "--code",
        "ACCESS_DENIED")
      // At the first time the cloud's copy takes the place of the change at once.
      for _ in 0..<3 {
        let renamed = try await world.run("alice", "rename", "Crew", "Team", "--json")
        #expect(renamed.code == 1 && renamed.output == "", "\(renamed)")
        #expect(renamed.words.contains("does not accept"), "\(renamed.words)")
      }
      let made = try await world.run("alice", "new", "Other")
      #expect(made.code == 1 && made.words.contains("does not accept"), "\(made)")
      try await world.did(nil, "cloud", "faults", "clear")
      try await world.did("alice", "rename", "Crew", "Team", "--json")
    }
  }

  @Test func `a text from a pipe goes with its file, also where a right was old`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "permission", "Crew", "bob", "read-only")
      try await world.did("bob", "sync")
      try await world.did("alice", "permission", "Crew", "bob", "read-write")
      let file = world.home.appendingPathComponent("note.txt")
      try Data("a note".utf8).write(to: file)
      try await world.did(
        "bob", "send", "Crew", "-", "--attach", file.path, "--wait", input: "with a text")
      let sent = try #require(try await world.messages("bob", in: "Crew").last)
      #expect(sent.text == "with a text" && sent.attachment?.name == "note.txt")
    }
  }

  @Test func `an option without its value takes no other option for it`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      for words in [
        "send Crew --attach", "send Crew hi --reply-to", "send Crew hi --timeout",
        "send Crew hi --attach --wait", "search x --chat", "edit Crew last --cloud",
      ] {
        let words = words.split(separator: " ").map(String.init)
        let refused = try await world.program.run(["--profile", "alice"] + words)
        #expect(refused.code == 2 && refused.output == "", "\(words): \(refused)")
        #expect(refused.words.contains("There is no value behind --"), "\(words): \(refused.words)")
      }
      let twice = try await world.run("alice", "chats", "--profile", "bob")
      #expect(twice.code == 2 && twice.words.contains("--profile is there twice"), "\(twice)")
      #expect(try await world.messages("alice", in: "Crew").isEmpty)
      try await world.did("alice", "send", "Crew", "--", "--profile")
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["--profile"])
    }
  }

  @Test(arguments: [
    (["re"], ["rename", "react", "remove", "read"]), (["send", "Cre"], ["Crew"]),
    (["send", "Crew", "--re"], ["--reply-to"]), (["chats", "--profile", "al"], ["alice"]),
    (["edit", "--profile", "alice", "Crew", "la"], ["last"]), (["--profile", "al"], ["alice"]),
    (["--profile", "alice", "send", "Cre"], ["Crew"]), (["--js"], ["--json"]),
    (["send", "--profile", "=", "alice", "Cre"], ["Crew"]),
    (["chats", "--profile", "="], ["alice"]),
    (["cloud", "inspect", "--environment", "prod"], ["production"]),
    (["cloud", "query", "--database", ""], ["public", "private", "shared"]),
    (["cloud", "serve", "--containers", "/etc/pass"], ["/etc/passwd"]),
    (["cloud", "restore", "/etc/pass"], ["/etc/passwd"]),
    (["send", "Crew", "--attach", "/etc/pass"], ["/etc/passwd"]),
    (["manual", "--pages", "/usr/li"], ["/usr/lib"]), (["help", "cha"], ["chats"]),
  ])
  func `a shell completes commands, options, profiles, chats and messages`(
    words: [String], expected: [String]
  ) async throws {
    try await World.with { world in
      try await world.chat("Crew of the boat", of: ["alice"])
      // Nothing of other people's texts reaches the shell, which would run this.
      let trap = world.home.appendingPathComponent("trap").path
      try await world.did("alice", "new", "Team$(touch \(trap))")
      try await world.did("alice", "new", "$(touch \(trap))`touch \(trap)`")
      let list = (["zonechat"] + words).map { "'\($0)'" }.joined(separator: " ")
      let command = """
        zonechat() { '\(Program.executable.path)' "$@"; }
        source <(zonechat --generate-completion-script bash)
        export ZONECHAT_PROFILE=alice
        COMP_WORDS=(\(list)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        _zonechat zonechat "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let result = try await world.program.run(.name("bash"), ["-c", command])
      #expect(Set(expected).isSubset(of: result.lines), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: trap))
    }
  }

  @Test func `fish and zsh know the options that stand before a command`() async throws {
    try await World.with { world in
      let zsh = try await world.did(nil, "--generate-completion-script", "zsh")
      let root = try #require(zsh.split(separator: "'--version[").first)
      for option in ["--profile=[", "--cloud=[", "--ca=[", "--json[", "--quiet["] {
        #expect(root.contains("'\(option)"), "\(option)")
      }
      // Each option with a value takes it behind = too.
      #expect(zsh.firstMatch(of: /\n *'\*?--[a-z-]+\[[^\n]*\]:/) == nil)
      let fish = try await world.did(nil, "--generate-completion-script", "fish")
      for option in ["profile", "cloud", "ca", "json", "quiet"] {
        #expect(fish.contains(#"_options "zonechat" \#(option)' -l '\#(option)'"#), "\(option)")
      }
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/fish") else { return }
      let script = world.home.appendingPathComponent("zonechat.fish").path
      try Data(fish.utf8).write(to: URL(fileURLWithPath: script))
      for (typed, offered) in [
        ("--prof", "--profile"), ("--profile alice sen", "send"),
        ("--profile=alice send Crew --att", "--attach"),
      ] {
        let command = "source \(script); complete -C 'zonechat \(typed)'"
        let result = try await world.program.run(.name("fish"), ["-c", command])
        #expect(result.lines.contains { $0.hasPrefix(offered) }, "\(typed): \(result)")
      }
    }
  }

  private func shell(_ world: World, _ command: String) async throws -> Program.Result {
    try await world.program.run(.name("sh"), ["-c", command])
  }
}
