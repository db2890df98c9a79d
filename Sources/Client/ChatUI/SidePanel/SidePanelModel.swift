package import ChatModel
import CloudModel
import Observation

/// What stands beside the open chat on a wide screen: its members and what stands out in it, or a thread.
@Observable @MainActor
package final class SidePanelModel {
  /// Something in the panel that can be chosen and opened.
  package enum Entry: Hashable, Sendable {
    case pin(MessageID)
    case file(MessageID)
    case link(ChatHighlights.Link)
  }

  /// The chat whose members these are; nil until they are read.
  package private(set) var chat: ChatID?
  package private(set) var members: [Member] = []
  private var highlighted: (chat: ChatID, highlights: ChatHighlights)?
  /// A chat, and whether something stood out in it when it was opened.
  private var opened: (chat: ChatID, hadHighlights: Bool)?
  /// The thread that stays beside its chat while the person writes there.
  private var thread: ThreadModel?

  package init() {}

  package func update(_ members: [Member], of chat: ChatID) {
    self.chat = chat
    self.members = MembersModel.ordered(members)
  }

  package func update(_ highlights: ChatHighlights, of chat: ChatID) {
    if opened?.chat != chat { opened = (chat, !highlights.isEmpty) }
    highlighted = (chat, highlights)
  }

  /// The members of a chat, if they are read.
  package func members(of chat: ChatID) -> [Member]? { chat == self.chat ? members : nil }

  /// What stands out in a chat, if it is read.
  package func highlights(of chat: ChatID) -> ChatHighlights? {
    chat == highlighted?.chat ? highlighted?.highlights : nil
  }

  /// Whether the panel says something of a chat that its title does not say.
  ///
  /// What comes while the chat is open does not make the text narrower that somebody reads.
  func isWorthItsPlace(beside chat: ChatSummary) -> Bool {
    chat.isGroup || (opened?.chat == chat.id && opened?.hadHighlights == true)
  }

  /// What can be chosen in a chat's panel, in the order in which it stands there.
  package func entries(of chat: ChatID) -> [Entry] {
    guard let highlights = self.highlights(of: chat) else { return [] }
    let pins = highlights.pins.newest.map { Entry.pin($0.id) }
    let files = highlights.files.newest.map { Entry.file($0.id) }
    return pins + files + highlights.links.newest.map { Entry.link($0) }
  }

  /// Keeps a thread beside its chat; nil for none.
  func keep(_ thread: ThreadModel?) { self.thread = thread }

  /// The thread that stays beside a chat.
  func thread(of chat: ChatID?) -> ThreadModel? { thread?.chat == chat ? thread : nil }
}
