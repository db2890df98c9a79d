package import CloudModel

/// One step of a scenario.
package struct ScenarioStep: Sendable, Equatable {
  package enum Body: Sendable, Equatable {
    /// A person does something in the product.
    case act(DeviceAction)
    /// A person does something with another application of the same account.
    case actElsewhere(DeviceAction)
    /// Something happens to a device.
    case device(DeviceEvent)
    /// Something happens in the cloud, or time passes.
    case world(WorldEvent)
    /// Checks what a device shows.
    case expect(DeviceExpectation)
    /// The requests that must have been made since the last step of this kind, or since the start.
    case requests([RequestPattern])
  }

  /// The line of the step in its file; 0 where it has none.
  package var line: Int
  /// Nil for steps of the world.
  package var device: DeviceName?
  package var body: Body
  /// When it begins, since the start, and nothing waits for its end; nil: when the step before it has ended.
  package var time: Duration?
  /// Whether the step begins while things are under way; otherwise everything settles first.
  package var isMeanwhile: Bool
  /// A part of the sentence with which it must be refused; nil if it must be done.
  package var refusal: String?
  /// A text for those who watch, which is shown before the step begins.
  package var caption: String?

  package init(
    line: Int = 0, device: DeviceName? = nil, _ body: Body, time: Duration? = nil,
    isMeanwhile: Bool = false, refusal: String? = nil, caption: String? = nil
  ) {
    self.line = line
    self.device = device
    self.body = body
    self.time = time
    self.isMeanwhile = isMeanwhile
    self.refusal = refusal
    self.caption = caption
  }
}

/// Something that a person does on a device.
///
/// In a file, chats are called by the title that they were made with, and messages by the text that they were
/// sent with. `ScenarioNames` puts the names of zones and records in their place before a device gets it.
package enum DeviceAction: Sendable, Equatable, Codable {
  case create(title: String)
  case rename(chat: String, title: String)
  case invite(people: [String], chat: String, permission: Participant.Permission)
  /// Opens the chat's link to everyone who has it, or closes it with `none`.
  case openLink(chat: String, permission: Participant.Permission)
  case accept(link: String)
  case decline(link: String)
  /// Joins by a link as somebody has typed it.
  case join(link: String)
  case send(texts: [String], chat: String, replyTo: String?)
  case attach(file: FileContent, text: String, chat: String)
  case download(message: String, chat: String)
  case edit(message: String, chat: String, text: String)
  case delete(message: String, chat: String)
  case react(emoji: String, message: String, chat: String, isRemoved: Bool)
  case pin(message: String, chat: String, isPinned: Bool)
  case read(chat: String)
  /// Looks for words; refused where other messages than these are found, newest first.
  case search(words: String, chat: String, finds: [String])
  case set(setting: ChatSetting, chat: String)
  case retry(message: String, chat: String)
  case drop(message: String, chat: String)
  case permit(person: String, chat: String, permission: Participant.Permission)
  case remove(person: String, chat: String)
  case stopSharing(chat: String)
  case leave(chat: String)
  case deleteChat(chat: String)
  case uploadAgain(chat: String)
  /// Writes a field that this version does not know into the chat's own record; another application only.
  case plant(field: String, chat: String)
}

/// A setting that a person chooses for a chat in their list.
package enum ChatSetting: Sendable, Equatable, Codable {
  case pinned(to: Bool)
  case archived(to: Bool)
  case notifications(to: Notifications)

  /// The messages of which they want to be told.
  package enum Notifications: String, Sendable, Codable, CaseIterable {
    case all, mentions, none
  }
}

/// The bytes of a file that somebody attaches.
package struct FileContent: Sendable, Equatable, Codable {
  package var name: String
  /// The text in it; nil for one of `size` bytes.
  package var text: String?
  package var size: Int

  package init(name: String, text: String? = nil, size: Int = 0) {
    self.name = name
    self.text = text
    self.size = text?.utf8.count ?? size
  }

  /// The contents of the file: its text, or bytes that differ from file to file.
  package var bytes: [UInt8] {
    if let text { return Array(text.utf8) }
    var random = SplitMix64(seed: name.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
    return (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
  }
}

/// Something that happens to a device.
package enum DeviceEvent: Sendable, Equatable {
  /// Without a network, for a time or until `online`.
  case offline(for: Duration?)
  case online
  /// It ends without any chance to finish its work.
  case crash
  case restart
  case signOut
  case signIn
  /// Its clock goes wrong by this much; a negative value makes it late.
  case skew(Duration)
}

/// Something that happens in the cloud, or that time passes.
package enum WorldEvent: Sendable, Equatable {
  case advance(Duration)
  /// The cloud fails on purpose; its zone is a chat's title here.
  case fault(CloudFault)
  /// One fault ends, or all of them.
  case endFault(String?)
  /// The zone's owner removes all data of the application in the settings of their system.
  case purge(chat: String)
  case resetEncryption(chat: String)
  case expireZoneTokens(chat: String)
  case expireDatabaseTokens(person: String, DatabaseScope)
  /// The cloud asks everyone of this account to wait.
  case throttle(person: String, Duration)
}
