/// The parts of a chat that must look the same to everyone who may see it.
///
/// A message that has failed or waits on one device is left out, there and on the device that it is compared
/// with. So are reactions that only the device still has.
struct ChatView: Sendable {
  struct Line: Sendable, Equatable {
    var record: String
    var view: String
    var reactions: String
  }

  var name: String
  var lines: [Line]
  var excluded: Set<String>
  /// Messages with reactions that nobody else may see.
  var privatelyReacted: Set<String>

  /// Leaves out what, according to `history`, only the device still has.
  init(_ chat: DeviceSnapshot.Chat, after history: CloudHistory) {
    name = chat.name
    privatelyReacted = history.privatelyReacted(in: chat)
    let excluded = history.leftBehind(in: chat).union(
      chat.messages.filter { !$0.isStored }.map(\.record))
    self.excluded = excluded
    lines = chat.messages.filter { !excluded.contains($0.record) }.map { line in
      Line(
        record: line.record,
        view: "\(line.time) \(line.sender.prefix(7)) "
          + (line.isDeleted ? "(deleted)" : "‘\(line.text)’\(line.isEdited ? "*" : "")"),
        reactions: line.reactions.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }
          .joined())
    }
  }

  /// The differences in words; nil if both show the same.
  func difference(from other: ChatView) -> String? {
    if name != other.name { return "‘\(name)’ and ‘\(other.name)’" }
    let hidden = excluded.union(other.excluded)
    let unreacted = privatelyReacted.union(other.privatelyReacted)
    let mine = shown(without: hidden, orReactionsTo: unreacted)
    let theirs = other.shown(without: hidden, orReactionsTo: unreacted)
    if mine == theirs { return nil }
    let only = mine.filter { !theirs.contains($0) }.map(\.text)
    let missing = theirs.filter { !mine.contains($0) }.map(\.text)
    return only.isEmpty && missing.isEmpty ? "another order" : "\(only) and \(missing)"
  }

  private func shown(
    without hidden: Set<String>, orReactionsTo unreacted: Set<String>
  ) -> [Line] {
    lines.filter { !hidden.contains($0.record) }.map { line in
      var line = line
      if unreacted.contains(line.record) { line.reactions = "" }
      return line
    }
  }
}

extension ChatView.Line {
  fileprivate var text: String { "\(record) \(view)\(reactions)" }
}
