/// The view of one device: every chat with its messages, in the order of the screen.
package struct DeviceSnapshot: Sendable, Equatable {
  package struct Chat: Sendable, Equatable {
    /// The device's own number for the chat.
    package var number: Int64
    package var zone: String
    package var name: String
    package var access: Access
    package var isOwn: Bool
    /// Whether the device says that nothing of its past is missing.
    package var isComplete: Bool
    /// The position of the device in the chat's feed; nil for its beginning.
    package var token: String?
    package var messages: [Line]
  }

  package enum Access: String, Sendable {
    case writes, reads, sealed
  }

  package struct Line: Sendable, Equatable {
    package enum State: String, Sendable {
      /// `queued` stands for messages that wait and for messages on their way.
      case received, queued, sent, failed
    }

    package var record: String
    package var sender: String
    package var text: String
    /// Milliseconds since 1970.
    package var time: Int64
    package var state: State
    package var isEdited: Bool
    package var isDeleted: Bool
    /// The number of people, by emoji.
    package var reactions: [String: Int]
    /// The number of other people who have read it, as far as its sender can see.
    package var readers: Int

    /// Whether its file has not been uploaded yet.
    package var isUploading = false
    /// The text in its file; nil if it has no file or the device does not have the file.
    package var file: String?
    /// The reason why the transfer of its file failed, if it does not go on by itself.
    package var fileTrouble: String?

    /// Whether the device counts it as unread.
    var isUnread = false

    /// Whether the device says that the cloud has lost the message, which is somebody else's.
    package var isOnlyHere = false

    /// Whether the cloud has the message, as far as the device knows.
    package var isStored: Bool { (state == .sent || state == .received) && !isOnlyHere }
  }

  /// By zone.
  package var chats: [Chat]

  package func chat(_ zone: String) -> Chat? { chats.first { $0.zone == zone } }

  /// Every chat that is not sealed on the device.
  package var openChats: [Chat] { chats.filter { $0.access != .sealed } }

  var line: String {
    chats.map { chat in
      "\(chat.zone) ‘\(chat.name)’ \(chat.access.rawValue): "
        + chat.messages.map(\.line).joined(separator: " ")
    }.joined(separator: "; ")
  }
}

extension DeviceSnapshot.Line {
  fileprivate var line: String {
    (isDeleted ? "(deleted)" : "‘\(text)’") + (isEdited ? "*" : "") + state.mark
      + (isOnlyHere ? "⌂" : "")
      + reactions.sorted { $0.key < $1.key }.map { $0.key + String($0.value) }.joined()
      + (readers > 0 ? "r\(readers)" : "") + (file.map { "[\($0)]" } ?? "")
      + (fileTrouble.map { "[\($0)]" } ?? "")
  }
}

extension DeviceSnapshot.Line.State {
  fileprivate var mark: String {
    switch self {
    case .received: ""
    case .queued: "…"
    case .sent: "✓"
    case .failed: "✗"
    }
  }
}
