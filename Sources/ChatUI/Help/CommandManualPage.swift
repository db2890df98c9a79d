/// The manual page of one command, zonechat-COMMAND(1).
///
/// Source: man(7), man-pages(7).
package struct CommandManualPage {
  /// An option, an argument or a command below, and what it is.
  package struct Item {
    var name: String
    var sentences: [String]

    package init(name: String, sentences: [String]) {
      self.name = name
      self.sentences = sentences
    }
  }

  /// For example `cloud faults add`.
  private let command: String
  private let abstract: String
  /// What follows the command; nil where a command below must follow.
  private let usage: String?
  private let discussion: String
  private let options: [Item]
  private let commands: [Item]

  package init(
    command: String, abstract: String, usage: String?, discussion: String, options: [Item],
    commands: [Item]
  ) {
    self.command = command
    self.abstract = abstract
    self.usage = usage
    self.discussion = discussion
    self.options = options
    self.commands = commands
  }

  /// The name of the page of a command: `zonechat-cloud-faults-add`.
  package static func name(of command: String) -> String {
    (["zonechat"] + command.split(separator: " ").map(String.init)).joined(separator: "-")
  }

  package var text: String {
    let name = Self.name(of: command)
    var lines = [".\\\" Made from the program.", ".TH \(ManText.plain(name.uppercased())) 1"]
    lines += [".SH NAME", ManText.plain("\(name) - \(abstract.sentenceWithoutEnd)")]
    lines += [".SH SYNOPSIS", ".B " + ManText.plain("zonechat \(command)")]
    lines.append(ManText.plain(usage ?? "COMMAND"))
    lines += [".SH DESCRIPTION", ManText.plain(abstract)] + described
    if !commands.isEmpty { lines += [".SH COMMANDS"] + commands.flatMap(item) }
    if !options.isEmpty { lines += [".SH OPTIONS"] + options.flatMap(item) }
    lines += [
      ".SH SEE ALSO",
      ([ManText.plain("zonechat") + "(1)"]
        + commands.map { ManText.plain(Self.name(of: "\(command) \($0.name)")) + "(1)" })
        .joined(separator: ", "),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is laid out in columns stays so.
  private var described: [String] {
    guard !discussion.isEmpty else { return [] }
    let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ManText.plain(String($0)) }
    return discussion.contains("\n  ")
      ? [".PP", ".nf"] + lines + [".fi"] : [".PP"] + lines.map { $0.isEmpty ? ".PP" : $0 }
  }

  private func item(_ item: Item) -> [String] { ManText.item(item.name, item.sentences) }
}

extension String {
  fileprivate var sentenceWithoutEnd: String {
    let lower = prefix(1).lowercased() + dropFirst()
    return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
  }
}

/// Texts in the language of man.
enum ManText {
  static func item(_ name: String, _ sentences: [String]) -> [String] {
    [".TP", ".B " + plain(name)] + sentences.map { plain($0.hasSuffix(".") ? $0 : $0 + ".") }
  }

  /// A text without a meaning for man.
  static func plain(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
