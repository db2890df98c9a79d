import ChatModel
import Observation

/// The question of what becomes of a long text that was pasted.
@Observable @MainActor
package final class PasteModel {
  /// Lines that are pasted without a question.
  static let lineLimit = 5

  let text: String
  let lines: [Substring]
  /// The chat that was open; nil where none was.
  let chat: ChatID?
  /// The text as code; nil where it cannot be inserted so.
  let code: String?
  /// Whether the text as it is can be inserted.
  let canInsert: Bool
  /// Whether a file can be attached in the chat.
  let canAttach: Bool
  package var scroll = ListScroll()

  init(_ text: String, in composer: ComposerModel, canAttach: Bool) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // A line end at the end begins no further line.
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.text = text
    self.lines = lines
    self.canAttach = canAttach
    chat = composer.chat
    canInsert = composer.fits(text)
    code = Self.code(lines, in: composer)
  }

  /// Whether the text is so long that the question is worth its key.
  var isLong: Bool { lines.count > Self.lineLimit || !canInsert }

  /// The lines between the marks of code, on lines of their own; nil where they do not fit, or contain such a mark.
  private static func code(_ lines: [Substring], in composer: ComposerModel) -> String? {
    let mark = "```"
    guard !lines.contains(where: { $0.contains(mark) }) else { return nil }
    let before = composer.input.characters.prefix(composer.input.cursor).last
    let begin = before.map { !$0.isNewline } == true ? "\n" : ""
    let code = begin + ([mark] + lines.map { String($0) } + [mark, ""]).joined(separator: "\n")
    return composer.fits(code) ? code : nil
  }
}
