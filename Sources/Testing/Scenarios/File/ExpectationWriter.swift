import CloudModel
import CloudWire
import Foundation
import Yams

extension DeviceExpectation {
  /// `in` is written where there are several chats.
  func node(namesChat: Bool) -> Node {
    .keys(
      (chat?.fields(namesChat: namesChat) ?? []) + [
        ("chats", chats.map { .list($0.map(Node.text)) }),
        ("invitations", invitations.map { .list($0.map(Node.text)) }),
        ("status", status.map { .word($0.rawValue) }),
        ("outbox", outbox.map { $0.isEmpty ? .word("empty") : .list($0.map(\.node)) }),
        ("within", patience == Self.usualPatience ? nil : .duration(patience)),
      ])
  }
}

extension DeviceExpectation.ChatExpectation {
  fileprivate func fields(namesChat: Bool) -> [(String, Node?)] {
    [
      ("in", namesChat ? .text(chat) : nil), ("title", title.map(Node.text)),
      ("messages", messages.map { .list($0.map(\.node)) }),
      ("includes", includes.map { .list($0.map(\.node)) }),
      ("excludes", excludes.map(Node.oneOrMore)), ("count", count.map(Node.whole)),
      ("unread", unread.map(Node.whole)), ("mentions", mentions.map(Node.whole)),
      ("pinned", isPinned.map(Node.answer)), ("archived", isArchived.map(Node.answer)),
      ("notify", notifications.map { .word($0.rawValue) }),
      ("access", access.map { .word($0.rawValue) }),
      (
        "members",
        members.map {
          .keys($0.sorted { $0.key < $1.key }.map { ($0.key, .word($0.value.rawValue)) })
        }
      ),
    ]
  }
}

extension DeviceExpectation.MessageExpectation {
  fileprivate var node: Node {
    let fields: [(String, Node?)] = [
      ("text", text.map(Node.text)), ("from", from.map(Node.text)),
      ("state", state.map { .word($0.rawValue) }), ("reason", reason.map(Node.text)),
      ("edited", isEdited.map(Node.answer)),
      ("earlier", earlier.map { .list($0.map(Node.text)) }),
      ("removed", isDeleted.map(Node.answer)),
      (
        "reactions",
        reactions.map { .keys($0.sorted { $0.key < $1.key }.map { ($0.key, .whole($0.value)) }) }
      ),
      ("readers", readers.map(Node.whole)), ("answers", replyTo.map(Node.text)),
      ("file", file.map(Node.text)), ("file-here", hasFile.map(Node.answer)),
    ]
    let said = fields.filter { $0.1 != nil }
    if said.count == 1, let text { return .text(text) }
    return .keys(said)
  }
}

extension DeviceView.Waiting {
  /// As a file can have it, on one line.
  var yaml: String {
    var entry = DeviceExpectation.WaitingExpectation()
    (entry.subject, entry.text, entry.state, entry.reason) = (subject, text, state, reason)
    do {
      return try serialize(node: entry.node, width: -1, allowUnicode: true)
        .trimmingCharacters(in: .newlines)
    } catch {
      preconditionFailure("A tree of texts cannot be written as YAML: \(error)")
    }
  }
}

extension DeviceExpectation.WaitingExpectation {
  fileprivate var node: Node {
    if let text, subject == nil, state == nil, reason == nil { return .text(text) }
    return .keys([
      ("subject", subject.map(Node.text)), ("text", text.map(Node.text)),
      ("state", state.map { .word($0.rawValue) }), ("reason", reason.map(Node.text)),
    ])
  }
}

extension RequestPattern {
  var node: Node {
    .keys([
      ("by", by.map(Node.text)), ("operation", operation.map(Node.text)),
      ("database", database.map { .word($0.pathComponent) }), ("in", chat.map(Node.text)),
      ("outcome", outcome.map(Node.text)), ("times", times.map(Node.whole)),
    ])
  }
}

extension CloudFault {
  /// The keys of its JSON, with people and chats by their names.
  var node: Node {
    let fields =
      (try? JSONSerialization.jsonObject(with: JSONEncoder().encode(self))) as? [String: Any]
    return .keys(
      (fields ?? [:]).sorted { $0.key < $1.key }.map { name, value in
        let name = name == "account" ? "of" : name == "zone" ? "in" : name
        return (name, Node.text("\(value)"))
      })
  }
}
