package import ChatCore
package import ChatModel
import ChatWords
import ClientSettings
package import Foundation
import Observation

/// The chats of the account, newest first, and the invitations that wait.
@Observable @MainActor
package final class ChatListModel {
  package private(set) var isLoaded = false
  package private(set) var chats: [ChatSummary] = [] {
    didSet {
      totals = Totals(of: chats)
      places = Dictionary(
        chats.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      updateGroupNames()
      filterEntries()
    }
  }
  /// The totals of all chats that each picture shows, counted once for each change.
  package private(set) var totals = Totals(of: [])
  package private(set) var invitations: [Invitation] = [] { didSet { filterEntries() } }
  /// The beginning of a name for which the person looks in the list; nil while all of it is shown.
  package private(set) var filter: TextInput?
  /// What the list shows, found once for each change: all, or what fits the filter, best first.
  package private(set) var shown: (chats: [ChatSummary], invitations: [Invitation]) = ([], [])
  /// The people by whose names chats are shown whose own names do not fit the filter.
  package private(set) var foundMembers: [ChatID: Person] = [:]
  /// The entry that Enter opens while the list receives the keys.
  package private(set) var selection: ChatListEntry.ID?
  /// The first row shown of the chats, and of the invitations; kept so that the list scrolls only when it must.
  package var firstRow = 0
  package var firstInvitationRow = 0
  /// The chat in which the person sees what arrives as it comes; nil where that is none.
  ///
  /// Its messages count as seen a moment later, so that none of them was ever unread to the person.
  package private(set) var watched: ChatID?
  /// Whether the chats keep their places, as they do while the person moves through the list.
  package var isOrderFrozen = false {
    didSet { if oldValue, !isOrderFrozen { chats = ordered } }
  }

  /// The places of `chats`, because each picture asks for some of them many times.
  @ObservationIgnored private var places: [ChatID: Int] = [:]
  /// How the names of the chats look to an eye, by name; found once for each.
  @ObservationIgnored private var looks: [String: String] = [:]
  /// The names of the groups that look like people with whom there is a chat of two.
  package private(set) var groupNames: [ChatID: String] = [:]
  /// Chats that are left or deleted unless that is undone.
  @ObservationIgnored private var hidden: Set<ChatID> = []
  /// All chats of the replica.
  @ObservationIgnored private var all: [ChatSummary] = []
  /// Everyone who was met, as far as they are read.
  @ObservationIgnored private var people: [Acquaintance] = []
  /// The chats as the replica orders them.
  @ObservationIgnored private var ordered: [ChatSummary] = []

  package init() {}

  /// The things that need the person: messages and invitations.
  package var needingCount: Int { totals.needingMessageCount + invitations.count }

  package var isEmpty: Bool { chats.isEmpty && invitations.isEmpty }

  /// What the list shows, from the top.
  package var entries: [ChatListEntry] {
    shown.chats.map(ChatListEntry.chat) + shown.invitations.map(ChatListEntry.invitation)
  }

  /// The number of entries without a filter.
  package var entryCount: Int { chats.count + invitations.count }

  package func summary(of chat: ChatID?) -> ChatSummary? {
    // The chats are read also where this one is not among them, so that a picture follows when it is.
    let chats = chats
    return chat.flatMap { places[$0] }.map { chats[$0] }
  }

  /// The name of a chat by which it is listed and found.
  ///
  /// Whoever names a group may call it after somebody, and what is meant for that person must not go to the group. So
  /// a group whose name looks like that of a person is `bob · 5 members`, and the name alone leads to the person.
  ///
  /// - Parameters:
  ///   - chat: a chat of the list.
  ///   - people: how the names of people look with whom there is no chat of two (`LookAlike`).
  /// - Returns: the name.
  package func label(of chat: ChatSummary, besides people: Set<String> = []) -> String {
    if let name = groupNames[chat.id] { return name }
    let isLikePerson =
      !people.isEmpty && !chat.isOfTwo
      && looks[chat.name].map { people.contains($0) } == true
    return isLikePerson ? ChatListText.groupName(chat) : ChatListText.name(chat)
  }

  private func updateGroupNames() {
    let known = looks
    looks = Dictionary(
      chats.map { ($0.name, known[$0.name] ?? LookAlike.skeleton(of: $0.name)) },
      uniquingKeysWith: { first, _ in first })
    let people = Set(chats.filter { $0.isOfTwo && !$0.name.isEmpty }.compactMap { looks[$0.name] })
    groupNames = Dictionary(
      chats.filter { chat in
        !chat.isOfTwo && looks[chat.name].map { people.contains($0) } == true
      }.map { ($0.id, ChatListText.groupName($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number by which a key opens a chat; nil behind the ninth.
  package func number(of chat: ChatID) -> Int? {
    chats.prefix(9).firstIndex { $0.id == chat }.map { $0 + 1 }
  }

  /// Takes the chats as they are now; if the selected one is gone, the entry in its place is selected.
  package func update(_ summaries: [ChatSummary]) {
    let place = selection == nil ? nil : entries.firstIndex { $0.id == selection }
    defer { if let place { keepSelection(at: place) } }
    isLoaded = true
    all = summaries
    if !hidden.isEmpty { hidden.formIntersection(summaries.map(\.id)) }
    ordered = hidden.isEmpty ? summaries : summaries.filter { !hidden.contains($0.id) }
    if let place = ordered.firstIndex(where: { $0.id == watched }) {
      (ordered[place].unreadCount, ordered[place].mentionCount) = (0, 0)
    }
    chats = isOrderFrozen ? keepingOrder(ordered) : ordered
  }

  /// Takes note of the chat in which the person sees what arrives.
  package func watch(_ chat: ChatID?) {
    guard chat != watched else { return }
    let changed = [chat, watched]
    watched = chat
    if all.contains(where: { changed.contains($0.id) && $0.unreadCount > 0 }) { update(all) }
  }

  private func keepSelection(at place: Int) {
    let entries = entries
    guard !entries.contains(where: { $0.id == selection }) else { return }
    selection = entries.isEmpty ? nil : entries[min(place, entries.count - 1)].id
  }

  /// Takes the marks of mutes that are over from their chats.
  package func endMutes(at now: Date) {
    guard let end = totals.nextMuteEnd, end <= now else { return }
    update(all.map { $0.at(now) })
  }

  /// Takes a chat out of the list, or shows it again.
  package func hide(_ chat: ChatID, _ isHidden: Bool) {
    if isHidden { hidden.insert(chat) } else { hidden.remove(chat) }
    update(all)
  }

  /// - Returns: the invitations that were not there before.
  @discardableResult
  package func update(_ invitations: [Invitation]) -> [Invitation] {
    let waiting = invitations.filter { !$0.isAccepted }
    let known = Set(self.invitations.map(\.id))
    if waiting != self.invitations { self.invitations = waiting }
    return waiting.filter { !known.contains($0.id) }
  }

  // MARK: - The filter

  /// Begins a filter, or changes the text of the one that is there; then the best entry is selected.
  package func changeFilter(_ change: (inout TextInput) -> Void) {
    var input = filter ?? TextInput()
    let text = input.text
    change(&input)
    filter = input
    guard input.text != text else { return }
    filterEntries()
    selection = entries.first?.id
  }

  /// Shows everything again; what was selected stays so.
  package func endFilter() {
    guard filter != nil else { return }
    filter = nil
    filterEntries()
    if selection == nil { selectFirst() }
  }

  /// Takes the people by whose names chats are found.
  package func know(_ people: [Acquaintance]) {
    self.people = people
    if filter != nil { filterEntries() }
  }

  private func filterEntries() {
    guard let text = filter?.text, !text.isEmpty else {
      foundMembers = [:]
      shown = (chats, invitations)
      return
    }
    let named = chats(matching: text)
    let namedIDs = Set(named.map(\.id))
    foundMembers = members(matching: text).filter { !namedIDs.contains($0.key) }
    let invited = invitations.enumerated().compactMap { place, invitation in
      [invitation.chatName, invitation.ownerName]
        .compactMap { FuzzyMatch.score(of: text, in: $0) }.max()
        .map { (score: $0, place: place, invitation: invitation) }
    }
    shown = (
      named + chats.filter { foundMembers[$0.id] != nil },
      invited.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.invitation)
    )
    // What comes while nothing fits is opened by Enter, too.
    if selection == nil { selectFirst() }
  }

  /// A member of each chat with one whose name begins so.
  private func members(matching pattern: String) -> [ChatID: Person] {
    let typed = pattern.trimmedBlanks
    guard !typed.isEmpty else { return [:] }
    var found: [ChatID: Person] = [:]
    for acquaintance in people where PersonMatch.fits(typed, acquaintance.person) {
      for chat in acquaintance.chats where found[chat] == nil {
        found[chat] = acquaintance.person
      }
    }
    return found
  }

  // MARK: - The selection

  package func select(_ id: ChatListEntry.ID?) { selection = id }

  /// Moves the selection; the first entry is selected when there was none.
  package func moveSelection(by offset: Int) {
    let entries = entries
    guard let last = entries.indices.last else { return }
    let current = entries.firstIndex { $0.id == selection }
    selection = entries[current.map { min(max(0, $0 + offset), last) } ?? 0].id
  }

  package func selectFirst() { selection = entries.first?.id }

  package func selectLast() { selection = entries.last?.id }

  /// The chat `offset` places after another one, wrapping around; the first or last if the other is not
  /// listed.
  package func chat(after chat: ChatID?, offset: Int) -> ChatID? {
    guard !chats.isEmpty else { return nil }
    guard let index = chats.firstIndex(where: { $0.id == chat }) else {
      return offset > 0 ? chats.first?.id : chats.last?.id
    }
    let count = chats.count
    return chats[((index + offset) % count + count) % count].id
  }

  /// The next chat below `chat` that needs the person, wrapping around.
  ///
  /// It is a chat with a failed message, or else one where somebody mentions the reader, or else one with unread
  /// messages for which the person wants notifications.
  package func chatNeedingMe(after chat: ChatID?) -> ChatID? {
    let index = chats.firstIndex { $0.id == chat } ?? -1
    let round = chats[(index + 1)...] + chats[..<max(0, index)]
    return round.first { $0.failedCount > 0 }?.id ?? round.first { $0.mentionCount > 0 }?.id
      ?? round.first { $0.unreadCount > 0 && $0.notifications == .all }?.id
  }

  /// Whether `chatNeedingMe` has another chat to go to than `chat`.
  package func needsMe(elsewhereThanIn chat: ChatID?) -> Bool {
    let isHere = summary(of: chat).map(Self.needsMe) ?? false
    return totals.needingCount > (isHere ? 1 : 0)
  }

  nonisolated private static func needsMe(_ chat: ChatSummary) -> Bool {
    chat.failedCount > 0 || chat.hasWantedNews
  }

  /// The chats whose names match the typed text, best first.
  ///
  /// Exact names come first, then names that begin with the text; if nothing was typed, all chats, newest first.
  package func chats(matching pattern: String) -> [ChatSummary] {
    let scored = chats.enumerated().compactMap { place, chat in
      FuzzyMatch.score(of: pattern, in: label(of: chat)).map {
        (score: $0, place: place, chat: chat)
      }
    }
    return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.chat)
  }

  /// The totals of all chats together.
  package struct Totals: Equatable, Sendable {
    /// The unread messages of the chats for which the person wants all notifications.
    package private(set) var wanted = UnreadTotal()
    /// The messages that need the person.
    package private(set) var needingMessageCount = 0
    package private(set) var unreadChatCount = 0
    package private(set) var hasMentions = false
    package private(set) var archivedCount = 0
    /// The time at which the next mute ends; nil if no chat is muted for a time.
    package private(set) var nextMuteEnd: Date?
    /// Since when messages wait, for each chat where some do.
    package private(set) var sending: [Date] = []
    /// The chats that `chatNeedingMe` goes to.
    fileprivate var needingCount = 0

    init(of chats: [ChatSummary]) {
      for chat in chats {
        if chat.notifications == .all { wanted.add(chat) }
        needingMessageCount += chat.needingMessageCount
        unreadChatCount += chat.unreadCount > 0 ? 1 : 0
        hasMentions = hasMentions || chat.mentionCount > 0
        if let end = chat.mutedUntil { nextMuteEnd = min(end, nextMuteEnd ?? end) }
        archivedCount += chat.isArchived ? 1 : 0
        if let since = chat.queuedSince { sending.append(since) }
        needingCount += ChatListModel.needsMe(chat) ? 1 : 0
      }
    }
  }

  /// The chats in the places that they have now; those that are archived stand last, as the list shows them.
  private func keepingOrder(_ summaries: [ChatSummary]) -> [ChatSummary] {
    func place(_ chat: ChatSummary, _ offset: Int) -> (Int, Int, Int) {
      (chat.isArchived ? 1 : 0, places[chat.id] ?? -1, offset)
    }
    return summaries.enumerated().sorted {
      place($0.element, $0.offset) < place($1.element, $1.offset)
    }.map(\.element)
  }
}

extension ChatSummary {
  /// Whether there are unread messages of the kind that the person wants to be notified of.
  var hasWantedNews: Bool { mentionCount > 0 || unreadCount > 0 && notifications == .all }

  /// The messages that need the person: those that name them, all in a chat of two, and all where they have chosen so;
  /// none of a muted chat.
  var neededMessages: ChatNotifications { NotificationRule(of: self, level: .mentions).messages }

  var needingMessageCount: Int {
    switch neededMessages {
    case .all: unreadCount
    case .mentions: mentionCount
    case .none: 0
    }
  }
}
