import ClientSettings
import TOMLText
import TerminalUI
import Testing

struct SettingsTests {
  static let actions = [
    BindableAction(
      name: "send", sentence: "Send the message", contexts: ["writing"], keys: [.key(.enter)]),
    BindableAction(
      name: "quit", sentence: "Quit", contexts: ["writing", "list"], keys: [.control("q")]),
    BindableAction(
      name: "open", sentence: "Open the chat", contexts: ["list"], keys: [.key(.enter)]),
    BindableAction(
      name: "clear", sentence: "Clear \"all\"", contexts: ["writing"],
      keys: [.typed("\"").whenEmpty(), .alt("\\")]),
    BindableAction(name: "retry", sentence: "Retry", contexts: ["list"], keys: [.typed("r")]),
    BindableAction(name: "reply", sentence: "Reply", contexts: ["list"], keys: [.typed("r")]),
  ]
  static let vocabulary = {
    var vocabulary = SettingsVocabulary(
      actions: actions, textContexts: ["writing"], essential: ["quit"])
    vocabulary.slashCommands = ["new"]
    return vocabulary
  }()

  private func read(_ text: String) throws -> Settings {
    try Settings.read(text, vocabulary: Self.vocabulary).get()
  }

  private func mistakes(_ text: String) -> [String] {
    switch Settings.read(text, vocabulary: Self.vocabulary) {
    case .success: []
    case .failure(let mistakes): mistakes.problems.map(\.sentence)
    }
  }

  @Test func `an empty file is the defaults`() throws {
    #expect(try read("") == Settings())
    #expect(try read("# nothing\r\n\r\n") == Settings())
  }

  @Test func `the example is right and changes nothing`() throws {
    #expect(try read(SettingsExample.text) == Settings())
  }

  @Test func `the example, with everything that it only shows, is right too`() throws {
    let shown = SettingsExample.text.split(separator: "\n").map { line in
      line.contains(" = ") ? line.drop { "# ".contains($0) } : line
    }
    let settings = try read(
      shown.filter { !$0.hasPrefix("go-to") && !$0.hasPrefix("suspend") }.joined(separator: "\n"))
    #expect(settings.editor == "nvim -n")
    #expect(settings.screen.listColumns == 28)
    #expect(settings.notifications.quiet == QuietHours("22:00-07:00"))
    #expect(settings.away.command == ["notify-send", "News in ZoneChat"])
    #expect(settings.hooks.onMessage == ["/home/you/bin/on-message"])
    #expect(settings.commands == ["weather": ["/home/you/bin/weather"]])
  }

  @Test(arguments: [
    ("22:00-07:00", [1319: false, 1320: true, 0: true, 419: true, 420: false]),
    ("12:30-13:00", [749: false, 750: true, 779: true, 780: false, 0: false]),
  ])
  func `quiet hours may go over midnight`(text: String, expected: [Int: Bool]) throws {
    let quiet: QuietHours = try #require(QuietHours(text))
    var settings = Settings()
    settings.notifications.quiet = quiet
    for (minute, isQuiet) in expected {
      #expect(settings.notifications.level(atMinute: minute) == (isQuiet ? .none : .mentions))
    }
  }

  @Test(arguments: [
    "", "22:00", "22-07", "24:00-07:00", "07:00-07:00", "7:00-8:00", "1:-2:00", "+1:00-02:00",
  ])
  func `other texts are no quiet hours`(text: String) {
    #expect(QuietHours(text) == nil)
    #expect(mistakes("[notifications]\nquiet = \"\(text)\"").count == 1)
  }

  @Test(arguments: [
    "[away]\ncommand = \"mail me\"", "[away]\ncommand = []", "[hooks]\non-message = [\" \"]",
    "[away]\ncommand = [1]", "[away]\ndelay = 0", "[commands]\nWeather = [\"w\"]",
    "[commands]\n\"../w\" = [\"w\"]", "[commands]\nweather = \"w\"", "[commands]\nnew = [\"w\"]",
    "commands = 1",
  ])
  func `what is no command is refused`(text: String) {
    #expect(mistakes(text).count == 1)
  }

