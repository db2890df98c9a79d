import ChatModel
package import CloudClient
package import CloudModel
import Foundation
import TerminalUI

/// Who answers the questions on the way from a link to a profile: a person at a screen or line by line, or the options
/// of a command.
@MainActor
package protocol ArrivalQuestions {
  /// Asks whether to go on to a server that no profile knows, and then does `work`, which asks the server.
  ///
  /// - Returns: what `work` has found; nil if the person has left.
  func goOn<Found: Sendable>(
    to server: ServerOrigin, _ work: @escaping @Sendable () async throws -> Found
  ) async throws -> Found?

  /// Asks for one of several choices for a link of a server; nil if the person has left.
  func choose(
    among choices: [Arrival.Choice], for server: ServerOrigin
  ) async throws -> Arrival.Choice?

  /// Says what a person has to know before a window opens; whether the person goes on.
  func goesOn(after warning: String) async throws -> Bool

  /// Makes an account or signs in, on the server of a link, or without one in the cloud of the options.
  ///
  /// - Returns: what was done; nil if the person has left.
  func enter(_ server: FoundServer?, _ options: GlobalOptions) async throws -> EntryAnswer?

  /// Asks which of several profiles a window opens.
  func choose(toOpen profiles: [ProfileChoice.Row]) async throws -> ProfileChoice.Answer
}

/// The way in which somebody came to be signed in.
package enum Entered: Sendable, Equatable {
  case signedUp
  case signedIn
}

/// The answer to the question who somebody is.
package enum EntryAnswer: Sendable, Equatable {
  case entered(Entered)
  /// Nothing was made: the person has given another link, which can be read.
  case otherLink(String)
}

