import ChatWords
import Foundation

/// Changes of the screen so recent that the person cannot have seen them when they pressed a key.
///
/// Such a key was not meant for the new contents of the screen.
///
/// Invariants:
/// 1. A question takes no Enter before it has been on the screen, as it is, for `ConsequenceWords.blinkSeconds`.
/// 2. No text goes into a chat that has replaced another one on the screen, until it has been there for the same time,
///    or the person has chosen a chat.
@MainActor
struct Surprise {
  private struct Change {
    var since: Date
    var isShown = false

    /// A clock that is set back does not prolong the wait.
    func isFresh(at now: Date) -> Bool {
      abs(now.timeIntervalSince(since)) < ConsequenceWords.blinkSeconds
    }

    mutating func wasShown(at now: Date) {
      if !isShown { self = Change(since: now, isShown: true) }
    }
  }

  private var question: (dialog: any ScreenDialog, text: String, change: Change)?
  private var lostChat: Change?
  private var lostCount = 0

  /// Looks at what an event has changed.
  mutating func look(at model: AppModel, now: Date) {
    if let dialog = model.overlay, let text = dialog.question {
      if question?.dialog !== dialog || question?.text != text {
        question = (dialog, text, Change(since: now))
      }
    } else {
      question = nil
    }
    if model.opening.lostCount != lostCount {
      lostCount = model.opening.lostCount
      lostChat = Change(since: now)
    }
  }

  /// A key or a click has led to another chat, or has brought back the one that was gone.
  mutating func chatWasChosen() { lostChat = nil }

  /// The picture with the change is on the screen.
  mutating func wasShown(at now: Date) {
    question?.change.wasShown(at: now)
    lostChat?.wasShown(at: now)
  }

  /// Whether a question is so new that nobody can have read it.
  func hidesAnswer(at now: Date) -> Bool { question?.change.isFresh(at: now) ?? false }

  /// Whether the text was meant for a chat that is gone.
  func hidesText(at now: Date) -> Bool { lostChat?.isFresh(at: now) ?? false }
}
