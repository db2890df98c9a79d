package import ChatModel
import Observation

/// A question before something that a person may not want.
@Observable @MainActor
package final class QuestionModel {
  /// The effect of Enter.
  package enum Answer: Equatable {
    /// Attaches the file whose path is the text that is written in a chat.
    case attach(path: String, chat: ChatID)
    case perform(Effect)
    case share(SharingRequest)
    /// Something that can be undone for a moment.
    case begin(PendingAct)
  }

  package let title: String
  /// The consequences, and for whom.
  package let lines: [String]
  /// The word for Enter.
  package let verb: String
  package let answer: Answer
  /// The dialog in which it was asked, which is shown again after any answer.
  let origin: (any ScreenDialog)?
  package var scroll = ListScroll()

  package init(
    title: String, lines: [String], verb: String, answer: Answer,
    askedIn origin: (any ScreenDialog)? = nil
  ) {
    self.title = title
    self.lines = lines
    self.verb = verb
    self.answer = answer
    self.origin = origin
  }
}
