import ChatModel
import ChatUI
import ClientSettings
import TerminalUI
import Testing

/// Keys from settings, in the real registry.
@MainActor
struct KeymapTests {
  @Test(arguments: KeyPreset.allCases)
  func `a preset names actions of the registry, and gives no key two meanings`(preset: KeyPreset) {
    let names = Set(SettingsVocabulary.chat.actions.map(\.name))
    for name in preset.keys.keys { #expect(names.contains(name), "\(name)") }
    let conflicts = Keymap(preset: preset).conflicts(among: SettingsVocabulary.chat.actions)
    #expect(conflicts.isEmpty)
  }

  @Test(arguments: KeyPreset.allCases)
  func `a preset leaves every action a way, and the letters to the text`(preset: KeyPreset) {
    let keymap = Keymap(preset: preset)
    for action in ActionRegistry.all {
      #expect(!keymap.keys(of: action).isEmpty || action.slash != nil, "\(action.id)")
      guard action.contexts.contains(where: \.takesText) else { continue }
      for key in keymap.keys(of: action) where key.condition == .always {
        #expect(key.event.typedCharacter == nil, "\(action.id)")
      }
    }
  }

  @Test(arguments: KeyPreset.allCases)
  func `the dump of a preset is a table of settings that makes the same keys`(
    preset: KeyPreset
  ) throws {
    let keymap = Keymap(preset: preset)
    let table = SettingsExample.keys(of: SettingsVocabulary.chat.actions, keymap: keymap)
    let settings = try Settings.read(table, vocabulary: .chat).get()
    for action in ActionRegistry.all {
      #expect(Keymap(own: settings.keys).keys(of: action) == keymap.keys(of: action))
    }
    for command in EditingCommand.allCases {
      #expect(Keymap(own: settings.keys).keys(of: command) == keymap.keys(of: command))
    }
  }

  @Test func `the example and its keys fit this client`() throws {
    let lines = SettingsExample.text.split(separator: "\n").map { line in
      line.contains(" = ") ? line.drop { "# ".contains($0) } : line
    }
    let settings = try Settings.read(lines.joined(separator: "\n"), vocabulary: .chat).get()
    #expect(settings.keys.keys.sorted() == ["go-to-chat", "suspend"])
  }

  @Test func `keys from settings work, and are shown in hints, help and sentences`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    #expect(driver.text.contains("F1 help"))
    var settings = Settings()
    settings.keys = [
      "help": [.key(.function(10))], "quit": [.control("x")], "send": [.alt("s")],
      "pick-message": [.alt("p")],
    ]
    try await driver.post(.settings(.settings(settings)))
    #expect(driver.text.contains("F10 help"))
    #expect(driver.text.contains("Alt+P pick message"))
    #expect(driver.text.contains("The changed settings are in use."))
    try await driver.press(.control("c"))
    try await driver.press(.control("c"))
    try await driver.press(.control("c"))
    #expect(driver.text.contains("Ctrl+X quits"))
    try await driver.press(.function(1))
    #expect(!driver.text.contains("Keys and commands"))
    try await driver.press(.function(10))
    #expect(driver.text.contains("Keys and commands"))
    #expect(driver.text.contains("Alt+S"))
    try await driver.press(.escape)
    try await driver.press(.control("q"))
    #expect(!driver.hasQuit)
    try await driver.press(.control("x"))
    #expect(driver.hasQuit)
  }

