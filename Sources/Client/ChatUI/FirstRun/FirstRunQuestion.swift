package import TerminalUI

/// A question that has the whole screen, before there is a chat to show.
package protocol FirstRunQuestion: Sendable {
  associatedtype Answer: Sendable

  /// Takes a key or a paste; returns the next wish, if there is one.
  mutating func take(_ event: InputEvent) -> FirstRunWish<Answer>?

  /// The answer could not be used, for this reason.
  mutating func refuse(_ reason: String)

  /// The whole screen, and where the cursor is.
  func picture(size: Size) -> (grid: Grid, cursor: Point?)
}

/// The next wish of a person who is asked.
package enum FirstRunWish<Answer: Sendable>: Sendable {
  case answer(Answer)
  case leave
  case suspend
  case redraw
}

extension FirstRunWish: Equatable where Answer: Equatable {}
