package import ArgumentParser
package import CloudClient
import CloudModel
import Foundation

/// The options of every command, given before or after its name.
package struct GlobalOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use this profile.",
      discussion:
        "Each profile has its own account, local copy and drafts. ZONECHAT_PROFILE names another "
        + "default.",
      valueName: "name"), completion: ProfileName.completion)
  package var profile: String = ProfileName.preset

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use the cloud at this address: http://…, https://… or unix:/path.", valueName: "url"))
  package var cloud: String?

  @Option(
    name: .customLong("ca"),
    help: ArgumentHelp(
      "Trust the certificates in this file, and nobody else, to say who the cloud is.",
      discussion:
        "For an https address. A profile keeps them when it signs in. Without them SSL_CERT_FILE names "
        + "the file, and otherwise the machine's own list counts.",
      valueName: "file"),
    completion: .file(), transform: GlobalOptions.authorities(inFile:))
  package var authorities: Authorities?

  @Flag(name: .long, help: "Print data as JSON.")
  package var json = false

  @Flag(name: .long, help: "Print no words about what was done; only data and failures.")
  package var quiet = false

  /// The authorities of `--ca`, with the file in which they stand.
  package struct Authorities: Sendable {
    fileprivate var file: String
    fileprivate var trust: ServerTrust
  }

  /// The options that have a value.
  private static let valued = ["--profile", "--cloud", "--ca"]

  package init() {}

  package func validate() throws {
    guard ProfileName.isValid(profile) else {
      throw ValidationError(
        "‘\(profile)’ cannot name a profile. \(ProfileName.rule)")
    }
    // Here, because every command's options pass here before it says anything.
    if quiet { Output.silenceNotes() }
  }

  /// Whose word is taken for who a server is: that of `--ca`, or else of the authorities that the profile or the link
  /// has, in PEM, or else as the environment and the machine say.
  package func trust(_ authority: String?) -> ServerTrust {
    authorities?.trust ?? ServerTrust(kept: authority, environment: Live.environment)
  }

  private static func authorities(inFile path: String) throws -> Authorities {
    do {
      return Authorities(file: path, trust: try ServerTrust(pem: try NamedFile.text(path)))
    } catch let error as CloudError {
      throw ValidationError(error.reason)
    } catch let error as Failure {
      throw ValidationError(error.message)
    }
  }

  /// The words by which another command reaches the same cloud, as a shell reads them.
  package var cloudWords: [String] { cloudWords(for: cloud) }

  /// The same for the cloud at an address that the profile remembers; nil for the embedded cloud.
  package func cloudWords(for cloud: String?) -> [String] {
    Self.words("--cloud", cloud) + Self.words("--ca", authorities?.file)
  }

  /// An option with its value, as a shell reads them; none where there is no value.
  package static func words(_ name: String, _ value: String?) -> [String] {
    guard let value else { return [] }
    let isPlain = value.wholeMatch(of: /[A-Za-z0-9_.,:@%+\/-]+/) != nil
    return [name, isPlain ? value : "'\(value.replacing("'", with: #"'\''"#))'"]
  }

  /// Moves global options that stand before the command's name behind everything else, where the parser
  /// looks for them.
  package static func hoisted(_ arguments: [String]) -> [String] {
    var globals: [String] = []
    var rest = arguments[...]
    while let first = rest.first {
      if ["--json", "--quiet"].contains(first) {
        globals.append(first)
        rest = rest.dropFirst()
      } else if Self.valued.contains(first), rest.count > 1 {
        globals += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if Self.valued.contains(where: { first.hasPrefix($0 + "=") }) {
        globals.append(first)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    return rest[..<end] + globals + rest[end...]
  }

  /// Refuses an option with a value that is there twice; the parser would take the last one.
  package static func checkRepetition(in arguments: [String]) throws(Failure) {
    // A shell that completes passes on what a person has not finished.
    if arguments.first == "---completion" { return }
    let options = arguments.prefix { $0 != "--" }
    for name in valued
    where options.count(where: { $0 == name || $0.hasPrefix(name + "=") }) > 1 {
      throw Failure("\(name) is there twice. Write it once.", code: .usage)
    }
  }
}

extension ProfileName {
  /// The words that a shell offers: the profiles of this machine.
  static let completion = CompletionKind.custom { (_: [String], _: Int, _: String) -> [String] in
    let folder = Paths(environment: Live.environment).profile("").path
    // Before the first account there is none.
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter(isValid).sorted()
  }

  /// The profile of a command that names none: that in `ZONECHAT_PROFILE`, or the default.
  ///
  /// Looked up once: the options are made dozens of times while a command line is read.
  static let preset: String = ProfileName.preset(in: Live.environment)

  /// The profile that a command line names, or else the environment.
  package static func named(in arguments: [String]) -> String {
    let words = arguments.prefix { $0 != "--" }
    if let option = words.last(where: { $0.hasPrefix("--profile=") }) {
      return String(option.dropFirst("--profile=".count))
    }
    guard let place = words.lastIndex(of: "--profile"), place + 1 < words.endIndex else {
      return preset
    }
    return words[place + 1]
  }

  /// The words by which another command of this shell uses a profile.
  package static func words(for profile: String) -> [String] {
    words(for: profile, in: Live.environment)
  }

  /// A command of the program as somebody types it in this shell who uses a profile.
  package static func command(_ command: String, for profile: String) -> String {
    self.command(command, for: profile, in: Live.environment)
  }
}
