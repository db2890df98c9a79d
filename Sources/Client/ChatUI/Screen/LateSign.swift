package import ChatModel
import ChatWords
import CloudModel
package import Foundation

/// The signs that stand only for what takes long, so that nothing flickers while all is well.
///
/// Our choice: what goes on for less is over before a person can read of it.
package enum LateSign {
  /// Seconds that a message waits or is on its way.
  package static let sending: TimeInterval = 0.3
  package static let connecting: TimeInterval = 1
  package static let syncing: TimeInterval = 1
  package static let offline: TimeInterval = 3
  /// Seconds after the first message of a chat of two; a person whom the account knows has accepted it by then.
  package static let accepting: TimeInterval = 5
  /// Seconds after an answer of one's own, from which the line above what was new is only a mark of the place.
  package static let answered: TimeInterval = 60

  /// Whether something has gone on for so many seconds; a clock may have been set meanwhile.
  static func isDue(after seconds: TimeInterval, since start: Date, now: Date) -> Bool {
    // As the moments are added up for which the screen is woken.
    now >= start + seconds || now <= start - seconds
  }
}

extension ConnectionStatus {
  /// Whether the cloud answers, so that a message that waits is sent in a moment.
  var isAnswered: Bool {
    switch sync.state {
    case .upToDate, .syncing: wait == nil
    case .waiting, .connecting, .offline, .suspended, .stopped: false
    }
  }
}

extension Message {
  /// Whether a cloud that answers gets the message next.
  var isOnItsWay: Bool {
    switch delivery {
    case .queued, .sending: true
    case .received, .waiting, .sent, .read, .failed: false
    }
  }

  /// When what the cloud gets was written.
  var writtenAt: Date { max(timestamp, changedAt ?? timestamp) }
}

extension ChatSummary {
  /// Whether it is too early to show that messages wait, because a cloud that answers gets them next.
  func isSending(to connection: ConnectionStatus?, now: Date) -> Bool {
    guard connection?.isAnswered == true, let queuedSince else { return false }
    return !LateSign.isDue(after: LateSign.sending, since: queuedSince, now: now)
  }
}

/// The moments in a window of messages after which, a while later, a sign is due; found once for each window.
package struct MessageMoments: Sendable, Equatable {
  /// The times at which messages and changes were written that wait or are on their way.
  package private(set) var sending: [Date] = []
  /// The time of the account's first message after everything below the line of what is new; nil if there is none.
  package private(set) var answered: Date?
  /// The time of the account's first message that the cloud has and nobody has read; nil if there is none.
  package private(set) var sent: Date?

  package init() {}

  /// The moments of a window that was asked for with a line of what is new.
  package init(_ window: MessageWindow, line: MessageWindow.UnreadRange?) {
    var newest = line?.after?.rawValue ?? 0
    let end = line?.through?.rawValue ?? .max
    sent = window.messages.first { $0.delivery == .sent }?.timestamp
    for message in window.messages {
      if message.isOnItsWay { sending.append(message.writtenAt) }
      let arrival = message.id.rawValue
      if !message.isOwn, arrival <= end { newest = max(newest, arrival) }
    }
    guard line != nil, window.unread != nil else { return }
    answered =
      window.messages.filter { $0.isOwn && $0.origin == nil && $0.id.rawValue > newest }
      .map(\.timestamp).min()
  }
}

extension ChatScreen {
  /// The moments from which the screen looks different although nothing has happened, also those that have come
  /// already: the signs of what goes on now, and the end of the next mute.
  package var dueMoments: [Date] {
    var moments = signMoments
    if let end = model.list.totals.nextMuteEnd { moments.append(end) }
    return moments
  }

  /// The moments from which the signs of what goes on now stand, also those that have come already.
  package var signMoments: [Date] {
    let conversations = [model.conversation, model.otherConversation].compactMap(\.self)
    var moments = conversations.compactMap(\.since.answered).map { $0 + LateSign.answered }
    moments += conversations.compactMap { conversation in
      let chat = model.list.summary(of: conversation.chat)
      guard case .awaited = chat.flatMap(MissingReader.init(of:)) else { return nil }
      return conversation.since.sent
    }.map { $0 + LateSign.accepting }
    guard let connection = model.connection else { return moments }
    switch connection.sync.state {
    case .connecting: moments.append(connection.since + LateSign.connecting)
    case .syncing: moments.append(connection.since + LateSign.syncing)
    case .offline: moments.append(connection.since + LateSign.offline)
    case .upToDate, .waiting, .suspended, .stopped: break
    }
    guard connection.isAnswered else { return moments }
    let sending = Set(conversations.flatMap(\.since.sending) + model.list.totals.sending)
    return moments + sending.sorted().map { $0 + LateSign.sending }
  }
}