/// A server that a link has led to, and what it says of itself.
package struct FoundServer: Sendable {
  package var link: ServerLink
  package var description: ServerDescription
  /// Of the chat that the link leads to; nil if it leads to the server alone.
  package var chat: LinkDescription?
  /// Of the code in the link, which counts now; nil without one.
  package var code: CodeDescription?
  /// The certificate in PEM of the authority that the link names; nil if it names none.
  package var authority: String?
  /// Somebody else who uses the server on this machine; nil if there is nobody, and where the person has named the
  /// profile.
  package var neighbour: Arrival.Known?

  package var address: CloudAddress { CloudAddress(link.place.origin) }

  package var entry: Arrival.Entry { Arrival.entry(to: description, with: code) }

  /// The account that the code is for; nil for an invitation, and without a code.
  package var account: String? {
    switch entry {
    case .newPassphrase(let account), .device(let account): account
    case .signUpOrSignIn, .signInOnly: nil
    }
  }

  /// The same account, once it is checked that the person has named no other one.
  package func checkedAccount(for name: String?) throws(Failure) -> String? {
    guard let account, let name, name.lowercased() != account.lowercased() else { return account }
    throw Failure(
      "The link is for the account ‘\(account)’, and not for ‘\(name)’. Name the account of the link, or ask for a "
        + "link for the other one.", code: .usage)
  }

  /// Asks the server of a link that a person has given as an option; nil without one.
  package static func ask(
    ifGiven text: String?, _ options: GlobalOptions
  ) async throws -> FoundServer? {
    guard let text else { return nil }
    guard case .server(let link) = try Arrival.Target(parsing: try Arrival.link(given: text)) else {
      throw ChatError.linkOfOneMachine
    }
    try Arrival.check(options, for: link.place.origin)
    return try await ask(link, options)
  }

  /// Asks the server; nobody is signed in, and nothing is made.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - options: of the command.
  ///   - known: a profile that uses the server already, whose authority vouches for it, whatever the link says; nil if
  ///     there is none.
  /// - Returns: the server.
  /// - Throws: `ChatError.unknownLink` where the link leads to no chat, and a `Failure` where its code does not count.
  static func ask(
    _ link: ServerLink, _ options: GlobalOptions, as known: Profile.SignIn? = nil
  ) async throws -> FoundServer {
    do {
      return try await answer(to: link, options, as: known)
    } catch let error as CloudError {
      let reason =
        error.code == .requestRateLimited ? Failure(cloud: error).message : error.reason
      throw Failure("\(reason) Nothing was made on this machine.")
    }
  }

  private static func answer(
    to link: ServerLink, _ options: GlobalOptions, as known: Profile.SignIn?
  ) async throws -> FoundServer {
    let address = CloudAddress(link.place.origin)
    var authority = known?.authority
    if known == nil, let pin = link.place.pin, link.place.origin.isSecure {
      authority = try await AuthorityFetch.authority(at: address, pin: pin, now: Live.now())
    }
    return try await CloudConnection.with(
      address, trust: options.trust(authority), now: Live.now
    ) { connection in
      let administration = CloudAdministration(connection: connection)
      let description = try await administration.server()
      var chat: LinkDescription?
      if let shortGUID = link.shortGUID {
        do throws(CloudError) {
          chat = try await administration.link(shortGUID)
        } catch {
          guard error.code == .unknownItem else { throw error }
          throw ChatError.unknownLink
        }
      }
      var code: CodeDescription?
      if let text = link.code { code = try await administration.look(code: text) }
      return FoundServer(
        link: link, description: description, chat: chat, code: code, authority: authority)
    }
  }

  /// The server for people: its own name, and always its address, which nobody can choose freely.
  package var name: String {
    let address = link.place.origin.authority
    guard let name = description.name else { return address }
    // Our choice: what fits beside the other words of a sentence.
    return "\(DisplayText.singleLine(name.prefix(60))) (\(address))"
  }

  /// Who invites to what, or what the link does, and who can read what is written there, as sentences.
  package var invitation: String {
    switch entry {
    case .newPassphrase(let account):
      "This link sets a new passphrase for the account ‘\(account)’ on \(name). All devices of the account are signed "
        + "out then, but for this one.\(beside)"
    case .device(let account):
      "This link signs in the account ‘\(account)’ of \(name) on this device. Go on only if the account is yours."
        + beside
    case .signUpOrSignIn, .signInOnly:
      occasion + " Whoever runs this server can read what is written there."
    }
  }

  private var beside: String {
    neighbour.map { " The profile ‘\($0.name)’ of \($0.account) stays as it is." } ?? ""
  }

  private var occasion: String {
    let title = link.words.map { "‘\($0.replacing("-", with: " "))’" } ?? "a chat"
    if let chat {
      // A code brings in whoever has it, but not into the chat.
      let isFor = chat.isOpen ? "" : " Only accounts that were invited can join by this link."
      return "\(Self.person(chat.inviter)) invites you to \(title) on \(name).\(isFor)"
    }
    guard let code else { return "This is the server \(name)." }
    return "\(Self.inviter(of: code, link)) invites you to \(name)."
  }

  /// Who has made an invitation to the server; the name of an administrator only the link says.
  private static func inviter(of code: CodeDescription, _ link: ServerLink) -> String {
    if let account = code.inviter { return person(account) }
    guard let name = link.inviter else { return "The administrator" }
    return "The administrator (\(person(name.replacing("-", with: " "))))"
  }

  /// What somebody without an account there can do, and whom to ask, as sentences; nil where they need to ask nobody.
  package var adviceForNewPeople: String? {
    guard case .signInOnly(let reason) = entry else { return nil }
    switch description.signUp {
    case .open: return reason
    case .closed: return "\(name) takes no new people. Ask its administrator."
    case .invitation:
      // Where members may not invite, whoever has sent the link cannot help.
      let member = chat.map { Self.person($0.inviter) } ?? "a member"
      let host = description.membersMayInvite ? member : "its administrator"
      return
        "\(name) takes new people by invitation only. Ask \(host) for an invitation to the server, and open that "
        + "link first."
    }
  }

  /// The same where people are asked for a name, and can give the link of an invitation instead; nil where that helps
  /// nobody.
  package var adviceAtNamePrompt: String? {
    guard description.signUp == .invitation, code == nil else { return nil }
    return adviceForNewPeople.map { "\($0) You can also paste it here." }
  }

  /// The name of an account as a server has told it.
  private static func person(_ name: String) -> String { DisplayText.singleLine(name.prefix(60)) }
}

