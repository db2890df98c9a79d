import ChatUI
import ChatWords
import ClientSettings
import CloudClient
import CloudModel
import CloudRules
import CommandSupport
import Foundation
import TerminalUI

/// The first run: asks a person without an account for their name, and makes the account; on the server of a link, it
/// also signs in.
@MainActor
struct Welcome {
  let options: GlobalOptions
  /// The server of the link that led here; nil for the cloud of the options.
  private let server: FoundServer?
  private let settings: Settings

  /// Settings that are not used are reported by the client itself.
  init(options: GlobalOptions, server: FoundServer? = nil, settings: Settings) {
    self.options = options
    self.server = server
    self.settings = settings
  }

  /// - Returns: what was done; nil if the person has left.
  func run(in terminal: NcursesTerminal, _ input: TerminalInput) async throws -> EntryAnswer? {
    try terminal.begin()
    let question = NameQuestion(
      suggestion: suggestion, place: try place(), keymap: settings.keymap,
      check: { Self.reason(against: $0) })
    let screen = FirstRunScreen(question, terminal: terminal, theme: settings.theme)
    return try await input.withEvents { events in
      await screen.run(events: events) { [options, server] answer in
        await Self.result(of: answer, options, server)
      }
    }
  }

  /// Asks the same line by line.
  ///
  /// - Returns: what was done; nil if the input has ended.
  func askByLine() async throws -> EntryAnswer? {
    let lines = NameLines(
      suggestion: suggestion, place: try place(), check: { Self.reason(against: $0) },
      enter: { [options, server] answer in
        guard case .refused(let reason) = await Self.result(of: answer, options, server) else {
          return nil
        }
        return reason
      })
    let answer = await lines.ask(
      read: { readLine() },
      // Who cannot be asked gives no name, and the input ends.
      say: { try? Output.line(Output.harmless($0)) })
    return answer.map(Self.entered)
  }

  private var suggestion: String {
    if case .signUpOrSignIn(let name?) = server?.entry { return name }
    // A profile that was named after a server names nobody.
    let profile = server == nil ? options.profile : ProfileName.default
    return SignUp.suggestedName(profile: profile, environment: Live.environment)
  }

  private func place() throws -> NameQuestion.Place {
    guard let server else {
      let address = try CloudChoice(
        option: options.cloud, paths: Paths(environment: Live.environment)
      ).address()
      return NameQuestion.Place(
        words: options.cloud == nil
          ? "in a cloud on this machine, which starts by itself" : "in the cloud at \(address)",
        needsPassphrase: Passphrase.isNeeded(at: address),
        signIn: .byCommand(
          ProfileName.command(
            (options.cloudWords + ["account sign-in NAME"]).joined(separator: " "),
            for: options.profile)))
    }
    let profile =
      options.profile == ProfileName.default ? "" : ", for the profile ‘\(options.profile)’"
    return NameQuestion.Place(
      words: "on \(server.name)\(profile)", needsPassphrase: true,
      signIn: server.signIn, invitation: server.invitation)
  }

  /// Makes the account, or signs in, or checks that another link can be read.
  private nonisolated static func result(
    of answer: NameQuestion.Answer, _ options: GlobalOptions, _ server: FoundServer?
  ) async -> FirstRunResult<EntryAnswer> {
    do {
      switch answer {
      case .signUp(let name, let passphrase):
        _ = try await SignUp(options: options, server: server, passphrase: passphrase)
          .create(name: name)
      case .signIn(let name, let passphrase):
        _ = try await SignUp(options: options, server: server, passphrase: passphrase)
          .signIn(name: name)
      case .otherLink(let link): _ = try Arrival.Target(parsing: link)
      }
      return .done(entered(answer))
    } catch {
      return .refused((error as? Failure)?.message ?? "\(error)")
    }
  }

  private nonisolated static func entered(_ answer: NameQuestion.Answer) -> EntryAnswer {
    switch answer {
    case .signUp: .entered(.signedUp)
    case .signIn: .entered(.signedIn)
    case .otherLink(let link): .otherLink(link)
    }
  }

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

extension FoundServer {
  fileprivate var signIn: NameQuestion.SignIn {
    switch entry {
    case .signUpOrSignIn: .here
    case .signInOnly(let reason): .only(because: adviceAtNamePrompt ?? reason)
    case .newPassphrase(let account): .newPassphrase(of: account)
    // It is another question, which has no field.
    case .device: .only(because: invitation)
    }
  }
}

extension Settings {
  var keymap: Keymap { Keymap(preset: preset, own: keys) }
}

extension Session {
  /// Where the steps of the first chat are taken.
  var firstStepsCloud: FirstSteps.Cloud { server == nil ? .ownMachine : .server }

  /// What commands beside a window of this session must name too; `options` are those of the window.
  func windowOptions(_ options: GlobalOptions) -> WindowOptions {
    WindowOptions(
      profile: ProfileName.words(for: profile.name),
      cloud: options.cloudWords(for: rememberedCloud))
  }
}