  @Test func `every value is taken over`() throws {
    let settings = try read(
      """
      preset = "vim"
      editor = "emacs -nw"
      opener = "w3m"
      downloads = "~/in"
      notifications = { level = "none", bell = false, desktop = "777", title = false }

      [away]
      command = ["mail", "-s", "News"]
      delay = 300
      text = true

      [hooks]
      on-message = ["log"]

      [commands]
      weather = ["w", "--short"]

      [screen]
      mouse = false
      list-columns = 30
      "text-columns" = 80
      names = "above"
      clock = 12
      timestamps = false

      [keys]
      quit = ["f10", "ctrl+q"]
      send = ''
      """)
    var expected = Settings()
    expected.preset = .vim
    expected.editor = "emacs -nw"
    expected.opener = "w3m"
    expected.downloads = "~/in"
    expected.notifications.level = .none
    expected.notifications.bell = false
    expected.notifications.desktop = .osc777
    expected.notifications.title = false
    expected.away.command = ["mail", "-s", "News"]
    expected.away.delaySeconds = 300
    expected.away.text = true
    expected.hooks.onMessage = ["log"]
    expected.commands = ["weather": ["w", "--short"]]
    expected.screen.mouse = false
    expected.screen.listColumns = 30
    expected.screen.textColumns = 80
    expected.screen.names = .above
    expected.screen.clock = .hours12
    expected.screen.timestamps = false
    expected.keys = ["quit": [.key(.function(10)), .control("q")], "send": []]
    #expect(settings == expected)
  }

  @Test(arguments: [
    (
      "notifications.level = \"mention\"",
      "Line 1, column 23: ‘notifications.level’ must be \"all\", \"mentions\" or \"none\", "
        + "not \"mention\". Did you mean ‘\"mentions\"’?"
    ),
    (
      "\n[screen]\n  mouse = \"no\"",
      "Line 3, column 11: ‘screen.mouse’ must be true or false, without quotes, not \"no\"."
    ),
    (
      "[screen]\nmous = true",
      "Line 2, column 1: There is no setting ‘mous’ in [screen]. Did you mean ‘mouse’?"
    ),
    (
      "[screens]\nmouse = true",
      "Line 1, column 2: There is no setting ‘screens’ at the top. Did you mean ‘screen’?"
    ),
    (
      "[screen]\nlist-columns = 500",
      "Line 2, column 16: ‘screen.list-columns’ must be a whole number from 16 to 40, not 500."
    ),
    ("screen = 1", "Line 1, column 10: ‘screen’ is a table. Write [screen]."),
    ("editor = \"\"", "Line 1, column 10: ‘editor’ must be a command in quotes, not \"\"."),
    (
      "preset = 1979-05-27",
      "Line 1, column 10: ‘preset’ must be \"default\", \"vim\", "
        + "\"emacs\" or \"weechat\", not a date."
    ),
    (
      "[keys]\nsned = \"enter\"",
      "Line 2, column 1: There is no action ‘sned’; ‘zonechat keys --dump’ lists all. "
        + "Did you mean ‘send’?"
    ),
    (
      "[keys]\nquit = [\n  \"ctrl+q\", # stays\n  'ctrl+entr']",
      "Line 4, column 3: ‘ctrl+entr’ is not the name of a key. Did you mean ‘ctrl+enter’?"
    ),
    ("[keys]\nquit = []", "Line 2, column 8: ‘quit’ needs a key; nothing else does what it does."),
    ("[keys]\nquit = [1]", "Line 2, column 9: A key must be a text in quotes, not 1."),
    (
      "[keys]\nquit = 1",
      "Line 2, column 8: ‘keys.quit’ must be a key in quotes or a list of "
        + "keys, not 1."
    ),
    (
      "[keys]\nquit = \"x\"",
      "Line 2, column 8: ‘x’ would be typed as text where ‘quit’ works; add Ctrl or Alt. "
        + "Did you mean ‘alt+x’?"
    ),
    (
      "[keys]\nopen = \"ctrl+q\"",
      "Line 2, column 1: ‘Ctrl+Q’ is a key of ‘quit’ and of ‘open’ in the same place. "
        + "Give one of them another key, or take it away."
    ),
  ])
  func `a mistake has its place, what was expected, and the nearest word`(
    text: String, sentence: String
  ) {
    #expect(mistakes(text) == [sentence])
  }

  @Test func `a text that is nested too deep is refused before the parser ends the program`() {
    let many = 50_000
    func times(_ text: String) -> String { String(repeating: text, count: many) }
    for text in [
      "x=" + times("[") + times("]"), "x=" + times("[") + times("{a=") + "1",
      "x=" + times("{a=") + "1" + times("}"), times("a.") + "b = 1", "[" + times("a.") + "b]",
      "[[" + times("a.") + "b]]\nc = 1", "a = 1\nx = [" + times("[1],[") + times("["),
    ] {
      let problem = #expect(throws: TOMLProblem.self) { try TOMLDocument(text) }
      #expect(problem?.sentence.contains("256 levels") == true, "\(text.prefix(20))")
    }
    let fine = "x=" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(throws: Never.self) { try TOMLDocument(fine) }
  }

