import ChatCore
package import ChatModel
package import ChatWords
package import ClientSettings
package import Foundation
import Observation

/// The state of the screen, and the actions of a person on it.
///
/// Each method reports an action of a person or a piece of news. The model notes work to be done
/// outside of it as an `Effect`.
@Observable @MainActor
package final class AppModel {
  /// The part of the screen that receives keys while no dialog is open.
  package enum Focus: Equatable, Sendable {
    case composer
    case list
    case picking
  }

  package let account: Account
  package let list = ChatListModel()
  let opening: OpeningModel
  /// The dialog over the screen; it has the keys.
  package internal(set) var overlay: (any ScreenDialog)? {
    didSet {
      guard let overlay, let known = reading.known(of: overlay.needs) else { return }
      overlay.take(known)
    }
  }
  package private(set) var toast: Toast?
  /// The thing that the toast is about.
  @ObservationIgnored private var toastSubject = Toast.Subject.program
  /// The number of the last note, by which the end of its time is told from that of an earlier one.
  @ObservationIgnored private var noteNumber = 0
  /// Whether the last note has had its time while nobody looked at the terminal.
  @ObservationIgnored private var isNoteOverdue = false
  package internal(set) var connection: ConnectionStatus?
  package internal(set) var focus = Focus.composer
  /// The columns of the terminal, on which it depends what can be shown side by side.
  package internal(set) var screenColumns = 80
  let settingsModel: SettingsModel
  /// How the window was started, for the commands that are said to be typed beside it.
  let options: WindowOptions
  package let pictures = PictureCache()

  @ObservationIgnored var undoing = UndoModel()
  @ObservationIgnored var sharing = SharingModel()
  /// The messages to people by name that are on their way into a chat.
  @ObservationIgnored var letters: [Letter] = []
  @ObservationIgnored var downloads = DownloadsModel()
  @ObservationIgnored var news: NewsModel
  @ObservationIgnored var reading = ScreenReading()
  @ObservationIgnored var history = ActionHistory()
  /// The invitations that stood in the list when it last had the keys, in this window or in one before.
  @ObservationIgnored var seenInvitations: Set<Invitation.ID>
  @ObservationIgnored private var effects: [Effect] = []

  package init(
    account: Account, startedAt: Date, openChat: String? = nil,
    at place: ConversationModel.Destination? = nil,
    settings: SettingsNews = .settings(Settings()),
    preferences: ScreenPreferences = ScreenPreferences(), newsPlace: String? = nil,
    options: WindowOptions = WindowOptions()
  ) {
    self.account = account
    self.options = options
    news = NewsModel(place: newsPlace, since: startedAt)
    opening = OpeningModel(chat: openChat, place: place)
    settingsModel = SettingsModel(settings, preferences: preferences)
    seenInvitations = preferences.seenInvitations ?? []
    completeFromFacts()
  }

  package var conversation: ConversationModel? { opening.conversation }
  package var composer: ComposerModel { opening.composer }
  package var openChat: ChatID? { opening.openChat }
  package var sidePanel: SidePanelModel { reading.sidePanel }
  package var openSummary: ChatSummary? { list.summary(of: openChat) }

  package var context: ActionContext {
    if let overlay { return overlay.context }
    return switch focus {
    case .composer: .composing
    case .list: .list
    case .picking: .picking
    }
  }

  /// Returns the noted effects in order, and forgets them.
  package func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Whether the chats are there, and the messages of the open one.
  var showsReplica: Bool { list.isLoaded && conversation?.isLoaded ?? true }

  func want(_ effect: Effect) { effects.append(effect) }

  func want(_ others: [Effect]) { effects += others }

  /// Reads what something on the screen shows now: the members of a chat, the outbox.
  ///
  /// - Parameters:
  ///   - mayHavePanel: whether the side panel is beside the open chat, or would be if something stood out in it.
  ///   - showsOther: whether a second chat is beside it.
  func readForScreen(mayHavePanel: Bool, showsOther: Bool) {
    var needs = overlay?.needs ?? []
    if isFiltering { needs.insert(.people) }
    if showsOther, let other = opening.other, let request = other.request {
      needs.insert(.messages(other.chat, request))
    }
    if let openChat {
      let isEmpty = conversation.map { $0.isLoaded && $0.messages.isEmpty } ?? false
      let thread = mayHavePanel ? sidePanel.thread(of: openChat) : nil
      if let thread { needs.formUnion(thread.needs) }
      let showsAbout = mayHavePanel && thread == nil
      if showsAbout { needs.insert(.highlights(openChat)) }
      if showsAbout || needsPeople || isEmpty { needs.insert(.members(openChat)) }
    }
    want(reading.read(needs))
    readForCompletion()
  }

  /// Shows a notice, or takes it away; then what would still be taken back here is said again.
  ///
  /// - Parameters:
  ///   - toast: the notice; nil takes away the one that is shown.
  ///   - subject: the thing that it is about; nil: the open chat.
  package func show(_ toast: Toast?, about subject: Toast.Subject? = nil) {
    showAlone(toast ?? undoing.reminder(keymap, in: openChat), about: subject)
  }

  /// Shows what was done a moment ago, and how it is undone.
  func showNoticeOfAct() { showAlone(undoing.notice(keymap, in: openChat), about: nil) }

  private func showAlone(_ toast: Toast?, about subject: Toast.Subject?) {
    toastSubject = subject ?? openChat.map { .chat($0) } ?? .program
    guard self.toast != toast else { return }
    self.toast = toast
    guard toast?.kind == .info else { return }
    noteNumber += 1
    isNoteOverdue = false
    want(.noteGoneSoon(number: noteNumber))
  }

  /// The time of a note is over; while nobody looks at the terminal, it stays, and nothing wakes the client for it.
  func noteExpired(number: Int, isSeen: Bool) {
    guard number == noteNumber, toast?.kind == .info else { return }
    if isSeen { show(nil) } else { isNoteOverdue = true }
  }

  /// Somebody looks at the terminal again: a note that has waited for them has its time once more.
  func noteIsSeen() {
    guard isNoteOverdue else { return }
    isNoteOverdue = false
    want(.noteGoneSoon(number: noteNumber))
  }

  /// Takes away a notice about a thing that is gone.
  func dropVoidNote() {
    let isVoid =
      switch toastSubject {
      case .chat(let chat): list.summary(of: chat) == nil
      case .invitation(let id): !list.invitations.contains { $0.id == id }
      case .program: false
      }
    if isVoid { show(nil) }
  }

  /// Takes away a notice about another chat than the one that has just opened.
  func dropNoteOfOtherChat() {
    // What can be undone here may be said again.
    guard toast != nil else { return show(nil) }
    if case .chat(let chat) = toastSubject, chat != openChat { show(nil) }
  }

  package func focusList(_ isFocused: Bool) {
    conversation?.pick(nil)
    list.endFilter()
    focus = isFocused ? .list : .composer
    list.isOrderFrozen = isFocused
    guard isFocused else { return list.select(nil) }
    let unseen = list.invitations.first { !seenInvitations.contains($0.id) }
    list.select(
      unseen.map { .invitation($0.id) } ?? openChat.map { .chat($0) } ?? list.entries.first?.id)
    noteSeenInvitations()
  }

  /// Our choice: nobody looks at more, and the file of the preferences stays small.
  private static let mostSeenInvitations = 100

  private func noteSeenInvitations() {
    seenInvitations = Set(list.invitations.map(\.id))
    let kept = Set(list.invitations.prefix(Self.mostSeenInvitations).map(\.id))
    if kept != preferences.seenInvitations ?? [] { prefer { $0.seenInvitations = kept } }
  }
}
