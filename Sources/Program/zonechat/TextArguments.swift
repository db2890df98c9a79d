import ArgumentParser
import CommandSupport
import TOMLText
import TerminalUI

/// A command that takes texts which people write, and which may begin with a dash.
protocol TakesText: ParsableCommand {}

/// Texts that begin with a dash, which the parser would take for options.
///
/// The word behind all that stands before the text (the chat, and for some commands the message) is the text,
/// also `--help`. Two kinds of words are no text there: the options of the command, and what resembles one of them,
/// so that a mistake in an option's name is not sent to other people. Behind `--` every word is a text.
enum TextArguments {
  /// The same arguments in another order: first options, then `--`, then what the parser must not look into.
  ///
  /// Only the arguments of commands that take texts change.
  ///
  /// Throws where a word could be meant as an option and as a text: nothing is done then.
  static func protected(
    _ arguments: [String], for root: any ParsableCommand.Type
  ) throws(Failure) -> [String] {
    let path = commands(in: arguments, below: root)
    if let command = path.last {
      try checkValues(
        arguments[path.count...], of: command.configuration.defaultSubcommand ?? command)
    }
    guard let command = path.last as? any TakesText.Type else { return joiningNumbers(arguments) }
    let rest = arguments[path.count...]
    guard rest.contains(where: { $0.hasPrefix("-") && $0 != "-" }) else { return arguments }
    let options = try OptionNames(of: command)
    var (named, texts): ([String], [String]) = ([], [])
    var words = rest
    while let word = words.popFirst() {
      if word == "--" {
        texts += words
        break
      }
      // Where the text is the first word, `--help` asks for help.
      let isTextPlace = !texts.isEmpty && texts.count == options.wordsBeforeText
      if isTextPlace, !options.isKnown(word) {
        if let option = options.resembled(by: word) {
          throw Failure(
            "‘\(word)’ is neither sent nor an option; there is \(option). Write -- before it to make it the text.",
            code: .usage)
        }
        texts.append(word)
        continue
      }
      if word == "-h", !texts.isEmpty {
        texts.append(word)
        continue
      }
      if isAboutProgram(word) {
        if texts.isEmpty { return arguments }
        throw Failure(
          "‘\(word)’ is an option, so nothing was done. Write -- before a text that begins with two dashes.",
          code: .usage)
      }
      switch options.meaning(of: word) {
      case .text: texts.append(word)
      case .option: named.append(word)
      case .optionWithValue:
        named.append(word)
        guard let value = words.popFirst() else { break }
        // Options before the command's name were moved here: none of them is a value.
        guard !options.isKnown(value), !isAboutProgram(value) else {
          throw Failure(
            "There is no value behind \(word). \(word)=VALUE takes one that is like an option.",
            code: .usage)
        }
        if value.hasPrefix("-"), word.hasPrefix("--") {
          named[named.count - 1] += "=" + value
        } else {
          named.append(value)
        }
      }
    }
    return arguments[..<path.count] + named + ["--"] + texts
  }

  /// Refuses an option with an empty value, most often a variable that a script has not set: as a path it would be
  /// the current folder, and as a name everybody's.
  private static func checkValues(
    _ words: ArraySlice<String>, of command: any ParsableCommand.Type
  ) throws(Failure) {
    guard words.contains(where: { $0.isEmpty || $0.hasSuffix("=") }) else { return }
    let options = try OptionNames(of: command)
    for (word, next) in zip(words, words.dropFirst() + ["-"]) {
      if word == "--" { return }
      let name = String(word.prefix { $0 != "=" })
      guard case .optionWithValue = options.meaning(of: name) else { continue }
      if word == name + "=" || (word == name && next.isEmpty) {
        throw Failure("\(name) has an empty value. Give it one, or leave it out.", code: .usage)
      }
    }
  }

  /// Whether a word makes the parser print something about the program, and do nothing else.
  private static func isAboutProgram(_ word: String) -> Bool {
    let names = [
      "-h", "--help", "--help-hidden", "--version", "--experimental-dump-help",
      "--generate-completion-script",
    ]
    return names.contains(String(word.prefix { $0 != "=" }))
  }

  /// Throws where an argument is no text; the system allows that, and it would be sent as another one.
  static func checkEncoding() throws(Failure) {
    for (index, argument) in CommandLine.arguments.enumerated() {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil
      else {
        continue
      }
      throw Failure(
        "‘\(argument.prefix(60))’ is not UTF-8 text. Convert it first, for example with iconv.",
        code: .usage)
    }
  }

  /// `--limit -3` as `--limit=-3`, so that the command can say what is wrong with the number.
  private static func joiningNumbers(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for word in arguments {
      if let last = joined.last, word.wholeMatch(of: /-[0-9.]+/) != nil,
        last.wholeMatch(of: /--[a-z-]*[a-z]/) != nil
      {
        joined[joined.count - 1] += "=" + word
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  /// The commands that the first arguments name.
  private static func commands(
    in arguments: [String], below root: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    var path: [any ParsableCommand.Type] = []
    var command = root
    for word in arguments {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word })
      else { break }
      path.append(next)
      command = next
    }
    return path
  }
}

/// The names of a command's options, as its parser knows them.
private struct OptionNames {
  enum Meaning { case text, option, optionWithValue }

  /// Whether each option has a value, by its name with its dashes; without the options about the program itself.
  private var hasValue: [String: Bool] = [:]
  /// The number of words before the text, which is the last word.
  private(set) var wordsBeforeText = 0

  init(of command: any ParsableCommand.Type) throws(Failure) {
    do {
      let arguments = try CommandHelp(of: command).arguments ?? []
      for argument in arguments {
        for name in argument.names ?? [] { hasValue[name.text] = argument.kind == .option }
      }
      for name in ["--help", "-h", "--version"] { hasValue[name] = nil }
      wordsBeforeText = arguments.count { $0.kind == .positional } - 1
    } catch {
      throw Failure(
        "The options of ‘\(command._commandName)’ are not known. Write -- before the text.")
    }
  }

  func meaning(of word: String) -> Meaning {
    guard word.hasPrefix("-"), word != "-" else { return .text }
    if let hasValue = hasValue[word] { return hasValue ? .optionWithValue : .option }
    return Self.isShapedLikeOption(word) ? .option : .text
  }

  /// Whether a word is an option, alone or with its value.
  func isKnown(_ word: String) -> Bool { hasValue[String(word.prefix { $0 != "=" })] != nil }

  /// The option for which a word could be a mistake: `--wiat`, `--no-wait`, `--rep`.
  func resembled(by word: String) -> String? {
    guard Self.isShapedLikeOption(word) else { return nil }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let names = hasValue.keys.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
    let parts = name.split(separator: "-").map(String.init)
    let near = NearestWord.of(name, among: names) ?? names.first { parts.contains($0) }
    return near.map { "--" + $0 }
  }

  private static func isShapedLikeOption(_ word: String) -> Bool {
    word.wholeMatch(of: /--[a-z][a-z0-9-]*(=.*)?/) != nil
  }
}
