import ChatModel
import Observation

/// The open chat, the places and texts of those that were open, and the chat that opens next.
@Observable @MainActor
final class OpeningModel {
  /// The effect of a changed list on the open chat.
  enum Change {
    /// The chat for which the person has waited is listed.
    case open(ChatID)
    /// The open chat is not listed any more.
    case lose(ChatID)
  }

  /// The chat with which the client begins.
  struct First {
    let chat: ChatID
    /// The place at which to begin; nil where nothing was asked for.
    let place: ConversationModel.Destination?
    /// The name that was asked for, if no chat has it.
    let missing: String?
    /// Whether it is the first steps, only because no other chat is listed.
    let isProvisional: Bool
  }

  /// Nil while no chat is open.
  private(set) var conversation: ConversationModel?
  private(set) var composer = ComposerModel(chat: nil)
  /// The chat that a wide screen shows beside the open one, without the keys; nil for none.
  private(set) var other: ConversationModel?
  /// Whether the open chat is the right one of the two.
  private(set) var isOnRight = false

  /// The scroll positions and texts of the chats that were open.
  @ObservationIgnored private var conversations: [ChatID: ConversationModel] = [:]
  @ObservationIgnored private var composers: [ChatID: ComposerModel] = [:]
  /// The facts from which every composer completes.
  @ObservationIgnored private var facts: (@MainActor () -> CompletionFacts)?
  /// The chat from which the person began to go through the chats with news.
  @ObservationIgnored private var origin: ChatID?
  /// The chat to open as soon as the list is loaded: its name, its zone name, or the start of one.
  @ObservationIgnored private var firstChat: String?
  /// The place in that chat at which to begin.
  @ObservationIgnored private var firstPlace: ConversationModel.Destination?
  /// The chat that was open before the open one.
  @ObservationIgnored private var previous: ChatID?
  /// The chat to open as soon as it is listed.
  @ObservationIgnored private var expected: ChatID?
  /// The reason why a text could not be saved; nil once the person was told that quitting loses it.
  @ObservationIgnored private var draftTrouble: String?
  /// Whether the first steps are open only because no other chat was listed; the first sync may bring others.
  @ObservationIgnored var isProvisional = false
  /// The number of times that another chat replaced the open one while the person may have been writing there.
  @ObservationIgnored private(set) var lostCount = 0

  init(chat: String?, place: ConversationModel.Destination?) {
    firstChat = chat
    firstPlace = place
  }

  var openChat: ChatID? { conversation?.chat }

  func conversation(of chat: ChatID) -> ConversationModel? { conversations[chat] }

  func composer(of chat: ChatID) -> ComposerModel? { composers[chat] }

  /// Lets this composer and all later ones complete from some facts.
  func complete(from facts: @escaping @MainActor () -> CompletionFacts) {
    self.facts = facts
    composer.facts = facts
  }

  private func makeComposer(chat: ChatID?) -> ComposerModel {
    let composer = ComposerModel(chat: chat)
    if let facts { composer.facts = facts }
    return composer
  }

  /// Shows the text of another chat; the text that was cut last can be inserted there too.
  private func switchComposer(to other: ComposerModel) {
    other.cut = composer.cut
    composer = other
  }

  // MARK: - Going to a chat

  /// Opens a chat at the place that `ConversationModel.opened` decides.
  ///
  /// - Parameters:
  ///   - chat: the chat to open; nothing but the origin changes where it is open.
  ///   - origin: the chat from which the person goes through the chats with news; nil where they do not.
  /// - Returns: the effects that save the texts and read the chat.
  func open(_ chat: ChatID, from origin: ChatID? = nil) -> [Effect] {
    self.origin = origin
    isProvisional = false
    guard chat != openChat else { return [] }
    let drafts = saveDrafts()
    leave(for: chat)
    let conversation = conversations[chat] ?? ConversationModel(chat: chat)
    conversations[chat] = conversation
    self.conversation = conversation
    switchComposer(to: composers[chat] ?? makeComposer(chat: chat))
    composers[chat] = composer
    return drafts + [.open(chat)]
  }

  /// The open chat gives way to another one; to the one beside it, it gives only the keys.
  private func leave(for chat: ChatID) {
    guard let next = other, next.chat == chat else {
      previous = openChat ?? previous
      conversation?.unload()
      return
    }
    conversation?.pick(nil)
    next.requestAgain()
    other = conversation
    isOnRight = other != nil && !isOnRight
  }

  // MARK: - The chat beside

  /// Shows a chat beside the open one; nothing there counts as seen before it has the keys.
  func showBeside(_ chat: ChatID) {
    guard chat != openChat, chat != other?.chat else { return }
    other?.unload()
    let conversation = conversations[chat] ?? ConversationModel(chat: chat)
    conversations[chat] = conversation
    conversation.opened(nil)
    other = conversation
  }

  func hideOther() {
    other?.unload()
    other = nil
    isOnRight = false
  }

