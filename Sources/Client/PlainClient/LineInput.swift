import ChatCore
import ChatModel
import ChatWords
import Foundation

/// The meaning of a line.
package enum LineInput: Sendable {
  case nothing
  case message(String)
  /// Lines that came at once; none of them is a command.
  case paste(String)
  /// `isPlain` says that no slash stood before it.
  case command(LineCommand, argument: String, isPlain: Bool)
  /// A slash, and a word that is no command; and the whole line.
  case unknown(String, line: String)

  /// Reads a line: a slash always begins a command, two slashes a text that begins with one.
  ///
  /// Without a slash, a line is a command if it begins with the word of one, in lower case, and what follows
  /// has the form that the command wants: `next` is a command, `next week` is a message.
  package init(_ line: String) {
    if line.utf8.contains(0x0A) {
      let text = Self.withoutControls(line)
      self = text.trimmedBlanks.isEmpty ? .nothing : .paste(text)
      return
    }
    let line = Self.withoutControls(line)
    let trimmed = line.trimmedBlanks
    guard !trimmed.isEmpty else {
      self = .nothing
      return
    }
    if line.hasPrefix("//") {
      self = .message(String(line.dropFirst()))
      return
    }
    let isPlain = !line.hasPrefix("/")
    let words = (isPlain ? trimmed : String(trimmed.dropFirst())).split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
    let name = words.first.map(String.init) ?? ""
    let argument = words.count > 1 ? String(words[1]).trimmedBlanks : ""
    guard let command = LineCommands.named(isPlain ? name : name.lowercased()) else {
      self = isPlain ? .message(line) : .unknown(name, line: trimmed)
      return
    }
    self =
      !isPlain || command.form.takes(argument)
      ? .command(command, argument: argument, isPlain: isPlain) : .message(line)
  }

  /// Whether the line brings back the message that was removed last.
  var isUndo: Bool {
    if case .command(let command, _, _) = self { command.name == "undo" } else { false }
  }

  /// A terminal that knows no keys inserts their codes.
  static func withoutControls(_ line: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar == "\n" {
        scalars.append(scalar)
      } else if scalar == "\t" {
        scalars.append(" ")
      } else if scalar.properties.generalCategory != .control {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension LineCommand.Form {
  /// Whether a line without a slash is this command.
  fileprivate func takes(_ argument: String) -> Bool {
    if argument.isEmpty { return true }
    switch self {
    case .alone: return false
    case .number: return argument.first?.isNumber == true
    case .day: return argument.first?.isNumber == true || WrittenDay(argument) != nil
    case .words, .text, .optionalText, .message: return true
    case .link: return argument.contains("://")
    case .file:
      let path = PathText.captioned(argument).path
      return !path.contains(where: \.isWhitespace)
        || FileManager.default.fileExists(atPath: PathText.file(path).path)
    case .choice(let words): return words.contains(argument.lowercased())
    case .time: return MuteOrder(argument, isMuted: false) != nil
    case .command: return LineCommands.named(argument.lowercased()) != nil
    }
  }
}
