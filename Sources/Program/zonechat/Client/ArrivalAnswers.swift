import ChatUI
import ClientSettings
import CloudClient
import CloudModel
import CommandSupport
import TerminalUI

/// A person at the full screen, who follows a link or opens the client for the first time.
@MainActor
struct ScreenAnswers: ArrivalQuestions {
  let terminal: NcursesTerminal
  let input: TerminalInput
  let settings: Settings

  func goOn<Found: Sendable>(
    to server: ServerOrigin, _ work: @escaping @Sendable () async throws -> Found
  ) async throws -> Found? {
    let question = ChoiceQuestion(
      title: "Welcome to ZoneChat", text: Arrival.question(about: server),
      work: "Asking \(server.authority) …", keymap: settings.keymap)
    return try await ask(question) { _ in try await work() }
  }

  func choose(
    among choices: [Arrival.Choice], for server: ServerOrigin
  ) async throws -> Arrival.Choice? {
    let question = ChoiceQuestion(
      title: "Which profile?", text: Arrival.question(about: server, choices),
      choices: choices.map { $0.words(for: server) }, work: "", keymap: settings.keymap)
    return try await ask(question) { choices[$0.place] }
  }

  func goesOn(after warning: String) async throws -> Bool {
    let question = ChoiceQuestion(
      title: "Another authority", text: warning, work: "", keymap: settings.keymap)
    return try await ask(question) { _ in true } ?? false
  }

  func enter(_ server: FoundServer?, _ options: GlobalOptions) async throws -> EntryAnswer? {
    guard let server, case .device(let account) = server.entry else {
      return try await Welcome(options: options, server: server, settings: settings)
        .run(in: terminal, input)
    }
    let question = ChoiceQuestion(
      title: "Welcome to ZoneChat", text: server.invitation,
      work: "Signing in as ‘\(account)’ …", keymap: settings.keymap)
    return try await ask(question) { _ in
      _ = try await SignUp(options: options, server: server).signIn(name: account)
      return .entered(.signedIn)
    }
  }

  func choose(toOpen profiles: [ProfileChoice.Row]) async throws -> ProfileChoice.Answer {
    let question = ChoiceQuestion(
      title: "Which profile?", text: ProfileChoice.question, choices: profiles.map { $0.words() },
      work: "", always: "always open this one; ‘zonechat --choose’ asks again",
      keymap: settings.keymap)
    let answer = try await ask(question) { answer in
      ProfileChoice.Answer.open(
        profiles[answer.place].profile.name, isForAlways: answer.isForAlways)
    }
    return answer ?? .leave
  }

  private func ask<Found: Sendable>(
    _ question: ChoiceQuestion,
    _ work: @escaping @Sendable (ChoiceQuestion.Answer) async throws -> Found
  ) async throws -> Found? {
    try terminal.begin()
    let screen = FirstRunScreen(question, terminal: terminal, theme: settings.theme)
    let result: Result<Found, any Error>? = try await input.withEvents { events in
      await screen.run(events: events) { choice in
        do {
          return .done(.success(try await work(choice)))
        } catch {
          return .done(.failure(error))
        }
      }
    }
    return try result?.get()
  }
}

/// A person at a terminal, line by line.
@MainActor
struct LineAnswers: ArrivalQuestions {
  func goOn<Found: Sendable>(
    to server: ServerOrigin, _ work: @escaping @Sendable () async throws -> Found
  ) async throws -> Found? {
    try Output.line(
      "\(Arrival.question(about: server)) Enter goes on. Ctrl+D, or anything else, leaves.")
    guard readLine()?.isEmpty == true else { return nil }
    return try await work()
  }

  func choose(
    among choices: [Arrival.Choice], for server: ServerOrigin
  ) async throws -> Arrival.Choice? {
    let question = Arrival.question(about: server, choices)
    return try number(choices.map { $0.words(for: server) }, question).map { choices[$0] }
  }

  /// Asks for one of several rows; nil if the person has left.
  private func number(_ rows: [String], _ text: String) throws -> Int? {
    for (number, row) in rows.enumerated() { try Output.line("\(number + 1). \(row)") }
    let question = "Which number? Ctrl+D leaves."
    try Output.line("\(text) \(question)")
    while let line = readLine() {
      let typed = line.filter { !$0.isWhitespace }
      if let number = Int(typed), rows.indices.contains(number - 1) { return number - 1 }
      try Output.line("There is no number ‘\(Output.harmless(typed))’. \(question)")
    }
    return nil
  }