  /// The chat to show beside the open one where nobody names one: the one before it, else the newest.
  func chatForBeside(in list: ChatListModel) -> ChatID? {
    if let previous, previous != openChat, list.summary(of: previous) != nil { return previous }
    return list.chats.first { $0.id != openChat }?.id
  }

  /// The next chat with news and the origin of the walk; after the last one the chat where the walk began.
  ///
  /// - Returns: nil where there is no chat to go to.
  func nextNeedingMe(in list: ChatListModel) -> (chat: ChatID, origin: ChatID?)? {
    if let chat = list.chatNeedingMe(after: openChat), chat != openChat {
      return (chat, origin ?? openChat)
    }
    defer { origin = nil }
    guard let origin, origin != openChat else { return nil }
    return (origin, nil)
  }

  /// The chat with which to begin, the newest one where no other was asked for; nil while there is none.
  ///
  /// The first steps are for those who have no other chat.
  func takeFirst(of chats: [ChatSummary]) -> First? {
    guard let newest = Self.newest(of: chats) ?? chats.first else { return nil }
    defer { (firstChat, firstPlace) = (nil, nil) }
    let named = firstChat.flatMap { Self.chat(named: $0, in: chats) }
    return First(
      chat: named ?? newest.id, place: firstPlace, missing: named == nil ? firstChat : nil,
      isProvisional: named == nil && newest.zoneName == FirstSteps.zoneName)
  }

  private static func newest(of chats: [ChatSummary]) -> ChatSummary? {
    chats.first { $0.zoneName != FirstSteps.zoneName }
  }

  /// Leaves the first steps once the account's chats are here.
  ///
  /// - Parameters:
  ///   - list: the chats.
  ///   - isFetched: whether the cloud has no more of them.
  /// - Returns: the chat to open instead; nil where the person stays.
  func takeBetterFirst(of list: ChatListModel, isFetched: Bool) -> ChatID? {
    guard isProvisional, isFetched else { return nil }
    isProvisional = false
    return composer.isEmpty && conversation?.picked == nil
      ? Self.newest(of: list.chats)?.id : nil
  }

  private static func chat(named name: String, in chats: [ChatSummary]) -> ChatID? {
    let folded = name.lowercased()
    return
      (chats.first { $0.zoneName == name }
      // Somebody may have called a group after a person.
      ?? chats.first { $0.isOfTwo && $0.name.lowercased() == folded }
      ?? chats.first { $0.name.lowercased() == folded }
      ?? chats.first { $0.name.lowercased().hasPrefix(folded) }
      ?? chats.first { $0.zoneName.hasPrefix(name) })?.id
  }

  // MARK: - Changes of the list

  /// Waits for a chat to be listed.
  ///
  /// - Returns: whether it is listed now, and to be opened.
  func expect(_ chat: ChatID, in list: ChatListModel) -> Bool {
    guard list.summary(of: chat) != nil else {
      expected = chat
      return false
    }
    countLoss(before: chat)
    return true
  }

  /// The effect of a changed list; nil where the open chat stays.
  func change(by list: ChatListModel) -> Change? {
    if let other, list.summary(of: other.chat) == nil { hideOther() }
    if let expected, list.summary(of: expected) != nil {
      self.expected = nil
      countLoss(before: expected)
      return .open(expected)
    }
    guard let openChat, list.summary(of: openChat) == nil else { return nil }
    return .lose(openChat)
  }

  /// Whether any chat may be opened.
  var isIdle: Bool { conversation == nil && expected == nil }

  /// A chat for which the person has waited is about to open; text that they are writing does not go into it.
  private func countLoss(before chat: ChatID) {
    if openChat != nil, openChat != chat, !composer.isEmpty { lostCount += 1 }
  }

  /// Forgets the open chat with its place and text.
  func close(_ chat: ChatID) {
    lostCount += 1
    if other?.chat == chat { hideOther() }
    conversations[chat] = nil
    composers[chat] = nil
    conversation = nil
    switchComposer(to: makeComposer(chat: nil))
  }

  // MARK: - Texts

  /// Takes what was read of a chat that is opened.
  ///
  /// - Returns: whether a text may have changed.
  func opened(_ chat: ChatID, _ opening: ChatOpening) -> Bool {
    let composer = composers[chat]
    composer?.load(opening)
    if chat == openChat { conversation?.opened(opening.unread) }
    return composer != nil
  }

  /// The effects that save every draft that the replica does not hold yet.
  func saveDrafts() -> [Effect] {
    composers.compactMap { chat, composer in
      composer.takeUnsavedDraft().map { Effect.write(.saveDraft($0, in: chat)) }
    }
  }

  func draftFailed(in chat: ChatID, reason: String) {
    composers[chat]?.draftWasNotSaved()
    draftTrouble = reason
  }

  /// The reason why quitting now loses a text; nil if it loses none, or the person was told.
  func takeDraftTrouble() -> String? {
    guard let draftTrouble, composers.values.contains(where: \.isDraftLost) else { return nil }
    self.draftTrouble = nil
    return draftTrouble
  }
}
