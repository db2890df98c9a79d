import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import CloudModel
import Foundation
import TerminalUI
import TestSupport
import Testing

/// A state of the screen that has a picture in `Golden`, and the way there from the busy account.
@MainActor
struct ScreenState: CustomTestStringConvertible, Sendable {
  let name: String
  let world: @Sendable () async throws -> ChatWorld
  let reach: @MainActor @Sendable (ScreenDriver) async throws -> Void

  nonisolated var testDescription: String { name }

  nonisolated init(
    _ name: String, _ reach: @escaping @MainActor @Sendable (ScreenDriver) async throws -> Void
  ) {
    self.init(name, in: Scenes.busyAccount, reach)
  }

  nonisolated init(
    _ name: String, in world: @escaping @Sendable () async throws -> ChatWorld,
    _ reach: @escaping @MainActor @Sendable (ScreenDriver) async throws -> Void
  ) {
    self.name = name
    self.world = world
    self.reach = reach
  }

  /// Every state; a new one is one entry.
  nonisolated static let all: [ScreenState] =
    frame + messages + writing + dialogs + sharing

  nonisolated private static let frame = [
    ScreenState("chat") { _ in },
    ScreenState("nothing", in: { try ChatWorld() }) { _ in },
    ScreenState("first-steps", in: { try await Scenes.firstSteps() }) { _ in },
    ScreenState("list") { try await $0.press(.function(7)) },
    ScreenState("filtered-list") { driver in
      try await driver.press(.function(7))
      try await driver.type("o")
    },
    ScreenState("filtered-to-nothing") { driver in
      try await driver.press(.function(7))
      try await driver.type("xyz")
    },
    ScreenState("muted-chat") { try await $0.type("/mute 2h\n") },
    ScreenState("selected-invitation") { try await $0.press(.function(7), .end) },
    ScreenState("selected-closed-chat") { try await $0.press(.function(7), .end, .up) },
    ScreenState("side-panel", in: Scenes.talkedOver) { driver in
      if driver.screen.size.width < 160 { try await driver.press(.alt("p")) }
    },
    ScreenState("chosen-link", in: Scenes.talkedOver) {
      try await $0.press(.alt("o"), KeyEvent(.down), KeyEvent(.down), KeyEvent(.down))
    },
    ScreenState("two-chats") { try await $0.press(.alt("t")) },
    ScreenState("other-chat") { try await $0.press(.alt("t"), .alt("w")) },
    ScreenState("bare") { try await $0.press(.alt("l")) },
    ScreenState("closed-chat") { try await $0.type("/go Old flat\n") },
    ScreenState("read-only-chat", in: Scenes.readOnlyChat) { _ in },
    ScreenState("refused") { try await $0.type("/nothing\n") },
    ScreenState("ended-session", in: { try await Scenes.endedSession() }) { _ in },
    ScreenState("sorted-chats", in: Scenes.sortedChats) { try await $0.press(.function(7)) },
    ScreenState("many-chats", in: { try await Scenes.manyChats() }) {
      try await $0.press(KeyEvent(.function(7)), KeyEvent(.pageDown))
    },
  ]