  func goesOn(after warning: String) -> Bool {
    Output.problem(warning)
    return true
  }

  func enter(_ server: FoundServer?, _ options: GlobalOptions) async throws -> EntryAnswer? {
    guard let server, case .device(let account) = server.entry else {
      // These settings are of colours and keys.
      return try await Welcome(options: options, server: server, settings: Settings()).askByLine()
    }
    try Output.line("\(server.invitation) Enter goes on. Ctrl+D, or anything else, leaves.")
    guard readLine()?.isEmpty == true else { return nil }
    _ = try await SignUp(options: options, server: server).signIn(name: account)
    return .entered(.signedIn)
  }

  func choose(toOpen profiles: [ProfileChoice.Row]) async throws -> ProfileChoice.Answer {
    let place = try number(profiles.map { $0.words() }, ProfileChoice.question)
    guard let place else { return .leave }
    return .open(profiles[place].profile.name, isForAlways: false)
  }
}

/// The options of a command, which is an order: nobody is asked.
@MainActor
struct OrderAnswers: ArrivalQuestions {
  var name: String?
  var passphraseFile: String?

  func goOn<Found: Sendable>(
    to server: ServerOrigin, _ work: @escaping @Sendable () async throws -> Found
  ) async throws -> Found? {
    try await work()
  }

  func choose(
    among choices: [Arrival.Choice], for server: ServerOrigin
  ) async throws -> Arrival.Choice? {
    let rows = choices.map { $0.words(for: server) }.joined(separator: ", ")
    throw Failure(
      "\(Arrival.question(about: server, choices)) There are: \(rows). Choose one with --profile NAME; a name that is "
        + "free gets a new account.",
      code: .usage)
  }

  func goesOn(after warning: String) -> Bool {
    Output.problem(warning)
    return true
  }

  func enter(_ server: FoundServer?, _ options: GlobalOptions) async throws -> EntryAnswer? {
    let paths = Paths(environment: Live.environment)
    guard let server else {
      _ = try Profile(name: options.profile, paths: paths).requireSignIn()
      return .entered(.signedIn)
    }
    let way = SignUp(options: options, server: server, passphraseFile: passphraseFile)
    // The name of an account that its code has told needs no order, where nobody else uses the server.
    if name == nil, let account = server.account, let other = server.neighbour {
      throw Failure(
        "The link is for the account ‘\(account)’, and the profile ‘\(other.name)’ uses \(server.name) as \(other.account). "
          + "Nothing was made. If both are yours, repeat the command with --name \(account).",
        code: .usage)
    }
    guard let name = name ?? server.account else { throw Self.missingName(for: server) }
    let entered: Entered
    switch server.entry {
    case .signInOnly:
      do {
        _ = try await way.signIn(name: name)
      } catch let failure as Failure where failure.code == .notSignedIn {
        // The name may be that of an account that somebody wishes to have.
        guard let advice = server.adviceForNewPeople else { throw failure }
        throw Failure(
          "There is no account ‘\(name)’ with this passphrase. \(advice)", code: failure.code)
      }
      entered = .signedIn
    case .newPassphrase, .device:
      _ = try await way.signIn(name: name)
      entered = .signedIn
    case .signUpOrSignIn: entered = try await way.createOrSignIn(name: name)
    }
    let what = entered == .signedUp ? "Made the account ‘\(name)’" : "Signed in as \(name)"
    let command = ProfileName.command("…", for: options.profile)
    Output.note(
      "\(what) on \(server.name). It has the profile ‘\(options.profile)’: \(command)")
    return .entered(entered)
  }

  private static func missingName(for server: FoundServer) -> Failure {
    let command = "‘zonechat join LINK --name NAME --passphrase-file FILE’"
    guard let advice = server.adviceForNewPeople else {
      return Failure(
        "Nobody is signed in to \(server.name). \(command) makes an account there or signs in; at a terminal ‘zonechat "
          + "LINK’ asks for both.", code: .notSignedIn)
    }
    return Failure(
      "\(advice) Whoever has an account there signs in with \(command).", code: .notSignedIn)
  }

  /// A command never asks.
  func choose(toOpen profiles: [ProfileChoice.Row]) -> ProfileChoice.Answer {
    .open(ProfileName.default, isForAlways: false)
  }
}