extension Arrival {
  /// The link that an argument of a command gives; for `-` it is a line of standard input, which neither the history of
  /// a shell nor the list of processes shows.
  package static func link(given argument: String) throws(Failure) -> String {
    guard argument == "-" else { return argument }
    if isatty(STDIN_FILENO) == 1 { Output.problem("Paste the link, then press Enter.") }
    guard let line = readLine(), !line.isEmpty else {
      throw Failure("Standard input has no link. Give it as one line.", code: .usage)
    }
    return line
  }

  /// The profile that opens a link of a server.
  package struct Opened: Sendable {
    /// The link as it was given, unless the person has given another one meanwhile.
    package var link: ServerLink
    /// With the name of the profile.
    package var options: GlobalOptions
    /// What was done so that somebody is signed in; nil if somebody was.
    package var entered: Entered?
  }

  /// Finds or makes the profile that opens a link of a server.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - options: of the command.
  ///   - account: the account that the person has named; nil if none. A code can be for an account too.
  ///   - agreed: the server to which the person has agreed to go; nil if there is none yet.
  ///   - questions: who answers.
  /// - Returns: the profile; nil if the person has left, and then nothing was made.
  /// - Throws: why the link cannot be opened; then nothing was made either.
  @MainActor package static func open(
    _ link: ServerLink, _ options: GlobalOptions, account: String? = nil,
    agreed: ServerOrigin? = nil, asking questions: some ArrivalQuestions
  ) async throws -> Opened? {
    let server = link.place.origin
    try check(options, for: server)
    let paths = Paths(environment: Live.environment)
    let profiles = Profiles(paths: paths)
    let known = profiles.all()
    var person = account
    func step(_ cloudID: String?) -> ProfileStep {
      profile(
        for: server, cloudID: cloudID, among: known, named: options.namedProfile,
        account: person, last: profiles.lastChoice(for: server),
        reserved: profiles.reserved(against: server))
    }
    func goOn() async throws -> FoundServer? {
      if agreed == server { return try await FoundServer.ask(link, options) }
      return try await questions.goOn(to: server) { try await FoundServer.ask(link, options) }
    }
    var found: FoundServer?
    var next = step(nil)
    if link.code != nil, let present = known.first(where: { $0.origin == server }) {
      let signIn = try? Profile(name: present.name, paths: paths).signIn()
      // A code that does not count, or cannot be asked about now, is not needed where somebody is signed in.
      let asked = try? await FoundServer.ask(link, options, as: signIn)
      if let asked, let owner = try asked.checkedAccount(for: account) {
        (found, person) = (asked, owner)
        next = step(asked.description.cloudID)
      }
    }
    if next == .look {
      guard let asked = try await goOn() else { return nil }
      found = asked
      person = try asked.checkedAccount(for: account) ?? account
      next = step(asked.description.cloudID)
    }
    if case .ask(let choices) = next {
      guard let choice = try await questions.choose(among: choices, for: server) else { return nil }
      switch choice {
      case .profile(let profile):
        profiles.remember(profile.name, for: server)
        next = .use(profile)
      case .newAccount(let name): next = .new(name)
      }
    }
    switch next {
    case .use(let profile):
      if var own = found, profile.origin == server {
        let signIn = try Profile(name: profile.name, paths: paths).requireSignIn()
        own.authority = signIn.authority
        if try await signsInAgain(own, signIn, options) {
          return try await enter(own, as: profile.name, options, asking: questions)
        }
      }
      return try await use(profile, for: link, options, asking: questions)
    case .new(let name):
      if found == nil { found = try await goOn() }
      guard var found else { return nil }
      if options.namedProfile == nil {
        found.neighbour = neighbour(of: found.account, at: server, among: known)
      }
      return try await enter(found, as: name, options, asking: questions)
    case .refuse(let reason): throw Failure(reason, code: .usage)
    case .look, .ask: throw Failure("The server \(server.authority) does not say who it is.")
    }
  }

