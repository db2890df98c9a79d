package import ChatModel
package import ChatWords
import TerminalUI

/// The text of a message in rows: what people wrote, and what the client says about it.
package enum MessageRows {
  /// - Parameters:
  ///   - message: the message.
  ///   - width: the columns of a text; what the client says begins one column further left.
  ///   - markup: finds the emphasis, and the reader's name.
  /// - Returns: no rows for a message that is nothing but a file.
  package static func rows(
    of message: Message, width: Int, _ markup: MessageMarkup
  ) -> [StyledLine] {
    let preface = MessageWords.preface(of: message).map { client($0, width: width) } ?? []
    guard let text = MessageWords.textBehindPreface(of: message) else { return preface }
    if message.isDeleted { return preface + client(text, width: width) }
    return preface + noting(markup.rows(of: text, width: width), of: message)
  }

  private static func client(_ words: String, width: Int) -> [StyledLine] {
    TextWrap.lines(words, width: width).map { StyledLine(ofClient: $0) }
  }

  /// The rows with the note of a change set apart, which stands behind the text.
  private static func noting(_ rows: [StyledLine], of message: Message) -> [StyledLine] {
    let note = MessageWords.editedNote
    guard message.isEdited, let last = rows.last, last.text.hasSuffix(note) else { return rows }
    var characters = last.runs.flatMap { run in run.text.map { ($0, run.kind) } }
    for index in characters.indices.suffix(note.count) { characters[index].1 = .note }
    var line = StyledLine(characters)
    (line.isCode, line.namesReader) = (last.isCode, last.namesReader)
    return rows.dropLast() + [line]
  }
}
