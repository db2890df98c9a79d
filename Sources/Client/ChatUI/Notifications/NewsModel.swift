import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import Foundation

/// What has happened since the person last looked: new messages, other rights in a chat, and invitations.
struct NewsModel {
  private var messages: NewsWatch
  private var access = AccessWatch()
  /// Whether the invitations were read once; the list shows those that wait at the start.
  private(set) var knowsInvitations = false

  /// - Parameters:
  ///   - place: as for `NewsWatch`.
  ///   - start: as for `NewsWatch`.
  init(place: String?, since start: Date) { messages = NewsWatch(place: place, since: start) }

  /// Takes the chats as they are now.
  ///
  /// - Parameters:
  ///   - chats: all chats of the replica.
  ///   - level: the kind of messages of which the person is notified.
  /// - Returns: the effect that reports when to notify the person, if there are new messages.
  mutating func take(_ chats: [ChatSummary], level: NotificationLevel) -> Effect? {
    messages.take(chats, level: level) ? .notifySoon : nil
  }

  /// Decides of which messages that came a moment ago the person is notified.
  ///
  /// - Parameters:
  ///   - chats: the chats as they are now.
  ///   - level: the kind of messages of which the person is notified.
  ///   - watched: the chat whose newest messages the person sees.
  /// - Returns: nil if somebody has read everything.
  mutating func due(
    _ chats: [ChatSummary], level: NotificationLevel, watched: ChatID?
  ) -> Notification? {
    messages.due(chats, level: level, watched: watched)
  }

  /// Tells in which chat the person may do something else now than before; the open chat comes first.
  ///
  /// - Parameters:
  ///   - chats: the chats as they are now.
  ///   - openChat: the chat whose messages are on the screen.
  ///   - shown: the notice on the screen.
  /// - Returns: the notice and its chat; nil if there is nothing to tell. Only news of the open chat replaces an error,
  ///   because earlier refusals do not matter there any more.
  mutating func accessNotice(
    in chats: [ChatSummary], openChat: ChatID?, replacing shown: Toast?
  ) -> (notice: Toast, chat: ChatID)? {
    let news = access.take(chats).compactMap { chat, old in
      AccessWords.news(of: chat, since: old).map { (chat: chat.id, text: $0) }
    }
    if let told = news.first(where: { $0.chat == openChat }) {
      return (.info(told.text), told.chat)
    }
    guard let told = news.first, shown?.kind != .error else { return nil }
    return (.info(told.text), told.chat)
  }

  /// Tells of invitations that arrive while the client runs; those of strangers wait in the list.
  ///
  /// - Parameters:
  ///   - arrived: the invitations that were not there before.
  ///   - keymap: the keys that the notice names.
  /// - Returns: the notice and its invitation; nil if there is nothing to tell.
  mutating func invitationNotice(
    of arrived: [Invitation], _ keymap: Keymap
  ) -> (notice: Toast, invitation: Invitation.ID)? {
    defer { knowsInvitations = true }
    guard knowsInvitations, let first = arrived.first(where: { !$0.isFromStranger }) else {
      return nil
    }
    return (
      .info("\(PersonWords.sentence(of: first)) \(keymap.way(to: .showList)) shows it."), first.id
    )
  }
}
