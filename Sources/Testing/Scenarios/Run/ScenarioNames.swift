import CloudModel

/// The names that devices and the cloud have for the chats and messages of a scenario.
package struct ScenarioNames: Sendable {
  private var zones: [String: String] = [:]
  private var links: [String: String] = [:]
  /// Records by the chat's title and the text with which they were sent, the newest of equal ones.
  private var records: [String: [String: String]] = [:]

  package init() {}

  /// The zone of a chat; its title where the zone is not known.
  package func zone(_ chat: String) -> String { zones[chat] ?? chat }

  /// The title of the chat in a zone.
  package func title(ofZone zone: String) -> String? { zones.first { $0.value == zone }?.key }

  private func record(_ message: String, _ chat: String) -> String {
    records[chat]?[message] ?? message
  }

  /// The action as a device understands it.
  package func resolve(_ action: DeviceAction) throws(StageFailure) -> DeviceAction {
    switch action {
    case .create: action
    case .rename(let chat, let title): .rename(chat: zone(chat), title: title)
    case .invite(let people, let chat, let right):
      .invite(people: people, chat: zone(chat), permission: right)
    case .openLink(let chat, let right): .openLink(chat: zone(chat), permission: right)
    case .accept(let chat): .accept(link: try link(chat))
    case .decline(let chat): .decline(link: try link(chat))
    case .send(let texts, let chat, let replyTo):
      .send(texts: texts, chat: zone(chat), replyTo: replyTo.map { record($0, chat) })
    case .attach(let content, let text, let chat):
      .attach(file: content, text: text, chat: zone(chat))
    case .download(let message, let chat):
      .download(message: record(message, chat), chat: zone(chat))
    case .edit(let message, let chat, let text):
      .edit(message: record(message, chat), chat: zone(chat), text: text)
    case .delete(let message, let chat): .delete(message: record(message, chat), chat: zone(chat))
    case .react(let emoji, let message, let chat, let isRemoved):
      .react(emoji: emoji, message: record(message, chat), chat: zone(chat), isRemoved: isRemoved)
    case .pin(let message, let chat, let isPinned):
      .pin(message: record(message, chat), chat: zone(chat), isPinned: isPinned)
    case .read(let chat): .read(chat: zone(chat))
    case .retry(let message, let chat): .retry(message: record(message, chat), chat: zone(chat))
    case .drop(let message, let chat): .drop(message: record(message, chat), chat: zone(chat))
    case .permit(let person, let chat, let right):
      .permit(person: person, chat: zone(chat), permission: right)
    case .remove(let person, let chat): .remove(person: person, chat: zone(chat))
    case .stopSharing(let chat): .stopSharing(chat: zone(chat))
    case .leave(let chat): .leave(chat: zone(chat))
    case .deleteChat(let chat): .deleteChat(chat: zone(chat))
    case .uploadAgain(let chat): .uploadAgain(chat: zone(chat))
    case .plant(let field, let chat): .plant(field: field, chat: zone(chat))
    case .join: action
    case .search(let words, let chat, let finds):
      .search(words: words, chat: zone(chat), finds: finds)
    case .set(let setting, let chat): .set(setting: setting, chat: zone(chat))
    }
  }

  private func link(_ chat: String) throws(StageFailure) -> String {
    guard let link = links[chat] else {
      throw StageFailure("Nobody has made a link to ‘\(chat)’ yet. Invite somebody first.")
    }
    return link
  }

  package func resolve(_ event: WorldEvent) -> WorldEvent {
    switch event {
    case .advance, .endFault, .expireDatabaseTokens, .throttle: event
    case .fault(let fault): .fault(resolve(fault))
    case .purge(let chat): .purge(chat: zone(chat))
    case .resetEncryption(let chat): .resetEncryption(chat: zone(chat))
    case .expireZoneTokens(let chat): .expireZoneTokens(chat: zone(chat))
    }
  }

  private func resolve(_ fault: CloudFault) -> CloudFault {
    var fault = fault
    fault.filter.zone = fault.filter.zone.map(zone)
    return fault
  }

  /// Learns the names that came with the answer to an action, which is given as the file has it.
  package mutating func learn(_ answer: DeviceAnswer, to action: DeviceAction) {
    switch action {
    case .create(let title):
      zones[title] = answer.zone
    case .invite(_, let chat, _), .openLink(let chat, _):
      if let link = answer.link { links[chat] = link }
    case .send(let texts, let chat, _):
      for (text, record) in zip(texts, answer.records) {
        records[chat, default: [:]][text] = record
      }
    case .attach(let content, let text, let chat):
      for record in answer.records {
        records[chat, default: [:]][content.name] = record
        if !text.isEmpty { records[chat, default: [:]][text] = record }
      }
    default: break
    }
  }
}
