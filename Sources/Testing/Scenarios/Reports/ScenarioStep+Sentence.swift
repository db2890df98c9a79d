import CloudModel

extension ScenarioStep {
  /// The step in one sentence, as a story tells it.
  package var sentence: String {
    let who = device.map(\.description) ?? ""
    let words =
      switch body {
      case .act(let action): "\(who) \(action.words)"
      case .actElsewhere(let action): "\(who), elsewhere, \(action.words)"
      case .device(let event): "\(who) \(event.words)"
      case .world(let event): event.words
      case .expect(let expectation): "\(who): \(expectation.words)"
      case .requests(let patterns): "the cloud was asked: \(RequestPattern.words(of: patterns))"
      }
    let isTried = refusal.map { ", and is refused (‘\($0)’)" } ?? ""
    let when = time.map { "\($0.scenarioText): " } ?? (isMeanwhile ? "meanwhile " : "")
    return when + words + isTried
  }
}

extension DeviceAction {
  fileprivate var words: String {
    switch self {
    case .create(let title): "makes the chat ‘\(title)’"
    case .rename(let chat, let title): "renames ‘\(chat)’ to ‘\(title)’"
    case .invite(let people, let chat, let right):
      "invites \(people.joined(separator: " and ")) to ‘\(chat)’"
        + (right == .readOnly ? " to read" : "")
    case .openLink(let chat, let right):
      right == .none ? "closes the link to ‘\(chat)’" : "opens ‘\(chat)’ to everyone with the link"
    case .accept(let chat): "joins ‘\(chat)’"
    case .decline(let chat): "declines the invitation to ‘\(chat)’"
    case .send(let texts, let chat, let replyTo):
      "sends \(DeviceExpectation.quoted(texts, most: 3)) to ‘\(chat)’"
        + (replyTo.map { " in answer to ‘\($0)’" } ?? "")
    case .attach(let content, _, let chat): "sends the file ‘\(content.name)’ to ‘\(chat)’"
    case .download(let message, _): "fetches the file of ‘\(message)’"
    case .edit(let message, _, let text): "changes ‘\(message)’ to ‘\(text)’"
    case .delete(let message, _): "takes ‘\(message)’ back"
    case .react(let emoji, let message, _, let isRemoved):
      isRemoved ? "takes \(emoji) from ‘\(message)’" : "puts \(emoji) at ‘\(message)’"
    case .pin(let message, _, let isPinned): "\(isPinned ? "pins" : "unpins") ‘\(message)’"
    case .join(let link): "joins by the link ‘\(link)’"
    case .search(let words, let chat, let finds):
      "searches ‘\(chat)’ for ‘\(words)’ and finds \(DeviceExpectation.quoted(finds, most: 3))"
    case .set(let setting, let chat): setting.words(for: "‘\(chat)’")
    case .read(let chat): "reads ‘\(chat)’"
    case .retry(let message, _): "tries ‘\(message)’ again"
    case .drop(let message, _): "drops ‘\(message)’"
    case .permit(let person, let chat, let right):
      "lets \(person) \(right == .readWrite ? "write" : "only read") in ‘\(chat)’"
    case .remove(let person, let chat): "takes \(person) out of ‘\(chat)’"
    case .stopSharing(let chat): "stops sharing ‘\(chat)’"
    case .leave(let chat): "leaves ‘\(chat)’"
    case .deleteChat(let chat): "deletes ‘\(chat)’"
    case .uploadAgain(let chat): "uploads ‘\(chat)’ again"
    case .plant(let field, let chat): "writes the unknown field ‘\(field)’ into ‘\(chat)’"
    }
  }
}

extension ChatSetting {
  fileprivate func words(for chat: String) -> String {
    switch self {
    case .pinned(let isPinned): "\(isPinned ? "pins" : "unpins") \(chat)"
    case .archived(let isArchived):
      isArchived ? "archives \(chat)" : "takes \(chat) out of the archive"
    case .notifications(.all): "wants to be told of all messages in \(chat)"
    case .notifications(.mentions): "wants to be told of mentions in \(chat)"
    case .notifications(.none): "wants to be told of nothing in \(chat)"
    }
  }
}

extension DeviceEvent {
  fileprivate var words: String {
    switch self {
    case .offline(let time): "is offline" + (time.map { " for \($0.scenarioText)" } ?? "")
    case .online: "is online again"
    case .crash: "crashes"
    case .restart: "starts again"
    case .signOut: "signs out"
    case .signIn: "signs in again"
    case .skew(let time): "has its clock off by \(time.scenarioText)"
    }
  }
}

