/// What everyone who may see a chat must see alike.
///
/// A message that has failed or waits on one device is that device's own affair, and left out there and
/// in what it is compared with.
struct ChatView: Sendable {
  struct Line: Sendable, Equatable {
    var record: String
    var view: String
  }

  var name: String
  var lines: [Line]
  var unsettled: Set<String>

  /// Without what is `leftBehind` on the device alone.
  init(_ chat: Picture.Chat, leftBehind: Set<String>) {
    name = chat.name
    let unsettled = leftBehind.union(chat.messages.filter { !$0.isStored }.map(\.record))
    self.unsettled = unsettled
    lines = chat.messages.filter { !unsettled.contains($0.record) }.map { line in
      let reactions = line.reactions.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }
      return Line(
        record: line.record,
        view: "\(line.time) \(line.sender.prefix(7)) "
          + (line.isDeleted ? "(deleted)" : "‘\(line.text)’\(line.isEdited ? "*" : "")")
          + reactions.joined())
    }
  }

  /// What differs, in words; nil where both show the same.
  func difference(from other: ChatView) -> String? {
    if name != other.name { return "‘\(name)’ and ‘\(other.name)’" }
    let hidden = unsettled.union(other.unsettled)
    let mine = lines.filter { !hidden.contains($0.record) }
    let theirs = other.lines.filter { !hidden.contains($0.record) }
    if mine == theirs { return nil }
    let only = mine.filter { !theirs.contains($0) }.map { "\($0.record) \($0.view)" }
    let missing = theirs.filter { !mine.contains($0) }.map { "\($0.record) \($0.view)" }
    return only.isEmpty && missing.isEmpty ? "another order" : "\(only) and \(missing)"
  }
}
