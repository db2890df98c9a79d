import CloudKit
import LineTerminal
import ZoneChatApp

@main struct ZoneChat {
  private static let help = """
    Chats: new NAME, open NUMBER, accept LINK
    In a chat: write TEXT, invite ACCOUNT, link (lets everybody in who has it), back
    Everywhere: refresh, quit
    """

  /// The first argument is the file of the chats on this device; without it they last as long as the program.
  @MainActor static func main() async {
    let file = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
    do {
      let container = CKContainer(identifier: "iCloud.net.zonechat")
      await run(try ChatStore(container: container, file: file))
    } catch {
      let words = "\(file?.path ?? "The file") cannot be read: \(error.localizedDescription)\n"
      FileHandle.standardError.write(Data(words.harmless.utf8))
      exit(1)
    }
  }

  @MainActor private static func run(_ store: ChatStore) async {
    var place: Chat.ID?
    let screen = LineScreen { ChatView(store: store, place: place).text }
    screen.say(help)
    await store.refresh()
    while let command = await screen.awaitCommand(), command.word != "quit" {
      store.problem = nil
      do {
        if let chat = store.chats.first(where: { $0.id == place }) {
          try await chatting(command, chat, store, screen, &place)
        } else {
          try await choosing(command, store, screen, &place)
        }
      } catch {
        store.problem = error.localizedDescription
      }
    }
    // What was written last goes out, if that is possible now.
    await store.refresh()
  }

  @MainActor private static func choosing(
    _ command: LineCommand, _ store: ChatStore, _ screen: LineScreen, _ place: inout Chat.ID?
  ) async throws {
    switch (command.word, command.item(of: store.chats), URL(string: command.rest)) {
    case ("new", _, _) where !command.rest.isEmpty: place = store.makeChat(named: command.rest)
    case ("open", let chat?, _): place = chat.id
    case ("accept", _, let link?): place = try await store.accept(link)
    case ("refresh", _, _): await store.refresh()
    default: screen.say(help)
    }
  }

  @MainActor private static func chatting(
    _ command: LineCommand, _ chat: Chat, _ store: ChatStore, _ screen: LineScreen,
    _ place: inout Chat.ID?
  ) async throws {
    switch command.word {
    case "write" where !command.rest.isEmpty:
      store.write(command.rest, in: chat)
      await store.refresh()
    case "invite" where !command.rest.isEmpty:
      let link = try await store.invite(command.rest, to: chat)
      screen.say("\(command.rest.harmless) joins with: accept \(link?.absoluteString ?? "")")
    case "link":
      let link = try await store.invite(nil, to: chat)
      screen.say("Everybody joins with: accept \(link?.absoluteString ?? "")")
    case "back": place = nil
    case "refresh": await store.refresh()
    default: screen.say(help)
    }
  }
}
