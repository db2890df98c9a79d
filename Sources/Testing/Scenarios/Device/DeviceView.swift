package import CloudModel

/// The picture that a person sees on one device.
package struct DeviceView: Sendable, Equatable, Codable {
  /// The state of the sync, in the words of scenarios.
  package struct Status: RawRepresentable, CaseIterable, Sendable, Equatable, Codable {
    /// Nil if the device is off, or nobody is signed in.
    package var sync: SyncStatus.State?

    package static let off = Status(nil)
    package static let allCases = SyncStatus.State.allCases.map { Status($0) } + [.off]

    package init(_ sync: SyncStatus.State?) { self.sync = sync }

    package init?(rawValue: String) {
      guard let status = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = status
    }

    package var rawValue: String {
      switch sync {
      case .upToDate: "up-to-date"
      case let state?: state.rawValue
      case nil: "off"
      }
    }
  }

  package enum Access: String, Sendable, Codable, CaseIterable {
    case owner, sealed
    case readWrite = "read-write"
    case readOnly = "read-only"
  }

  package enum State: String, Sendable, Codable, CaseIterable {
    /// `queued` stands for what waits and for what is on its way; `waiting` for what waits for a time.
    case received, queued, waiting, sent, read, failed
  }

  package struct Message: Sendable, Equatable, Codable {
    package var record: String
    package var text: String
    /// The name of the sender's account.
    package var from: String
    package var state: State
    /// The reason why the message waits or failed.
    package var reason: String?
    package var isEdited: Bool
    /// The texts of the message before its changes, oldest first.
    package var earlier: [String]
    package var isDeleted: Bool
    package var reactions: [String: Int]
    package var readers: Int
    /// The text of the message that it answers.
    package var replyTo: String?
    package var file: String?
    package var hasFile: Bool
  }

  package struct Chat: Sendable, Equatable, Codable {
    package var zone: String
    package var title: String
    package var access: Access
    package var unread: Int
    package var mentions: Int
    package var isPinned: Bool
    package var isArchived: Bool
    package var notifications: ChatSetting.Notifications
    /// Those who have accepted.
    package var members: [String: Access]
    package var messages: [Message]
  }

  package struct Waiting: Sendable, Equatable, Codable {
    package var subject: String
    package var text: String?
    package var state: State
    package var reason: String?
    /// A read mark or the like, which may wait for company.
    package var isLowPriority: Bool
  }

  package var status: Status
  package var chats: [Chat]
  package var invitations: [String]
  package var outbox: [Waiting]
  /// The number of the newest entry of the device's own journal: it changes with everything that happens.
  package var journal: Int64

  /// A device on which nobody is.
  package static let off = DeviceView(
    status: .off, chats: [], invitations: [], outbox: [], journal: 0)

  /// Whether nothing is under way, as far as the device knows.
  package var isAtRest: Bool {
    switch status.sync {
    case .connecting, .syncing: false
    case .upToDate: outbox.allSatisfy { $0.state == .failed }
    case .waiting, .offline, .suspended, .stopped, nil: true
    }
  }
}

// A program of others says what it has to say, and leaves out the rest.

extension DeviceView {
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    status = try fields.decode(.status, or: Status(.upToDate))
    chats = try fields.decode(.chats, or: [])
    invitations = try fields.decode(.invitations, or: [])
    outbox = try fields.decode(.outbox, or: [])
    journal = try fields.decode(.journal, or: 0)
  }
}

extension DeviceView.Chat {
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    zone = try fields.decode(String.self, forKey: .zone)
    title = try fields.decode(.title, or: "")
    access = try fields.decode(.access, or: .readWrite)
    unread = try fields.decode(.unread, or: 0)
    mentions = try fields.decode(.mentions, or: 0)
    isPinned = try fields.decode(.isPinned, or: false)
    isArchived = try fields.decode(.isArchived, or: false)
    notifications = try fields.decode(.notifications, or: .all)
    members = try fields.decode(.members, or: [:])
    messages = try fields.decode(.messages, or: [])
  }
}

extension DeviceView.Message {
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    record = try fields.decode(.record, or: "")
    text = try fields.decode(String.self, forKey: .text)
    from = try fields.decode(.from, or: "")
    state = try fields.decode(.state, or: .received)
    reason = try fields.decodeIfPresent(String.self, forKey: .reason)
    isEdited = try fields.decode(.isEdited, or: false)
    earlier = try fields.decode(.earlier, or: [])
    isDeleted = try fields.decode(.isDeleted, or: false)
    reactions = try fields.decode(.reactions, or: [:])
    readers = try fields.decode(.readers, or: 0)
    replyTo = try fields.decodeIfPresent(String.self, forKey: .replyTo)
    file = try fields.decodeIfPresent(String.self, forKey: .file)
    hasFile = try fields.decode(.hasFile, or: false)
  }
}

extension DeviceView.Waiting {
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    subject = try fields.decode(.subject, or: "message")
    text = try fields.decodeIfPresent(String.self, forKey: .text)
    state = try fields.decode(.state, or: .queued)
    reason = try fields.decodeIfPresent(String.self, forKey: .reason)
    isLowPriority = try fields.decode(.isLowPriority, or: false)
  }
}
