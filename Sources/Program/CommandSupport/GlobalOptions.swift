package import ArgumentParser
import CloudClient
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

  @Flag(name: .long, help: "Print data as JSON.")
  package var json = false

  @Flag(name: .long, help: "Print no words about what was done; only data and failures.")
  package var quiet = false

  package init() {}

  package func validate() throws {
    guard ProfileName.isValid(profile) else {
      throw ValidationError(
        "‘\(profile)’ cannot name a profile. \(ProfileName.rule)")
    }
    // Here, because every command's options pass here before it says anything.
    if quiet { Output.silenceNotes() }
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
      } else if ["--profile", "--cloud"].contains(first), rest.count > 1 {
        globals += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if first.hasPrefix("--profile=") || first.hasPrefix("--cloud=") {
        globals.append(first)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    return rest[..<end] + globals + rest[end...]
  }

  /// Refuses a profile or a cloud that is named twice; the parser would take the last one.
  package static func checkRepetition(in arguments: [String]) throws(Failure) {
    // A shell that completes passes on what a person has not finished.
    if arguments.first == "---completion" { return }
    let options = arguments.prefix { $0 != "--" }
    for name in ["--profile", "--cloud"]
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
  static let preset: String = {
    let named = Live.environment["ZONECHAT_PROFILE"] ?? ""
    return named.isEmpty ? `default` : named
  }()
}