  /// Whether the code of a link signs in again in the profile that is signed in to its account already.
  ///
  /// One for another device does so where the server does not accept the profile's keys any more.
  private static func signsInAgain(
    _ server: FoundServer, _ signIn: Profile.SignIn, _ options: GlobalOptions
  ) async throws -> Bool {
    switch server.entry {
    case .newPassphrase: return true
    case .signUpOrSignIn, .signInOnly: return false
    case .device: break
    }
    do {
      _ = try await CloudConnection.with(
        server.address, trust: options.trust(signIn.authority), now: Live.now
      ) { connection in
        try await HTTPCloudContainer(
          connection: connection, credentials: signIn.credentials, clientID: signIn.deviceID
        ).currentUserIdentity()
      }
      return false
    } catch let error as CloudError {
      // A server that cannot be asked has refused nothing.
      return error.code == .notAuthenticated
    }
  }

  /// Makes an account or signs in, in the profile with this name.
  @MainActor private static func enter(
    _ server: FoundServer, as profile: String, _ options: GlobalOptions,
    asking questions: some ArrivalQuestions
  ) async throws -> Opened? {
    var chosen = options
    chosen.profile = profile
    chosen.cloud = nil
    switch try await questions.enter(server, chosen) {
    case nil: return nil
    case .entered(let entered):
      return Opened(link: server.link, options: chosen, entered: entered)
    case .otherLink(let text):
      guard case .server(var link) = try Target(parsing: text) else {
        throw ChatError.linkOfOneMachine
      }
      let agreed = server.link.place.origin
      // An invitation to the server is the way to the chat of the link before.
      if link.place.origin == agreed, link.shortGUID == nil {
        (link.shortGUID, link.words) = (server.link.shortGUID, server.link.words)
      }
      return try await open(link, options, agreed: agreed, asking: questions)
    }
  }

  /// Refuses `--cloud` with another address than that of the link.
  static func check(_ options: GlobalOptions, for server: ServerOrigin) throws {
    guard let cloud = options.cloud else { return }
    let paths = Paths(environment: Live.environment)
    guard try CloudChoice(option: cloud, paths: paths).address().origin != server else { return }
    throw Failure(
      "The link is of the server \(server.authority), and --cloud names another cloud. Leave out --cloud.",
      code: .usage)
  }

  /// The profile as it opens the link: with its own address and its own authority, whatever the link says.
  @MainActor private static func use(
    _ known: Known, for link: ServerLink, _ options: GlobalOptions,
    asking questions: some ArrivalQuestions
  ) async throws -> Opened? {
    let paths = Paths(environment: Live.environment)
    let signIn = try Profile(name: known.name, paths: paths).requireSignIn()
    let server = link.place.origin
    if known.origin != server, known.publicOrigin != server {
      try await checkMove(known, options.trust(signIn.authority), to: server)
    }
    if let pin = link.place.pin, server.isSecure, signIn.pin != pin,
      // Of several authorities nobody knows which one the server has.
      signIn.pin != nil || signIn.authority == nil
    {
      let warning =
        "The link names another authority of \(server.authority) than the one that the profile ‘\(known.name)’ trusts. "
        + "The profile keeps its own. Ask who gave you the link."
      guard try await questions.goesOn(after: warning) else { return nil }
    }
    var options = options
    options.profile = known.name
    options.cloud = nil
    return Opened(link: link, options: options, entered: nil)
  }

  /// Makes sure that the server of a profile is still where the profile knows it, after another address has said that
  /// it is the same server.
  private static func checkMove(
    _ known: Known, _ trust: ServerTrust, to server: ServerOrigin
  ) async throws {
    guard let origin = known.origin else { return }
    // Whatever is wrong there, the profile cannot be used there now.
    let description = try? await CloudConnection.with(
      CloudAddress(origin), trust: trust, now: Live.now
    ) { try await CloudAdministration(connection: $0).server() }
    guard description?.cloudID != known.cloudID else { return }
    let trouble =
      description == nil ? "which does not answer now" : "where another server answers now"
    // No command to copy: the word of the link's server must not be enough to send it the keys.
    throw Failure(
      "The profile ‘\(known.name)’ uses \(origin), \(trouble). \(server.authority) says that it is the same "
        + "server, which anybody can say. Ask its administrator, not whoever sent the link, whether it has moved."
    )
  }
}
