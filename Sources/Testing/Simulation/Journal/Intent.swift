package import CloudModel

/// Something that a person did on a device, noted after the device has said that it is kept.
package enum Intent: Sendable, Equatable {
  case created(zone: String, name: String)
  case renamed(zone: String, name: String)
  case sent(zone: String, [SentMessage])
  /// The message that was just sent has a file with these bytes, as `FileText` has them.
  case attached(zone: String, record: String, bytes: String)
  case askedForFile(zone: String, record: String)
  case edited(zone: String, record: String, text: String)
  case deleted(zone: String, record: String)
  case reacted(zone: String, record: String, emoji: String, isRemoved: Bool)
  case pinned(zone: String, record: String, isPinned: Bool)
  case left(zone: String)
  case deletedChat(zone: String)
  case uploadedAgain(zone: String)
  case retried(zone: String, record: String)
  case dropped(zone: String, record: String)
  case saw(zone: String)
  case invited(zone: String, user: String, Participant.Permission)
  case opened(zone: String, Participant.Permission)
  case joined(zone: String, canWrite: Bool)

  package struct SentMessage: Sendable, Equatable {
    package var record: String
    package var text: String
    /// When it was written by the device's clock; milliseconds since 1970.
    package var time: Int64

    package init(record: String, text: String, time: Int64 = 0) {
      self.record = record
      self.text = text
      self.time = time
    }
  }

  package var zone: String {
    switch self {
    case .created(let zone, _), .renamed(let zone, _), .sent(let zone, _), .retried(let zone, _),
      .dropped(let zone, _), .saw(let zone), .invited(let zone, _, _), .opened(let zone, _),
      .joined(let zone, _), .edited(let zone, _, _), .deleted(let zone, _),
      .reacted(let zone, _, _, _), .pinned(let zone, _, _), .left(let zone), .deletedChat(let zone),
      .uploadedAgain(let zone), .attached(let zone, _, _), .askedForFile(let zone, _):
      zone
    }
  }

  var line: String {
    switch self {
    case .created(let zone, let name): "created \(zone) ‘\(name)’"
    case .renamed(let zone, let name): "renamed \(zone) to ‘\(name)’"
    case .sent(let zone, let messages):
      "sent to \(zone) " + messages.map { "‘\($0.text)’ \($0.record)" }.joined(separator: ", ")
    case .attached(let zone, let record, let bytes): "put ‘\(bytes)’ at \(record) in \(zone)"
    case .askedForFile(let zone, let record): "asked for the file of \(record) in \(zone)"
    case .edited(let zone, let record, let text): "edited \(record) in \(zone) to ‘\(text)’"
    case .deleted(let zone, let record): "deleted \(record) in \(zone)"
    case .reacted(let zone, let record, let emoji, let isRemoved):
      "put \(isRemoved ? "no " : "")\(emoji) at \(record) in \(zone)"
    case .pinned(let zone, let record, let isPinned):
      "\(isPinned ? "pinned" : "unpinned") \(record) in \(zone)"
    case .left(let zone): "left \(zone)"
    case .deletedChat(let zone): "deleted the chat \(zone)"
    case .uploadedAgain(let zone): "uploaded \(zone) again"
    case .retried(let zone, let record): "retried \(record) in \(zone)"
    case .dropped(let zone, let record): "dropped \(record) in \(zone)"
    case .saw(let zone): "saw \(zone)"
    case .invited(let zone, let user, let permission):
      "invited \(user) to \(permission == .readOnly ? "read " : "")\(zone)"
    case .opened(let zone, let permission): "opened \(zone) to \(permission.rawValue)"
    case .joined(let zone, let canWrite): "joined \(zone)\(canWrite ? "" : " to read")"
    }
  }
}