  nonisolated private static let messages = [
    ScreenState("names-beside") { driver in
      var settings = Settings()
      settings.screen.names = .beside
      try await driver.post(.settings(.settings(settings)))
    },
    ScreenState("unread", in: { try await Scenes.catchUp() }) { _ in },
    ScreenState("rich-messages", in: Scenes.richMessages) { _ in },
    ScreenState("files", in: Scenes.files) { _ in },
    ScreenState("picture", in: Scenes.picture) { try await $0.drawPicture() },
    ScreenState("events", in: Scenes.changedMembers) { _ in },
    ScreenState("picked") { try await $0.press(.up, .up) },
    ScreenState("details") { try await $0.press(.up, .up, .up, .enter) },
    ScreenState("changed-details", in: Scenes.changedMessage) { try await $0.press(.up, .enter) },
    ScreenState("pinned-messages", in: { try await Scenes.pinnedMessages() }) { _ in },
    ScreenState("failed-picked") { try await $0.press(.up, .up) },
    ScreenState("answers", in: Scenes.talkedOver) { _ in },
    ScreenState("thread", in: Scenes.talkedOver) { driver in
      try await driver.press(.up, .up, .up, .up, .up, .up)
      try await driver.type("T")
    },
    ScreenState("thread-answered", in: Scenes.talkedOver) { driver in
      try await driver.press(.up, .up, .up, .up, .up, .up)
      try await driver.type("Tr")
    },
    ScreenState("from-an-archive", in: Scenes.imported) { _ in },
    ScreenState("folded", in: Scenes.blockedPerson) { _ in },
    ScreenState("folded-picked", in: Scenes.blockedPerson) { try await $0.press(.up, .up) },
    ScreenState("older", in: { try await Scenes.catchUp() }) { try await $0.press(.pageUp) },
  ]

  nonisolated private static let writing = [
    ScreenState("writing") { try await $0.type("A first line\nand a second one") },
    ScreenState("commands") { try await $0.type("/") },
    ScreenState("people") { try await $0.type("Well done, @") },
    ScreenState("chats") { try await $0.type("/go fa") },
    ScreenState("emoji") { driver in
      try await driver.type("Well done :thu")
      try await driver.press(.tab)
    },
    ScreenState("reply") { try await $0.press(.up, .up, .up, .up, .character("r")) },
    ScreenState("edit") { try await $0.press(.up, .up, .up, .character("e")) },
    ScreenState("removed") { try await $0.press(.up, .up, .up, .character("d")) },
    ScreenState("paste") {
      try await $0.post(
        .terminal(.input(.paste((1...9).map { "line \($0)" }.joined(separator: "\n")))))
    },
    ScreenState("long-paste") {
      let line = String(repeating: "A long line. ", count: 6_000)
      try await $0.post(.terminal(.input(.paste(line))))
    },
    // The folder is another one each time, and so it is not shown.
    ScreenState("attached") { driver in
      try await withTemporaryDirectory { folder in
        for (name, size) in [("plan.pdf", 48_200), ("the new office.png", 3_100_000)] {
          let file = folder.appending(path: name)
          try Data(count: size).write(to: file)
          driver.model.attach(file.path)
        }
      }
      try await driver.type("Our new office, and who sits where")
    },
  ]

  nonisolated private static let dialogs = [
    ScreenState("help") { try await $0.press(.function(1)) },
    ScreenState("new-chat") { try await $0.press(.control("o")) },
    ScreenState("go-to-chat") { try await $0.press(.control("g")) },
    ScreenState("go-to-person") { driver in
      try await driver.press(.control("g"))
      try await driver.type("beri")
    },
    ScreenState("find") { try await $0.press(.control("f")) },
    ScreenState("found") { driver in
      try await driver.press(.control("f"))
      try await driver.type("tag")
    },
    ScreenState("found-elsewhere") { try await $0.type("/search bread\n") },
    ScreenState("not-found") { try await $0.type("/search nothing of that kind\n") },
    ScreenState("everything") { try await $0.press(.function(2)) },
    ScreenState("actions-found") { driver in
      try await driver.press(.function(2))
      try await driver.type("message")
    },
    ScreenState("outbox") { try await $0.press(.function(9)) },
    ScreenState("nothing-waits", in: { try ChatWorld() }) { try await $0.press(.function(9)) },
    ScreenState("pinned", in: { try await Scenes.pinnedMessages() }) {
      try await $0.press(.alt("i"))
    },
    ScreenState("nothing-pinned") { try await $0.press(.alt("i")) },
    ScreenState("list-of-files", in: Scenes.filesOfTwoChats) { try await $0.press(.alt("s")) },
    ScreenState("all-files", in: Scenes.filesOfTwoChats) { driver in
      try await driver.press(.alt("s"))
      try await driver.press(.tab)
      try await driver.type("/c")
    },
    ScreenState("about") { driver in
      try await driver.press(.function(9))
      try await driver.press(.alt("p"))
    },
    ScreenState("react") { try await $0.press(.up, .up, .up, .up, .character("a")) },
    ScreenState("react-by-name") { driver in
      try await driver.press(.up, .up, .up, .up, .character("a"))
      try await driver.type("heart")
      try await driver.press(.down)
    },
  ]