  @Test func `editing keys are chosen like the others, in the text and in dialogs`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    let text = """
      [keys]
      word-left = "Ctrl+X"
      cut-to-line-end = "Alt+D"
      cut-word-forward = ""
      """
    let settings = try Settings.read(text, vocabulary: .chat).get()
    try await driver.post(.settings(.settings(settings)))
    try await driver.type("one two")
    try await driver.press(.control("x"))
    try await driver.press(.alt("d"))
    #expect(driver.model.composer.text == "one ")
    try await driver.press(.control("o"))
    try await driver.type("three four")
    try await driver.press(.control("x"))
    try await driver.press(.alt("d"))
    #expect((driver.model.overlay as? TitleModel)?.input.text == "three ")
    try await driver.press(.escape)
    try await driver.press(.function(1))
    let help = HelpSection.all(startingWith: .composing, driver.model.keymap)
    #expect(
      help.flatMap(\.entries).contains { $0.keys == "Ctrl+X" && $0.title == "Go one word left" })
  }

  @Test func `an editing key that an action has is refused with both names`() {
    let result = Settings.read("keys.word-left = \"Ctrl+L\"", vocabulary: .chat)
    guard case .failure(let mistakes) = result else {
      Issue.record("accepted")
      return
    }
    #expect(mistakes.sentence.contains("‘redraw’"))
    #expect(mistakes.sentence.contains("‘word-left’"))
  }

  @Test(arguments: [
    (
      "files-opne = \"p\"",
      "Line 2, column 1: There is no action ‘files-opne’; ‘zonechat keys --dump’ lists all. "
        + "Did you mean ‘files-open’?"
    ),
    (
      "files-open = \"s\"",
      "Line 2, column 1: ‘s’ is a key of ‘files-open’ and of ‘files-save’ in the same place. "
        + "Give one of them another key, or take it away."
    ),
    (
      "files-open = \"ctrl+p\"",
      "Line 2, column 1: ‘Ctrl+P’ is a key of ‘dialog-up’ and of ‘files-open’ in the same place. "
        + "Give one of them another key, or take it away."
    ),
    (
      "search-all-chats = \"x\"",
      "Line 2, column 20: ‘x’ would be typed as text where ‘search-all-chats’ works; "
        + "add Ctrl or Alt. Did you mean ‘alt+x’?"
    ),
  ])
  func `a mistake in the keys of a dialog has its place and the reason`(
    line: String, sentence: String
  ) {
    guard case .failure(let mistakes) = Settings.read("[keys]\n" + line, vocabulary: .chat) else {
      Issue.record("accepted")
      return
    }
    #expect(mistakes.sentence == sentence)
  }

  @Test func `one key may be that of actions in two dialogs`() throws {
    let settings = try Settings.read("keys.outbox-copy = \"o\"", vocabulary: .chat).get()
    #expect(settings.keys == ["outbox-copy": [.typed("o")]])
  }

  @Test func `an action may take an editing key that nobody has chosen`() async throws {
    let settings = try Settings.read("keys.new-chat = \"Ctrl+T\"", vocabulary: .chat).get()
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    try await driver.post(.settings(.settings(settings)))
    try await driver.type("ab")
    try await driver.press(.control("t"))
    #expect(driver.model.overlay is TitleModel)
    #expect(driver.model.composer.text == "ab")
  }

  @Test func `the keys of emacs move the cursor`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    var settings = Settings()
    settings.preset = .emacs
    try await driver.post(.settings(.settings(settings)))
    try await driver.type("ab")
    try await driver.press(.control("b"))
    try await driver.press(.control("b"))
    try await driver.press(.control("f"))
    try await driver.type("-")
    #expect(driver.model.composer.text == "a-b")
  }

  @Test func `the first key of a chat by number goes to the first chat`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    let second = driver.model.list.chats[1].id
    var settings = Settings()
    settings.keys = ["chat-by-number": [.key(.function(11)), .key(.function(12))]]
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.function(12))
    #expect(driver.model.openChat == second)
  }

  @Test func `a dialog's last line names the keys that count`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    var settings = Settings()
    settings.keys = ["dialog-cancel": [.control("x")], "dialog-confirm": [.key(.function(2))]]
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.control("o"))
    #expect(driver.text.contains("F2 create   Tab sealed   Ctrl+X cancel"))
    try await driver.press(.escape)
    #expect(driver.text.contains("F2 create   Tab sealed   Ctrl+X cancel"))
    try await driver.press(.control("x"))
    #expect(!driver.text.contains("F2 create"))
  }

  @Test func `a mistake is said in a sentence, and the settings stay`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    try await driver.post(.settings(.refused("config.toml is not used. Line 3, column 1: no.")))
    #expect(driver.text.contains("config.toml is not used. Line 3, column 1: no."))
    #expect(driver.model.settings == Settings())
  }
}
