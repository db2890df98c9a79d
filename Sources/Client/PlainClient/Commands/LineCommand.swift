package import ChatWords

/// The reason why a line is not carried out, in a sentence that says what to do.
struct LineRefusal: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// One thing to do by its word.
///
/// A new command is one of these in a file of its subject, and one line in `LineCommands`.
package struct LineCommand: Sendable {
  /// The form of the text after the word; a line without a slash that does not have this form is a message.
  package enum Form: Sendable {
    /// Nothing.
    case alone
    /// Nothing, or a number and anything behind it.
    case number
    /// Nothing, or a day; what begins with a digit is meant as one.
    case day
    /// The number of a message and anything behind it; of any other line the person is asked what it is.
    case message
    /// Anything: words that look for something and change nothing.
    case words
    /// Anything, but without a slash the person is asked first.
    case text
    /// Anything or nothing, but without a slash the person is asked first.
    case optionalText
    /// Nothing, or the link of an invitation.
    case link
    /// The path of a file: one word, or the path of a file that exists; then ` -- ` and a text, or nothing.
    case file
    /// Nothing, or one of these words.
    case choice([String])
    /// Nothing, or a word that `MuteOrder` has.
    case time
    /// Nothing, or the word of a command.
    case command
  }

  package let verb: ChatVerb
  package let aliases: [String]
  package let form: Form
  let perform: @MainActor @Sendable (LineModel, String) async throws -> Void

  init(
    _ name: String, also aliases: [String] = [], argument: String = "", _ title: String,
    _ form: Form,
    perform: @escaping @MainActor @Sendable (LineModel, String) async throws -> Void
  ) {
    self.init(ChatVerb(name, title, argument: argument), also: aliases, form, perform: perform)
  }

  /// A command that another surface has too; its argument only where that is another one here.
  init(
    _ verb: ChatVerb, also aliases: [String] = [], argument: String? = nil, _ form: Form,
    perform: @escaping @MainActor @Sendable (LineModel, String) async throws -> Void
  ) {
    var verb = verb
    verb.argument = argument ?? verb.argument
    self.verb = verb
    self.aliases = aliases
    self.form = form
    self.perform = perform
  }

  /// The word of the command.
  package var name: String { verb.name }
}

/// All commands: the parser and the help take them from here and from nowhere else.
package enum LineCommands {
  /// The commands by what they are about, in the order of the help.
  static let groups: [(title: String, commands: [LineCommand])] = [
    ("Chats", LineCommand.chats), ("Reading and finding", LineCommand.reading),
    ("Messages", LineCommand.messages), ("Files", LineCommand.files),
    ("People and invitations", LineCommand.sharing), ("Your own part", LineCommand.ownPart),
    ("ZoneChat", LineCommand.program),
  ]

  package static let all: [LineCommand] = groups.flatMap { $0.commands }

  /// The command with this name or alias, also one that only the full screen has.
  package static func named(_ word: String) -> LineCommand? {
    (all + LineCommand.ofTheScreen).first { $0.name == word || $0.aliases.contains(word) }
  }
}
