import ChatModel
import CloudModel
package import Foundation

/// The signs that stand only for what takes long, so that nothing flickers while all is well.
///
/// Our choice: what goes on for less is over before a person can read of it.
package enum LateSign {
  /// Seconds that a message waits or is on its way.
  package static let sending: TimeInterval = 0.3
  package static let syncing: TimeInterval = 1
  package static let offline: TimeInterval = 3

  /// Whether something has gone on for so many seconds; a clock may have been set meanwhile.
  static func isDue(after seconds: TimeInterval, since start: Date, now: Date) -> Bool {
    abs(now.timeIntervalSince(start)) >= seconds
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
}

extension ChatScreen {
  /// The moments from which the signs of what goes on now stand, also those that have come already.
  package var signMoments: [Date] {
    guard let connection = model.connection else { return [] }
    var moments: [Date] = []
    switch connection.sync.state {
    case .syncing: moments.append(connection.since + LateSign.syncing)
    case .offline: moments.append(connection.since + LateSign.offline)
    case .upToDate, .waiting, .connecting, .suspended, .stopped: break
    }
    guard connection.isAnswered else { return moments }
    for conversation in [model.conversation, model.otherConversation] {
      for message in conversation?.messages ?? [] where message.isOnItsWay {
        moments.append(message.timestamp + LateSign.sending)
      }
    }
    return moments
  }
}
