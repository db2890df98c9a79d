package import ChatCore
package import ChatModel
import ClientSettings
import TerminalUI

/// Telling the person what is new.
extension AppModel {
  /// Tells of messages that came a moment ago and are still unread.
  ///
  /// - Parameters:
  ///   - watched: the chat whose newest messages the person sees.
  ///   - minuteOfDay: the time that clocks show.
  package func notificationsDue(watched: ChatID?, minuteOfDay: Int) {
    let wishes = settings.notifications
    let level = wishes.level(atMinute: minuteOfDay)
    guard let due = news.due(list.chats, level: level, watched: watched) else { return }
    if wishes.bell { want(.ring) }
    if wishes.desktop != .off { want(.notify(due, wishes.desktop)) }
  }

  /// Tells what is new in the chats as the replica has them now.
  func tellNews(in summaries: [ChatSummary]) {
    if let effect = news.take(summaries, level: settings.notifications.level) { want(effect) }
    if let (notice, chat) = news.accessNotice(
      in: list.chats, openChat: openChat, replacing: toast)
    {
      show(notice, about: .chat(chat))
    }
  }

  /// Takes the invitations, and tells of those that arrive while the client runs.
  package func update(_ invitations: [Invitation]) {
    let isFirst = !news.knowsInvitations
    let arrived = list.update(invitations)
    // One that was withdrawn and comes again is another one.
    if !isFirst { seenInvitations.subtract(arrived.map(\.id)) }
    dropVoidNote()
    if let (notice, invitation) = news.invitationNotice(of: arrived, keymap) {
      show(notice, about: .invitation(invitation))
    }
  }
}
