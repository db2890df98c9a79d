import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules

/// The actions of people.
extension World {
  /// A person does something on a working device: on `chosen`, or on any.
  func act(on chosen: DeviceKey?) async {
    let awake = devices.indices.filter { devices[$0].parts != nil }
    guard let index = awake.randomElement(using: &userRandom) else { return }
    let key = chosen ?? DeviceKey(index: index, life: devices[index].life)
    let isAgain = chosen != nil && Bool.random(using: &userRandom)
    let again = [UserAction.edit, .edit, .rename, .delete].filter {
      parameters.actionWeights[$0] != 0
    }
    let usual = userRandom.pick(parameters.actionWeights, in: UserAction.allCases) ?? .send
    await act(isAgain ? again.randomElement(using: &userRandom) ?? usual : usual, on: key)
    // People who do something often do something else right after it.
    if userRandom.happens(0.3) {
      schedule(.act(key), after: userRandom.wait(mean: .milliseconds(300)))
    }
  }

  func act(_ action: UserAction, on key: DeviceKey) async {
    guard isAlive(key), let parts = devices[key.index].parts else { return }
    await perform("\(action)", on: key) { world in
      try await world.intent(of: action, on: key, with: parts)
    }
  }

  /// Performs an action of a person, and notes the intent or the refusal.
  func perform(
    _ what: String, on key: DeviceKey,
    _ body: @escaping @Sendable (isolated World) async throws -> Intent?
  ) async {
    let device = devices[key.index].name
    let start = now
    await begin { [self] in
      do {
        let intent = try await body(self)
        guard let intent, await isAlive(key) else { return }
        await note(.intended(device: device, intent), begunAt: start)
        await ring(key)
      } catch {
        guard await isAlive(key) else { return }
        await note(.refused(device: device, what: what, why: "\(error)"))
      }
    }
  }

  /// Performs the action; nil if there was nothing to perform it on.
  private func intent(
    of action: UserAction, on key: DeviceKey, with parts: SimulatedDevice.Parts
  ) async throws -> Intent? {
    let repository = parts.repository
    switch action {
    case .create: return try await create(with: repository)
    case .join: return try await join(with: parts)
    case .send, .edit, .delete, .react, .rename, .retry, .drop, .see, .invite, .open, .leave,
      .deleteChat, .uploadAgain:
      break
    }
    let chats = try await repository.currentChatSummaries()
    guard let chat = chosen(of: chats, on: key) else { return nil }
    switch action {
    case .create, .join: return nil
    case .send: return try await send(to: chat, on: key, with: repository)
    case .rename:
      let name = "name \(nextText())"
      try await repository.rename(chat.id, to: name)
      return .renamed(zone: chat.zoneName, name: name)
    case .retry, .drop: return try await retryOrDrop(chat, by: action, with: repository)
    case .edit, .delete, .react:
      return try await change(chat, by: action, on: key, with: repository)
    case .leave:
      guard !chat.isOwn else { return nil }
      try await repository.leave(chat.id)
      return .left(zone: chat.zoneName)
    case .deleteChat:
      guard chat.isOwn else { return nil }
      try await repository.deleteChat(chat.id)
      return .deletedChat(zone: chat.zoneName)
    case .uploadAgain:
      guard chat.isOwn, !chat.access.canWrite else { return nil }
      try await repository.uploadAgain(chat.id)
      return .uploadedAgain(zone: chat.zoneName)
    case .see:
      let newest = try await repository.newestArrival(in: chat.id)
      try await repository.markSeen(chat.id, through: newest)
      // A person who has reached the beginning of the messages here looks for more.
      if chat.history != .complete { try await repository.requestOlderMessages(in: chat.id) }
      return .saw(zone: chat.zoneName)
    case .invite:
      guard chat.isOwn, let guest = people.randomElement(using: &userRandom) else { return nil }
      return try await invite(guest, to: chat, with: parts)
    case .open:
      guard chat.isOwn else { return nil }
      let permission =
        [Participant.Permission.none, .readOnly, .readWrite].randomElement(using: &userRandom)
        ?? .none
      let link = try await parts.sharing.openLink(of: chat.id, permission: permission)
      tell(link, of: chat)
      return .opened(zone: chat.zoneName, permission)
    }
  }

  /// Mostly the chat that was chosen last on the device.
  private func chosen(of chats: [ChatSummary], on key: DeviceKey) -> ChatSummary? {
    let last = chats.first { $0.zoneName == lastChats[key.index] }
    guard let chat = chats.randomElement(using: &userRandom) else { return nil }
    let choice = userRandom.happens(0.6) ? last ?? chat : chat
    lastChats[key.index] = choice.zoneName
    return choice
  }

