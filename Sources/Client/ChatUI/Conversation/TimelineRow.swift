import ChatCore
package import ChatWords
package import TerminalUI

/// One row of the message pane, ready to be drawn.
package struct TimelineRow: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// The oldest message is the first one of the chat.
    case beginning
    /// Older messages exist, and are loaded when the person scrolls to them.
    case older
    /// Older messages have yet to arrive from the cloud.
    case missing
    case day(String)
    case unread(count: Int)
    /// Something that happened beside the messages; the time where it has a column of its own.
    case event(String, time: String?)
    /// Air above a sender.
    case blank
    /// The sender on a row of its own, where names stand above the text; no time is an empty text.
    case sender(time: String)
    /// A row of the text; the first may bear time and name, the last the state.
    case text(StyledLine, time: String?, showsName: Bool, isLast: Bool)
    /// The mark of a message from an archive, where the row of the sender has no room for it or there is none.
    ///
    /// No text can imitate it. The first row of a message that begins a run.
    case archive(String, time: String?, showsName: Bool)
    /// The message that this one answers; the first row of a message, but for that mark.
    ///
    /// No name where the words stand for both.
    case quote(name: String?, text: String, time: String?, showsName: Bool)
    /// The only row of messages of blocked people, which no text can imitate.
    case folded(String)
    /// A row of a message's picture, which takes so many cells.
    case picture(row: Int, of: Size)
    /// A row of reactions or of notes, which no text can imitate.
    case reactions(String)
  }

  /// Place in the list of messages.
  package var index: Int
  /// From the first row of the message's text; negative above it.
  package var row: Int
  package var content: Content
  /// The message's time, for the first row of a pane: the run, and with it the sender's name, begins above it.
  ///
  /// Nil in all other rows, and where names stand above the text: a row `sender` takes the place of the first row.
  package var head: String?

  /// Whether the sender replaces a row of the message, at the top of a narrow pane.
  package var isTaken: Bool { if case .sender = content { row >= 0 } else { false } }

  /// Whether this row shows a part of the message itself.
  package var showsMessage: Bool {
    switch content {
    case .text, .archive, .quote, .folded, .picture, .reactions: true
    case .beginning, .older, .missing, .day, .unread, .event, .blank, .sender: false
    }
  }
}
