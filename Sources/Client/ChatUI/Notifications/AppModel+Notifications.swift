package import ChatModel
import ClientSettings
import TerminalUI

extension AppModel {
  /// Tells of messages that came a moment ago and are still unread.
  ///
  /// - Parameter watched: the chat whose newest messages the person sees.
  package func notificationsDue(watched: ChatID?) {
    let wishes = settings.notifications
    guard let news = newsWatch.due(list.chats, level: wishes.level, watched: watched) else {
      return
    }
    if wishes.bell { want(.ring) }
    if wishes.desktop != .off { want(.notify(news, wishes.desktop)) }
  }

  func watchForNews(in summaries: [ChatSummary]) {
    if newsWatch.take(summaries, level: settings.notifications.level) {
      want(.notifySoon)
    }
  }
}