  @Test func `a text that is not TOML is named with its place`() throws {
    let sentence = try #require(mistakes("[screen]\nmouse = tru\n").first)
    #expect(sentence.hasPrefix("Line 2, column "))
    for text in ["[=", "[[[a]]]", "[ \u{1B}", "[#]", "[.a]", "a = ]", "a = #", "a = {b = }"] {
      #expect(mistakes("# x\n" + text).first?.hasPrefix("Line 2, column ") == true, "\(text)")
    }
    #expect(
      mistakes("a = \"\u{0}\"") == ["Line 1, column 6: A zero byte cannot stand in TOML."])
  }

  @Test(arguments: [
    ("[screen]\nclock = \"12\n", "Line 2, column 9"),
    ("[screen]\nclock = '12\nmouse = true\n", "Line 2, column 9"),
    ("opener = \"x", "Line 1, column 10"),
    ("opener = \"\"\"x\n[screen]\nmouse = true\n", "Line 1, column 10"),
    ("[keys]\nopen = [\"ctrl+o\", \"alt+o]\n", "Line 2, column 19"),
    ("opener = \"C:\\dir\\\"\n[=", "Line 1, column 10"),
    ("[\"screen]\nmouse = true\n", "Line 1, column 2"),
  ])
  func `a string without an end is named where it begins`(text: String, place: String) {
    #expect(mistakes(text) == ["\(place): The string that begins here is not closed."])
  }

  @Test func `every mistake is named, in the order of the text`() {
    let text = "[screen]\nmouse = 1\nclock = \"13\"\n[keys]\nopen = \"ctrl+q\"\n"
    #expect(mistakes(text).map { $0.prefix(6) } == ["Line 2", "Line 3", "Line 5"])
    guard case .failure(let all) = Settings.read(text, vocabulary: Self.vocabulary) else {
      Issue.record("no mistake")
      return
    }
    #expect(all.sentence.hasSuffix("(and 2 more)"))
  }

  @Test(arguments: 1...20)
  func `settings that are cut and mixed at random are read or refused`(seed: UInt64) {
    var random = seed
    func next(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % max(1, limit)
    }
    let parts =
      Array("[]{}=,.\"'#\\\n\r\t \u{0}\u{1B}\u{B}\u{A0}\u{2028}é😀").map(String.init)
      + [String(repeating: "'", count: 3), "\"\"\"", "[["]
    for _ in 0..<200 {
      var text = Array(SettingsExample.text)
      for _ in 0..<(1 + next(6)) {
        let start = next(text.count)
        let end = min(text.count, start + next(12))
        text.replaceSubrange(start..<end, with: next(2) == 0 ? Array(parts[next(parts.count)]) : [])
      }
      guard case .failure(let mistakes) = Settings.read(String(text), vocabulary: Self.vocabulary)
      else { continue }
      let lineCount = text.count { $0.isNewline } + 1
      for problem in mistakes.problems {
        #expect((1...lineCount).contains(problem.place.line), "seed \(seed): \(problem)")
        #expect(problem.place.column >= 1)
      }
    }
  }

  @Test func `a taken key is free for another action`() throws {
    let settings = try read("[keys]\nopen = \"ctrl+q\"\nquit = \"f10\"")
    let keymap = Keymap(own: settings.keys)
    #expect(keymap.keys(of: "open", standard: [.key(.enter)]) == [.control("q")])
    #expect(keymap.keys(of: "send", standard: [.key(.enter)]) == [.key(.enter)])
  }

  @Test func `actions that share a key by themselves may share another`() throws {
    let settings = try read("[keys]\nretry = \"z\"\nreply = \"z\"")
    #expect(settings.keys == ["retry": [.typed("z")], "reply": [.typed("z")]])
  }

  @Test func `a text that controls the terminal is shown harmless`() {
    for text in [
      "\"\\u001b]0;x\\u0007\" = 1", "editor = \"\\u001b[2J\"", "[keys]\nquit = \"\\u202E\"",
    ] {
      let sentence = mistakes(text).joined()
      #expect(!sentence.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
      #expect(sentence.hasPrefix("Line "))
    }
  }

  @Test func `the table of keys makes the same keys again`() throws {
    let keymap = Keymap(own: ["quit": [.key(.function(10))], "open": []])
    let table = SettingsExample.keys(of: Self.actions, keymap: keymap)
    #expect(
      table == """
        [keys]
        # Send the message.
        send = "Enter"
        # Quit.
        quit = "F10"
        # Open the chat.
        open = ""
        # Clear "all".
        clear = ["\\" when empty", "Alt+\\\\"]
        # Retry.
        retry = "r"
        # Reply.
        reply = "r"

        """)
    let read = Keymap(own: try read(table).keys)
    for action in Self.actions {
      #expect(
        read.keys(of: action.name, standard: [])
          == keymap.keys(of: action.name, standard: action.keys))
    }
  }
}
