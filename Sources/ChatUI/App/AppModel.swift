package import ChatModel
import Observation

/// All that the screen shows, and what may be done with it.
///
/// Each method reports something that a person did or that became known; work to be done outside the model is
/// noted as an `Effect`.
@Observable @MainActor
package final class AppModel {
  /// Which part has the keys while no dialog is open.
  package enum Focus: Equatable, Sendable {
    case composer
    case list
    case picking
  }

  package let account: Account
  package let list = ChatListModel()
  package internal(set) var conversation: ConversationModel?
  package internal(set) var composer = ComposerModel(chat: nil)
  package internal(set) var overlay: Overlay?
  package internal(set) var toast: Toast?
  package internal(set) var connection: ConnectionStatus?
  package internal(set) var focus = Focus.composer
  package internal(set) var isTerminalFocused = true

  /// Places and texts of the chats that were open.
  @ObservationIgnored var conversations: [ChatID: ConversationModel] = [:]
  @ObservationIgnored var composers: [ChatID: ComposerModel] = [:]
  /// Where the walk through the chats with news began.
  @ObservationIgnored var origin: ChatID?
  /// The chat to open as soon as the list is there: its name, zone name, or the start of one.
  @ObservationIgnored var wantedChat: String?
  @ObservationIgnored var wantedID: ChatID?
  @ObservationIgnored var sharingNumber = 0
  /// Files to be saved when they are here, and in which folders.
  @ObservationIgnored var awaitedFiles: [MessageID: String] = [:]
  @ObservationIgnored private var effects: [Effect] = []

  package init(account: Account, openChat: String? = nil) {
    self.account = account
    wantedChat = openChat
  }

  package var openChat: ChatID? { conversation?.chat }
  package var openSummary: ChatSummary? { list.summary(of: openChat) }

  package var context: ActionContext {
    if overlay != nil { return .dialog }
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

  func want(_ effect: Effect) { effects.append(effect) }

  package func show(_ toast: Toast?) {
    if self.toast != toast { self.toast = toast }
  }

  package func focusList(_ isFocused: Bool) {
    conversation?.pick(nil)
    focus = isFocused ? .list : .composer
    list.isOrderFrozen = isFocused
    list.select(isFocused ? openChat.map { .chat($0) } ?? list.entries.first?.id : nil)
  }
}
