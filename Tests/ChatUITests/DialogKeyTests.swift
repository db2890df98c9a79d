import ChatModel
import ChatUI
import ClientSettings
import TerminalUI
import Testing

/// The keys of every dialog: each is that of an action, which settings can move.
@MainActor
struct DialogKeyTests {
  /// What a person can notice of a key.
  private struct Snapshot: Equatable {
    var text: String
    var dialog: ObjectIdentifier?
    var requestCount: Int
    var copied: String?
  }

  private func snapshot(_ driver: ScreenDriver) -> Snapshot {
    Snapshot(
      text: driver.text, dialog: driver.model.overlay.map { ObjectIdentifier($0) },
      requestCount: driver.requests.count, copied: driver.copied)
  }

  private func driver(_ state: ScreenState) async throws -> ScreenDriver {
    let driver = ScreenDriver(
      try await state.world(), width: 100, height: 60, openChat: "Release crew")
    try await driver.refresh()
    try await state.reach(driver)
    return driver
  }

  /// A dialog in which the actions of a context are possible.
  private func driver(_ context: ActionContext) async throws -> ScreenDriver {
    let name =
      switch context {
      case .composing, .picking, .list: "chat"
      case .dialog: "go-to-chat"
      case .newChat: "new-chat"
      case .details: "failed-picked"
      case .members: "own-members"
      case .pinned: "pinned"
      case .blocked: "blocked-people"
      case .files: "list-of-files"
      case .search: "found"
      case .outbox: "outbox"
      case .thread: "thread"
      case .paste: "paste"
      case .invite: "invite"
      case .link: "link"
      case .invitation: "invitation"
      case .linkOfOtherServer: "other-server"
      }
    let state = try #require(ScreenState.all.first { $0.name == name })
    let driver = try await driver(state)
    if context == .details { try await driver.press(.enter) }
    // Only a server can say so, and each dialog asks it.
    if [.invite, .link].contains(context) { try await driver.post(.newPeople(areWelcome: true)) }
    // One name is of one person, to whom a message can go too.
    if context == .invite { try await driver.type("dora") }
    // In a sealed chat people have keys.
    if let dialog = driver.model.overlay as? MembersModel {
      let members = dialog.members.map { member in
        var member = member
        member.keys = member.isMe ? nil : .listed(number: "10000 10001", .none)
        return member
      }
      try await driver.post(.members(dialog.chat, members))
    }
    try #require(driver.model.context == context)
    return driver
  }

  /// The keys of a US keyboard, alone and with Ctrl or Alt.
  private static let allKeys: [KeyEvent] = {
    let characters = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
    let letters = characters.filter { ("a"..."z").contains($0) }
    let named: [Key] = [.tab, .backspace, .insert, .delete, .left, .right, .home, .end]
    var keys = characters.map { KeyEvent.character($0) } + named.map { KeyEvent($0) }
    keys += (1...12).map { KeyEvent(.function($0)) }
    for letter in letters { keys += [.control(letter), .alt(letter)] }
    return keys
  }()

  @Test(arguments: ScreenState.all)
  func `a key that is of no action does nothing in a dialog but edit its text`(
    state: ScreenState
  ) async throws {
    let driver = try await driver(state)
    guard let dialog = driver.model.overlay else { return }
    let (context, keymap) = (dialog.context, driver.model.keymap)
    let keys = Self.allKeys.filter { key in
      let isText = key.typedCharacter != nil || keymap.editingCommand(of: key) != nil
      return !(isText && context.takesText)
        && ActionRegistry.actions(
          for: key, in: context, isEmpty: dialog.isTextEmpty, keymap: keymap
        ).isEmpty
    }
    #expect(keys.count > 40)
    let before = snapshot(driver)
    try await driver.hurry(keys)
    #expect(snapshot(driver) == before)
  }

  @Test(
    arguments: ActionRegistry.all.flatMap { action in
      action.contexts.filter { $0.isDialog && $0 != .dialog }.map { (action, $0) }
    })
  func `a setting moves a dialog's action, with its behaviour, the last line and the help`(
    action: Action, context: ActionContext
  ) async throws {
    let driver = try await driver(context)
    let old = Keymap().keys(of: action).map(\.event)
    #expect(!old.isEmpty)
    var settings = Settings()
    settings.keys = [action.id: [.key(.function(15))]]
    try await driver.post(.settings(.settings(settings)))
    driver.model.show(nil)

    let before = snapshot(driver)
    let hint = try #require(action.hint)
    #expect(before.text.contains("F15 \(hint)"))
    try await driver.hurry(old)
    #expect(snapshot(driver) == before, "the key that it had")
    if action == .membersCompared {
      // It reaches the replica, which has no keys of these people.
      await #expect(throws: ChatError.self) { try await driver.press(.function(15)) }
    } else {
      try await driver.press(.function(15))
      #expect(snapshot(driver) != before)
    }

    let help = try await self.driver(context)
    try await help.post(.settings(.settings(settings)))
    try await help.press(.function(1))
    let section = HelpSection.all(startingWith: context, help.model.keymap).first
    #expect(section?.title == context.title)
    let keys = ["F15", action.slashText].compactMap(\.self).joined(separator: ", ")
    #expect(section?.entries.contains { $0.keys == keys && $0.title == action.title } == true)
    #expect(help.text.contains(keys))
    #expect(help.text.contains(context.title))
  }

  @Test func `every dialog's context has actions, and a letter is one where no text is typed`()
    async throws
  {
    for context in ActionContext.allCases where context.isDialog {
      let actions = ActionRegistry.all.filter { $0.contexts.contains(context) }
      #expect(!actions.isEmpty, "\(context)")
      for key in actions.flatMap(\.keys) where context.takesText {
        #expect(key.event.typedCharacter == nil, "\(context)")
      }
      // The dialog says in which context it is.
      _ = try await driver(context)
    }
  }

  @Test func `actions of dialogs have no slash command, and are not in the palette`() async throws {
    let inDialogs = ActionRegistry.all.filter { $0.contexts.allSatisfy(\.isDialog) }
    #expect(inDialogs.count > 20)
    for action in inDialogs { #expect(action.slash == nil, "\(action.id)") }
    let driver = try await driver(.composing)
    try await driver.press(.function(2))
    let offered = try #require(driver.model.overlay as? PaletteModel).rows
    #expect(Set(offered.map(\.id)).isDisjoint(with: inDialogs.map(\.id)))
  }

  @Test func `an action without a key is not in the last line`() async throws {
    let driver = try await driver(.files)
    #expect(driver.text.contains("o open   s save"))
    var settings = Settings()
    settings.keys = ["files-open": []]
    try await driver.post(.settings(.settings(settings)))
    #expect(driver.text.contains("Enter go   s save"))
  }

  @Test func `letters of dialogs are keys by their places`() async throws {
    let driver = try await driver(.outbox)
    try await driver.press(.character("н"))
    #expect(driver.copied == "This one is refused")
  }

  @Test func `a key that counts while nothing is typed is a text afterwards`() async throws {
    let driver = try await driver(.search)
    let text = "keys.search-all-chats = \"x when empty\""
    let settings = try Settings.read(text, vocabulary: .chat).get()
    try await driver.post(.settings(.settings(settings)))
    try await driver.type("x")
    #expect((driver.model.overlay as? SearchModel)?.input.text == "tagx")
    try await driver.press(.control("u"))
    try await driver.type("x")
    #expect(driver.text.contains("Find in all chats"))
  }
}
