import CloudModel
import Foundation

extension DeviceExpectation {
  /// The first difference between the view and this expectation, in one sentence; nil where there is none.
  func mismatch(with view: DeviceView, _ names: ScenarioNames) -> String? {
    if let status, view.status != status {
      return "The status is \(view.status.rawValue)."
    }
    if let chats, chats.sorted() != view.chats.map(\.title).sorted() {
      return "The chats are \(Self.quoted(view.chats.map(\.title)))."
    }
    if let invitations, invitations.sorted() != view.invitations.sorted() {
      return "The invitations are \(Self.quoted(view.invitations))."
    }
    if let outbox, let wrong = Self.mismatch(of: outbox, with: view.outbox) { return wrong }
    guard let chat else { return nil }
    guard let found = view.chats.first(where: { $0.zone == names.zone(chat.chat) }) else {
      return "The device has no chat ‘\(chat.chat)’."
    }
    return chat.mismatch(with: found)
  }

  private static func mismatch(
    of expected: [WaitingExpectation], with outbox: [DeviceView.Waiting]
  ) -> String? {
    // Read marks and the like wait for company, and nobody has written them.
    let waiting = outbox.filter { !$0.isLowPriority }
    let isAsExpected =
      waiting.count == expected.count
      && zip(expected, waiting).allSatisfy { $0.matches($1) }
    return isAsExpected
      ? nil
      : "The outbox has \(waiting.isEmpty ? "nothing" : shown(waiting.map(\.yaml)))."
  }

  /// Our choice: the most entries that a sentence names.
  private static let mostShown = 10

  private static func shown(_ entries: [String]) -> String {
    let rest = entries.count - mostShown
    return entries.prefix(mostShown).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  static func quoted(_ texts: [String]) -> String {
    texts.isEmpty ? "none" : texts.map { "‘\($0)’" }.joined(separator: ", ")
  }
}

extension DeviceExpectation.ChatExpectation {
  fileprivate func mismatch(with chat: DeviceView.Chat) -> String? {
    if let title, chat.title != title { return "The title is ‘\(chat.title)’." }
    if let access, chat.access != access { return "The access is \(chat.access.rawValue)." }
    if let members, chat.members != members {
      let people = chat.members.sorted { $0.key < $1.key }
      return "The members are "
        + people.map { "\($0.key) (\($0.value.rawValue))" }.joined(separator: ", ") + "."
    }
    let shown =
      chat.messages.isEmpty
      ? "There are no messages."
      : "The messages are \(chat.messages.map(\.words).joined(separator: ", "))."
    if let messages {
      guard messages.count == chat.messages.count,
        zip(messages, chat.messages).allSatisfy({ $0.matches($1) })
      else { return shown }
    }
    for expected in includes ?? [] where !chat.messages.contains(where: expected.matches) {
      return "‘\(expected.text ?? expected.file ?? "")’ is not there as expected. \(shown)"
    }
    for text in excludes ?? [] where chat.messages.contains(where: { $0.text == text }) {
      return "‘\(text)’ is there. \(shown)"
    }
    if let count, chat.messages.count != count {
      return "There are \(chat.messages.count) messages."
    }
    if let unread, chat.unread != unread { return "Unread are \(chat.unread)." }
    if let mentions, chat.mentions != mentions {
      return "The unread messages that mention the person are \(chat.mentions)."
    }
    if let isPinned, chat.isPinned != isPinned {
      return "The chat is \(chat.isPinned ? "" : "not ")pinned."
    }
    if let isArchived, chat.isArchived != isArchived {
      return "The chat is \(chat.isArchived ? "" : "not ")archived."
    }
    if let notifications, chat.notifications != notifications {
      return "The person is told of \(chat.notifications.rawValue)."
    }
    return nil
  }
}

extension DeviceExpectation.MessageExpectation {
  func matches(_ message: DeviceView.Message) -> Bool {
    func agrees<Value: Equatable>(_ expected: Value?, _ actual: Value?) -> Bool {
      expected == nil || expected == actual
    }
    return agrees(text, message.text) && agrees(from, message.from)
      && agrees(state, message.state) && agrees(isEdited, message.isEdited)
      && agrees(earlier, message.earlier) && agrees(isDeleted, message.isDeleted)
      && agrees(reactions, message.reactions)
      && agrees(readers, message.readers) && agrees(replyTo, message.replyTo)
      && agrees(file, message.file) && agrees(hasFile, message.hasFile)
      && (reason.map { message.reason?.localizedCaseInsensitiveContains($0) ?? false } ?? true)
  }
}

extension DeviceExpectation.WaitingExpectation {
  func matches(_ waiting: DeviceView.Waiting) -> Bool {
    (subject == nil || subject == waiting.subject) && (text == nil || text == waiting.text)
      && (state == nil || state == waiting.state)
      && (reason.map { waiting.reason?.localizedCaseInsensitiveContains($0) ?? false } ?? true)
  }
}

extension DeviceView.Message {
  fileprivate var words: String {
    var notes = [state.rawValue]
    if isEdited { notes.append("edited") }
    if !earlier.isEmpty { notes.append("before: \(DeviceExpectation.quoted(earlier))") }
    if isDeleted { notes.append("removed") }
    if readers > 0 { notes.append("\(readers) readers") }
    if let file { notes.append("file \(file)\(hasFile ? " here" : "")") }
    if let replyTo { notes.append("answers ‘\(replyTo)’") }
    notes += reactions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    if let reason { notes.append(reason) }
    return "‘\(text)’ of \(from) (\(notes.joined(separator: "; ")))"
  }
}

extension RequestPattern {
  static func mismatch(
    of patterns: [RequestPattern], with traffic: [ScenarioTraffic], _ names: ScenarioNames
  ) -> String? {
    let requests = traffic.filter { $0.kind == .request }
    for pattern in patterns {
      let count = requests.count { pattern.matches($0, names) }
      if let times = pattern.times {
        guard count != times else { continue }
      } else if count > 0 {
        continue
      }
      let near = requests.filter { pattern.operation == nil || $0.operation == pattern.operation }
      let seen = near.suffix(6).map { $0.words(names) }.joined(separator: "; ")
      return "‘\(pattern.words)’ was asked \(count == 1 ? "once" : "\(count) times")."
        + (near.isEmpty ? "" : " There were: \(seen).")
    }
    return nil
  }

  private func matches(_ request: ScenarioTraffic, _ names: ScenarioNames) -> Bool {
    (by == nil || by == request.person || by == request.device)
      && (operation == nil || operation == request.operation)
      && (database == nil || database?.pathComponent == request.database)
      && (chat == nil || chat.map(names.zone) == request.zone)
      && (outcome.map(request.ended) ?? true)
  }

  var words: String {
    [
      by, operation, database.map { $0.pathComponent }, chat.map { "‘\($0)’" },
      outcome.map { "→ \($0)" },
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension ScenarioTraffic {
  package func words(_ names: ScenarioNames) -> String {
    let place = [
      operation.isEmpty ? nil : operation, database,
      zone.map { zone in names.title(ofZone: zone).map { "‘\($0)’" } ?? zone },
    ].compactMap(\.self).joined(separator: " ")
    let who = device ?? person
    return kind == .notice ? "\(who) is told: \(place)" : "\(who) \(place) → \(result)"
  }
}