  nonisolated private static let sharing = [
    ScreenState("members") { try await $0.press(.function(8)) },
    ScreenState("own-members", in: Scenes.ownSharedChat) {
      try await $0.press(.function(8), .down)
    },
    ScreenState("remove-member", in: Scenes.ownSharedChat) {
      try await $0.press(.function(8), .down)
      try await $0.type("d")
    },
    ScreenState("blocked-people", in: Scenes.blockedPerson) { try await $0.type("/blocked\n") },
    ScreenState("nobody-blocked") { try await $0.type("/blocked\n") },
    ScreenState("stranger", in: Scenes.invitationOfStranger) {
      try await $0.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.enter))
    },
    ScreenState("first-words", in: Scenes.firstWords) {
      try await $0.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.enter))
    },
    ScreenState("newcomer") { driver in
      try await driver.press(.control("g"))
      try await driver.type("re")
    },
    ScreenState("looking-for-somebody") { try await $0.type("/msg anna\n") },
    ScreenState("begun-chat") { try await $0.type("/msg Berit Shall we?\n") },
    ScreenState("not-accepted") { driver in
      try await driver.type("/msg Berit Shall we?\n")
      if let chat = driver.model.openChat {
        try await driver.world.settleOutbox(in: driver.world.zone(of: chat))
      }
      try await driver.world.replica.publish(.upToDate)
      driver.pause(6)
      try await driver.refresh()
    },
    ScreenState("leave") { try await $0.type("/leave\n") },
    ScreenState("left") { try await $0.type("/leave\n\n") },
    ScreenState("delete", in: Scenes.ownSharedChat) { try await $0.type("/delete\n") },
    ScreenState("stop-sharing", in: Scenes.ownSharedChat) { try await $0.type("/stop-sharing\n") },
    ScreenState("decline") {
      try await $0.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.delete))
    },
    ScreenState("invite", in: Scenes.ownChat) { try await $0.type("/invite\n") },
    ScreenState("inviting", in: Scenes.ownChat) { try await $0.type("/invite bob eva\n") },
    ScreenState("invited", in: Scenes.ownChat) { driver in
      try await driver.type("/invite bob\n")
      try await driver.answer(.invited(Scenes.link))
    },
    ScreenState("not-invited", in: Scenes.ownChat) { driver in
      try await driver.type("/invite bob\n")
      try await driver.answer(.failed("There is no account ‘bob’. Check the name."))
    },
    ScreenState("link", in: Scenes.ownChat) { driver in
      try await driver.type("/link\n")
      try await driver.answer(.link(Scenes.link, openTo: .none))
    },
    ScreenState("new-person-link", in: Scenes.ownChat) { driver in
      try await driver.type("/link\n")
      try await driver.answer(.link(Scenes.link, openTo: .none))
      try await driver.post(.newPeople(areWelcome: true))
    },
    ScreenState("link-code", in: Scenes.ownChat) { driver in
      try await driver.type("/link\n")
      try await driver.answer(.link(Scenes.link, openTo: .none))
      try await driver.type("q")
    },
    ScreenState("open-link", in: Scenes.ownChat) { try await $0.type("/link open\n") },
    ScreenState("join") { try await $0.press(.function(6)) },
    ScreenState("invitation") {
      try await $0.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.enter))
    },
    ScreenState("other-server") { driver in
      let link = "https://chat.example/join/abcdefgh12345#Trip"
      try await driver.type("/join \(link)\n")
      try await driver.answer(.linkOfOtherServer(server: "chat.example", link: link))
    },
  ]
}
