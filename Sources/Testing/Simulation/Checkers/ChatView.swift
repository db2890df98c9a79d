/// The parts of a chat that must look the same to everyone who may see it.
///
/// A message that has failed or waits on one device is left out, there and on the device that it is compared
/// with. So is a message of which a device says that the cloud has lost it.
struct ChatView: Sendable {
  struct Line: Sendable, Equatable {
    var record: String
    var view: String
    var reactions: String
  }

  var name: String
  var lines: [Line]
  var excluded: Set<String>

  /// `marksEdits` says whether it is part of the view that a text has been edited.
  init(_ chat: DeviceSnapshot.Chat, marksEdits: Bool) {
    name = chat.name
    let excluded = chat.unstored
    self.excluded = excluded
    lines = chat.messages.filter { !excluded.contains($0.record) }.map { line in
      let mark = line.isEdited && marksEdits ? "*" : ""
      return Line(
        record: line.record,
        view: "\(line.time) \(line.sender.prefix(7)) "
          + (line.isDeleted ? "(deleted)" : "‘\(line.text)’\(mark)"),
        reactions: line.reactions.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }
          .joined())
    }
  }

  /// The differences in words; nil if both show the same.
  func difference(from other: ChatView) -> String? {
    if name != other.name { return "‘\(name)’ and ‘\(other.name)’" }
    let hidden = excluded.union(other.excluded)
    let mine = lines.filter { !hidden.contains($0.record) }
    let theirs = other.lines.filter { !hidden.contains($0.record) }
    if mine == theirs { return nil }
    let only = mine.filter { !theirs.contains($0) }.map(\.text)
    let missing = theirs.filter { !mine.contains($0) }.map(\.text)
    return only.isEmpty && missing.isEmpty ? "another order" : "\(only) and \(missing)"
  }
}

extension ChatView.Line {
  fileprivate var text: String { "\(record) \(view)\(reactions)" }
}

extension DeviceSnapshot.Chat {
  /// The records of the messages that the cloud does not have, as far as the device knows.
  var unstored: Set<String> { Set(messages.filter { !$0.isStored }.map(\.record)) }
}