  func nextText() -> Int {
    textCount += 1
    return textCount
  }

  func create(with repository: ChatRepository) async throws -> Intent {
    let name = "chat \(nextText())"
    let chatID = try await repository.createChat(title: name)
    let zone = try await repository.currentChatSummaries().first { $0.id == chatID }?.zoneName
    return .created(zone: zone ?? "", name: name)
  }

  private func send(
    to chat: ChatSummary, on key: DeviceKey, with repository: ChatRepository
  ) async throws -> Intent {
    let count = Int.random(in: 1...3, using: &userRandom)
    let texts = (0..<count).map { _ in "\(devices[key.index].name)#\(nextText())" }
    let identifiers = try await repository.send(texts, to: chat.id)
    var messages: [Intent.SentMessage] = []
    for id in identifiers {
      let message = try await repository.message(id)
      messages.append(Intent.SentMessage(message))
    }
    return .sent(zone: chat.zoneName, messages)
  }

  /// Tries a message again that failed, or takes one back that the cloud does not have.
  private func retryOrDrop(
    _ chat: ChatSummary, by action: UserAction, with repository: ChatRepository
  ) async throws -> Intent? {
    let unsent = try await repository.page(in: chat.id, before: nil, limit: 1000).filter {
      switch $0.delivery {
      case .received, .sent, .read: false
      case .queued, .sending, .waiting: action == .drop
      case .failed: true
      }
    }
    guard let message = unsent.randomElement(using: &userRandom) else { return nil }
    if action == .retry {
      try await repository.retry(message.id)
      return .retried(zone: chat.zoneName, record: message.recordName)
    }
    try await repository.drop(message.id)
    return .dropped(zone: chat.zoneName, record: message.recordName)
  }

  /// Edits or deletes an own message, or reacts to any.
  private func change(
    _ chat: ChatSummary, by action: UserAction, on key: DeviceKey, with repository: ChatRepository
  ) async throws -> Intent? {
    let messages = try await repository.page(in: chat.id, before: nil, limit: 6).filter {
      !$0.isDeleted && ($0.isOwn || action == .react)
    }
    guard let any = messages.randomElement(using: &userRandom), let newest = messages.last else {
      return nil
    }
    let message = Bool.random(using: &userRandom) ? any : newest
    switch action {
    case .edit:
      let text = "\(message.text)+\(nextText())"
      try await repository.edit(message.id, to: text)
      if case .failed = message.delivery {
        // The message begins anew, as if somebody had tried it again.
        let retry = Intent.retried(zone: chat.zoneName, record: message.recordName)
        note(.intended(device: devices[key.index].name, retry))
      }
      return .edited(zone: chat.zoneName, record: message.recordName, text: text)
    case .delete:
      try await repository.delete(message.id)
      return .deleted(zone: chat.zoneName, record: message.recordName)
    default:
      let emoji = Bool.random(using: &userRandom) ? "👍" : "🎉"
      let isRemoved = Int.random(in: 0..<3, using: &userRandom) == 0
      try await repository.react(emoji, to: message.id, isRemoved: isRemoved)
      return .reacted(
        zone: chat.zoneName, record: message.recordName, emoji: emoji, isRemoved: isRemoved)
    }
  }

  func invite(
    _ guest: Account, to chat: ChatSummary, with parts: SimulatedDevice.Parts
  ) async throws -> Intent {
    let permission: Participant.Permission =
      Int.random(in: 0..<5, using: &userRandom) == 0 ? .readOnly : .readWrite
    let link = try await parts.sharing.invite([guest.name], to: chat.id, permission: permission)
    tell(link, of: chat)
    return .invited(zone: chat.zoneName, user: guest.name, permission)
  }

  private func tell(_ link: InvitationLink, of chat: ChatSummary) {
    guard !links.contains(where: { $0.shortGUID == link.shortGUID }) else { return }
    links.append((chat.zoneName, link.shortGUID))
  }

  /// Follows a link that an owner has given, or an invitation that the device shows.
  func join(with parts: SimulatedDevice.Parts) async throws -> Intent? {
    let known = links.map { InvitationLink(shortGUID: $0.shortGUID, title: nil) }
    let shown = try await parts.repository.currentInvitations().map(\.link)
    guard let link = (known + shown).randomElement(using: &userRandom) else { return nil }
    return try await parts.join(link)
  }
}

extension SimulatedDevice.Parts {
  /// Follows a link, and says what right came with it.
  func join(_ link: InvitationLink) async throws -> Intent {
    let chatID = try await sharing.join(link)
    let chat = try await repository.currentChatSummaries().first { $0.id == chatID }
    return .joined(zone: chat?.zoneName ?? "", canWrite: chat?.access.canWrite ?? false)
  }
}
