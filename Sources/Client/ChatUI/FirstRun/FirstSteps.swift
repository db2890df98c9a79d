package import ChatCore
package import ChatModel
import Synchronization

/// The chat with oneself that a new account begins with: it explains the keys, and one tries them in it.
///
/// It is an ordinary chat of the account, so other devices receive it and never make it. Its zone and its
/// messages have names that do not depend on chance, so two uploads of a message make one record.
package enum FirstSteps {
  package static let title = "First steps"
  private static let unique = "first-steps"

  /// The name of the chat's zone.
  package static let zoneName = ChatZone.name(unique: unique)

  /// The cloud of the account, as far as the steps differ.
  package enum Cloud: CaseIterable, Sendable {
    /// That of one machine, whose links open nowhere else.
    case ownMachine
    case server
  }

  /// The messages; each has one thing to try, and together they fit a screen of 80 by 24.
  ///
  /// - Parameters:
  ///   - cloud: where the account is.
  ///   - key: the key or command of an action, by the action's name in the settings.
  /// - Returns: the texts in their order.
  package static func texts(
    in cloud: Cloud, key: (_ action: String) -> String
  ) -> [String] {
    let link =
      switch cloud {
      case .ownMachine:
        "/link is for a friend on another computer; it needs a server (`zonechat cloud setup` makes one)."
      case .server: "/link: a link to a chat, also for a friend on another computer."
      }
    return [
      "Welcome! These are notes to yourself; only you see them. Try the steps:",
      "1. Write a line, then press \(key("send")).",
      "2. \(key("pick-message")) in the empty line picks a message, \(key("step-back")) goes back.",
      "3. Pick this one and press \(key("react")): a reaction.",
      "4. Pick this one and press \(key("edit")): change it. \(key("unsend")) removes it, "
        + "\(key("undo")) undoes that.",
      "5. \(key("find")) finds words here, and Tab in all chats.",
      "6. \(key("new-chat")): a new chat. \(key("go-to-chat")): go to another. "
        + "\(key("show-list")): the list.",
      "7. \(key("go-to-chat")) and a name: write to anybody. \(link)",
      "8. \(key("help")): all keys. \(key("palette")): all that can be done. Done? /archive puts "
        + "this chat away.",
    ]
  }

  /// The same for the client line by line.
  package static func lineTexts(in cloud: Cloud) -> [String] {
    let link =
      switch cloud {
      case .ownMachine:
        "link is for a friend on another computer; it needs a server: zonechat cloud setup makes one."
      case .server: "link makes a link to a chat, also for a friend on another computer."
      }
    return [
      "Welcome! These are notes to yourself; only you see them. Try the steps:",
      "1. Write a line and press Enter. It is a message.",
      "2. read shows the messages with their numbers.",
      "3. react 3 heart reacts to message 3. reply 3 and a text answers it.",
      "4. edit 3 and a text changes your message 3. unsend 3 removes it, undo brings it back.",
      "5. search and a word finds messages in all chats.",
      "6. new and a title begins a chat. open and a name goes to another; chats lists them.",
      "7. msg, a name and a text writes to anybody. \(link)",
      "8. help lists all words. Done? archive puts this chat away, delete-chat deletes it.",
    ]
  }

  /// Makes the chat on this device; it is uploaded like every other one.
  ///
  /// - Parameters:
  ///   - replica: of an account that was just made.
  ///   - texts: the messages.
  /// - Throws: why nothing can be written.
  package static func create(in replica: Replica, texts: [String]) async throws(ChatError) {
    let count = Mutex(0)
    let repository = ChatRepository(replica: replica) {
      count.withLock { count in
        defer { count += 1 }
        return count == 0 ? unique : "\(unique)-\(count)"
      }
    }
    let chat = try await repository.createChat(title: title)
    _ = try await repository.send(texts, to: chat)
  }
}
