import ChatUI
import ClientSettings
import CloudClient
import CloudModel
import CloudRules
import CommandSupport
import Foundation
import TerminalUI

/// The first run: asks a person without an account for their name, and makes the account.
@MainActor
struct Welcome {
  let options: GlobalOptions
  private let settings: Settings

  /// Settings that are not used are reported by the client itself.
  init(options: GlobalOptions, settings news: SettingsNews) {
    self.options = options
    settings = if case .settings(let settings) = news { settings } else { Settings() }
  }

  /// - Returns: whether there is an account now; false if the person has left.
  func run(in terminal: NcursesTerminal, _ input: TerminalInput) async throws -> Bool {
    try terminal.begin()
    let paths = Paths(environment: Live.environment)
    let address = try CloudChoice(option: options.cloud, paths: paths).address()
    let profile = options.profile == ProfileName.default ? "" : "--profile \(options.profile) "
    let cloud = options.cloud.map { "--cloud \($0) " } ?? ""
    let question = NameQuestion(
      suggestion: SignUp.suggestedName(
        profile: options.profile, environment: Live.environment),
      place: NameQuestion.Place(
        words: options.cloud == nil
          ? "in a cloud on this machine, which starts by itself" : "in the cloud at \(address)",
        needsPassphrase: Passphrase.isNeeded(at: address),
        signInCommand: "zonechat \(profile)\(cloud)account sign-in NAME"),
      keymap: keymap, check: { Self.reason(against: $0) })
    let screen = NameQuestionScreen(question, terminal: terminal, theme: settings.theme) {
      [options] name, passphrase in
      await Self.failure(creating: name, options, passphrase: passphrase)
    }
    return try await input.withEvents { await screen.run(events: $0) }
  }

  /// Asks the same line by line.
  ///
  /// - Returns: whether there is an account now; false if the input has ended.
  static func askByLine(_ options: GlobalOptions) async -> Bool {
    let lines = NameLines(
      suggestion: SignUp.suggestedName(profile: options.profile, environment: Live.environment),
      check: { reason(against: $0) }, create: { await failure(creating: $0, options) })
    return await lines.ask(
      read: { readLine() },
      // Who cannot be asked gives no name, and the input ends.
      say: { try? Output.line(Output.harmless($0)) })
  }

  /// Makes the account; says why not.
  private nonisolated static func failure(
    creating name: String, _ options: GlobalOptions, passphrase: String? = nil
  ) async -> String? {
    do {
      _ = try await SignUp(options: options, passphrase: passphrase).create(name: name)
      return nil
    } catch {
      return (error as? Failure)?.message ?? "\(error)"
    }
  }

  /// The messages of the first chat, with the person's keys.
  var firstSteps: [String] {
    FirstSteps.texts { [keymap] name in
      ActionRegistry.all.first { $0.id == name }.map { keymap.way(to: $0) } ?? name
    }
  }

  private var keymap: Keymap { Keymap(preset: settings.preset, own: settings.keys) }

  /// The reason why a name cannot be an account's.
  private nonisolated static func reason(against name: String) -> String? {
    do throws(CloudError) {
      try AccountRules.check(AccountRequest(name: name))
      return nil
    } catch {
      return error.reason
    }
  }
}