extension WorldEvent {
  fileprivate var words: String {
    switch self {
    case .advance(let time): "\(time.scenarioText) pass"
    case .fault(let fault): "the cloud fails from now on: \(fault.words)"
    case .endFault(let id): id.map { "the fault \($0) ends" } ?? "all faults end"
    case .purge(let chat): "the zone of ‘\(chat)’ is purged"
    case .resetEncryption(let chat): "the encrypted data of ‘\(chat)’ is reset"
    case .expireZoneTokens(let chat): "the change tokens of ‘\(chat)’ expire"
    case .expireDatabaseTokens(let person, let scope):
      "the change tokens of \(person)'s \(scope.pathComponent) database expire"
    case .throttle(let person, let time): "\(person) has to wait for \(time.scenarioText)"
    }
  }
}

extension CloudFault {
  fileprivate var words: String {
    let place = [
      filter.account, filter.database, filter.zone.map { "‘\($0)’" }, filter.operation,
    ].compactMap(\.self).joined(separator: ", ")
    let times = schedule.count.map { $0 == 1 ? ", once" : ", \($0) times" } ?? ""
    var effect = effect.name
    switch self.effect {
    case .fail(let failure), .failRecords(let failure): effect += " \(failure.code.rawValue)"
    case .delay(let milliseconds), .delayNotifications(let milliseconds):
      effect += " by \(Duration.milliseconds(milliseconds).scenarioText)"
    default: break
    }
    return effect + (place.isEmpty ? "" : " for \(place)") + times
  }
}

extension DeviceExpectation {
  fileprivate var words: String {
    var parts: [String] = []
    if let status { parts.append("is \(status.rawValue)") }
    if let chats { parts.append("has the chats \(Self.quoted(chats))") }
    if let invitations { parts.append("is invited to \(Self.quoted(invitations))") }
    if let outbox {
      parts.append(
        outbox.isEmpty
          ? "nothing waits" : "\(outbox.map(\.words).joined(separator: ", ")) in the outbox")
    }
    return (parts + (chat?.words ?? [])).joined(separator: ", ")
  }

  /// Texts in quotes, the first `most` of them.
  static func quoted(_ texts: [String], most: Int) -> String {
    quoted(Array(texts.prefix(most)))
      + (texts.count > most ? " and \(texts.count - most) more" : "")
  }
}

extension DeviceExpectation.ChatExpectation {
  fileprivate var words: [String] {
    var parts: [String] = []
    if let title { parts.append("the title is ‘\(title)’") }
    if let messages {
      parts.append(
        messages.isEmpty
          ? "‘\(chat)’ is empty"
          : "sees in ‘\(chat)’ \(messages.map(\.words).joined(separator: ", "))")
    }
    if let includes {
      parts.append("finds in ‘\(chat)’ \(includes.map(\.words).joined(separator: ", "))")
    }
    if let excludes { parts.append("does not find \(DeviceExpectation.quoted(excludes))") }
    if let count { parts.append("‘\(chat)’ has \(count == 1 ? "1 message" : "\(count) messages")") }
    if let unread { parts.append("\(unread) unread") }
    if let mentions { parts.append("\(mentions) mentions") }
    if let isPinned { parts.append("‘\(chat)’ is \(isPinned ? "" : "not ")pinned") }
    if let isArchived { parts.append("‘\(chat)’ is \(isArchived ? "" : "not ")archived") }
    if let notifications { parts.append("told of \(notifications.rawValue)") }
    if let access { parts.append("‘\(chat)’ is \(access.rawValue)") }
    if let members {
      parts.append("the members are \(members.keys.sorted().joined(separator: ", "))")
    }
    return parts
  }
}

extension DeviceExpectation.MessageExpectation {
  fileprivate var words: String {
    var notes: [String] = []
    if let state { notes.append(state.rawValue) }
    if isEdited == true { notes.append("edited") }
    if isDeleted == true { notes.append("taken back") }
    if hasFile == true { notes.append("with its file") }
    notes += (reactions ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    if let readers { notes.append("read by \(readers)") }
    if let earlier { notes.append("before: \(DeviceExpectation.quoted(earlier))") }
    if let reason { notes.append("‘\(reason)’") }
    let name = text.map { "‘\($0)’" } ?? file.map { "the file ‘\($0)’" } ?? "a message"
    return name + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }
}

extension DeviceExpectation.WaitingExpectation {
  fileprivate var words: String {
    [subject, text.map { "‘\($0)’" }, state?.rawValue, reason.map { "(\($0))" }]
      .compactMap(\.self).joined(separator: " ")
  }
}

extension RequestPattern {
  fileprivate static func words(of patterns: [RequestPattern]) -> String {
    patterns.map { pattern in
      pattern.words
        + (pattern.times.map { $0 == 0 ? ", never" : $0 == 1 ? ", once" : ", \($0) times" } ?? "")
    }.joined(separator: "; ")
  }
}
