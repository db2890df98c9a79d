package import CloudModel

/// The view that a device must show; a property that is nil is not checked.
package struct DeviceExpectation: Sendable, Equatable {
  /// The longest time that the device may take.
  package var patience: Duration
  /// The titles of all chats, in any order.
  package var chats: [String]?
  /// The titles of all invitations that wait for an answer, in any order.
  package var invitations: [String]?
  package var status: DeviceView.Status?
  /// Everything that waits to be sent, or was refused, in its order.
  package var outbox: [WaitingExpectation]?
  package var chat: ChatExpectation?

  /// Our choice: long enough for what the engine repeats after a moment, short enough to wait for.
  package static let usualPatience: Duration = .seconds(15)

  package init(patience: Duration = usualPatience) { self.patience = patience }

  package struct ChatExpectation: Sendable, Equatable {
    /// The title with which it was made.
    package var chat: String
    package var title: String?
    /// All messages, in the order of the screen.
    package var messages: [MessageExpectation]?
    /// Messages that are there, in any order.
    package var includes: [MessageExpectation]?
    /// Texts that no message has.
    package var excludes: [String]?
    /// The number of messages.
    package var count: Int?
    package var unread: Int?
    /// The unread messages that name the person.
    package var mentions: Int?
    package var isPinned: Bool?
    package var isArchived: Bool?
    package var notifications: ChatSetting.Notifications?
    package var access: DeviceView.Access?
    /// Everyone who has accepted, with their rights, the owner included.
    package var members: [String: DeviceView.Access]?

    package init(chat: String) { self.chat = chat }
  }

  package struct MessageExpectation: Sendable, Equatable {
    package var text: String?
    package var from: String?
    package var state: DeviceView.State?
    /// A part of the reason for which it failed or waits.
    package var reason: String?
    package var isEdited: Bool?
    /// Its texts before its changes, oldest first, as far as this device has seen them.
    package var earlier: [String]?
    package var isDeleted: Bool?
    /// The number of people, by emoji.
    package var reactions: [String: Int]?
    package var readers: Int?
    package var replyTo: String?
    /// The name of its file.
    package var file: String?
    /// Whether the bytes of its file are on the device.
    package var hasFile: Bool?

    package init(text: String? = nil) { self.text = text }
  }

  package struct WaitingExpectation: Sendable, Equatable {
    /// `message`, `title`, `file` and others; nil for any.
    package var subject: String?
    package var text: String?
    package var state: DeviceView.State?
    package var reason: String?

    package init() {}
  }
}

/// Requests that must have been made, as far as it says.
package struct RequestPattern: Sendable, Equatable {
  /// The person, or the device.
  package var by: String?
  /// For example `records/modify`.
  package var operation: String?
  package var database: DatabaseScope?
  /// The title with which the chat was made.
  package var chat: String?
  /// `ok`, `lost` for a connection that ended without an answer, or the code of an error: of the request, or of a
  /// record or zone in it.
  package var outcome: String?
  /// The exact number of such requests; nil for at least one.
  package var times: Int?

  package init() {}
}
