/// The manual page of one command, zonechat-COMMAND(1).
///
/// Source: man(7), man-pages(7).
package struct CommandManualPage {
  /// For example `cloud faults add`.
  private let command: String
  private let abstract: String
  /// The text after the command; nil where a command below must follow.
  private let usage: String?
  private let discussion: String
  private let options: [ManualItem]
  private let commands: [ManualItem]

  package init(
    command: String, abstract: String, usage: String?, discussion: String, options: [ManualItem],
    commands: [ManualItem]
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
    if !commands.isEmpty { lines += [".SH COMMANDS"] + commands.flatMap(\.lines) }
    if !options.isEmpty { lines += [".SH OPTIONS"] + options.flatMap(\.lines) }
    lines += [
      ".SH SEE ALSO",
      ([ManText.plain("zonechat") + "(1)"]
        + commands.map { ManText.plain(Self.name(of: "\(command) \($0.name)")) + "(1)" })
        .joined(separator: ", "),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The description of the command; text in columns keeps its layout.
  private var described: [String] {
    guard !discussion.isEmpty else { return [] }
    let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ManText.plain(String($0)) }
    return discussion.contains("\n  ")
      ? [".PP", ".nf"] + lines + [".fi"] : [".PP"] + lines.map { $0.isEmpty ? ".PP" : $0 }
  }
}

extension String {
  fileprivate var sentenceWithoutEnd: String {
    let lower = prefix(1).lowercased() + dropFirst()
    return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
  }
}
