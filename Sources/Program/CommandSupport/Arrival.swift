package import ChatCore
package import ChatModel
import CloudClient
package import CloudModel
import CloudRules

/// The way from a link, or the address of a server, to a profile that opens it: what is decided, without network and
/// files.
///
/// 1. Nothing is sent to a server that no profile knows before the person has agreed, or has given an order.
/// 2. No account, no profile and no cloud is made for a link that leads nowhere.
/// 3. The keys of a profile go to the profile's own address only, whatever a link or a server says.
/// 4. A code that is over makes nothing; where somebody is signed in already, it is not needed, and does not count. One
///    for another device counts where the server does not accept the profile's keys any more.
/// 5. Only the address that a profile dials decides by itself. That two addresses are one server, a server can only
///    say; then a person decides.
package enum Arrival {
  /// Where a link leads.
  package enum Target: Sendable, Equatable {
    case server(ServerLink)
    /// The cloud of the machine on which the link was made.
    case machine(InvitationLink)

    package init(parsing text: String) throws(ChatError) {
      // What is wrong with other texts, `InvitationLink` says.
      if let link = try? ServerLink(parsing: text) {
        self = .server(link)
      } else if let origin = ServerOrigin(ServerLink.withoutQuotes(text)) {
        guard origin.mayBeInLinks else { throw .plainHTTPLink(host: origin.host) }
        self = .server(ServerLink(place: ServerPlace(origin: origin)))
      } else {
        self = .machine(try InvitationLink(parsing: text))
      }
    }

    /// The address of a server as a person types it in the place of a command, `chat.example`; nil for other words.
    ///
    /// Without a dot it is a command that is written wrong.
    package static func address(_ word: String) -> String? {
      guard word.contains("."), let origin = ServerOrigin("https://" + word) else { return nil }
      return origin.description
    }
  }

  /// A profile of this machine in which somebody is signed in.
  package struct Known: Sendable, Equatable {
    package var name: String
    /// The name of the account.
    package var account: String
    /// The address of its server; nil for a cloud at a socket.
    package var origin: ServerOrigin?
    /// The address that the server gives itself.
    package var publicOrigin: ServerOrigin?
    package var cloudID: String?

    package init(
      name: String, account: String, origin: ServerOrigin?, publicOrigin: ServerOrigin? = nil,
      cloudID: String? = nil
    ) {
      self.name = name
      self.account = account
      self.origin = origin
      self.publicOrigin = publicOrigin
      self.cloudID = cloudID
    }

    /// Where the profile's keys go, for people.
    package var place: String { origin?.description ?? "a cloud of this machine" }

    /// Whether only the word of a server says that the profile is of the server with this address and identity.
    func mayUse(_ server: ServerOrigin, _ cloudID: String?) -> Bool {
      publicOrigin == server || (cloudID != nil && self.cloudID == cloudID)
    }
  }

  /// The profiles without the addresses by which their servers call themselves where another profile dials them: a
  /// server must not take the links of another one.
  package static func withoutForeignNames(_ profiles: [Known]) -> [Known] {
    profiles.map { profile in
      var profile = profile
      if let told = profile.publicOrigin, told != profile.origin,
        profiles.contains(where: { $0.origin == told })
      {
        profile.publicOrigin = nil
      }
      return profile
    }
  }

  /// What a person can choose for a link.
  package enum Choice: Sendable, Equatable {
    case profile(Known)
    /// An account at the server of the link, in the profile with this name, which is free.
    case newAccount(profile: String)

    /// A row of a list.
    package func words(for server: ServerOrigin) -> String {
      switch self {
      case .newAccount: "a new account at \(server.authority)"
      case .profile(let known):
        "\(known.name) (\(known.account))" + (known.origin == server ? "" : " at \(known.place)")
      }
    }
  }

  /// Which profile opens a link of a server.
  package enum ProfileStep: Sendable, Equatable {
    case use(Known)
    /// The new account is the first if only the word of a server speaks for the profiles; of several profiles, it is
    /// the one that was taken last.
    case ask([Choice])
    /// The server has to be asked for its `cloudID` first.
    case look
    /// Nobody is signed in to the server; the profile with this name is free.
    case new(String)
    /// With the reason, as sentences.
    case refuse(String)
  }

  /// Decides which profile opens a link.
  ///
  /// - Parameters:
  ///   - server: of the link.
  ///   - cloudID: as the server has said it; nil before it is asked.
  ///   - known: the profiles of this machine in which somebody is signed in.
  ///   - named: the profile that the person has named; nil if none.
  ///   - account: the account that the person has named; nil if none.
  ///   - last: the profile that was taken for this server the last time.
  ///   - reserved: the profiles in which something waits for another cloud.
  /// - Returns: the next step.
  package static func profile(
    for server: ServerOrigin, cloudID: String?, among known: [Known], named: String?,
    account: String? = nil, last: String? = nil, reserved: [String] = []
  ) -> ProfileStep {
    if let named {
      guard let profile = known.first(where: { $0.name == named }) else {
        return cloudID == nil ? .look : .new(named)
      }
      if let account, account.lowercased() != profile.account.lowercased() {
        return .refuse(
          "The profile ‘\(named)’ is signed in as \(profile.account), not as \(account). "
            + "Leave out --profile or --name.")
      }
      // Who names a profile has decided.
      if profile.origin == server || profile.mayUse(server, cloudID) { return .use(profile) }
      if cloudID == nil, profile.cloudID != nil { return .look }
      return .refuse(
        "The profile ‘\(named)’ uses \(profile.place), and the link is of \(server.authority). "
          + "Leave out --profile.")
    }
    let people = known.filter {
      account == nil || account?.lowercased() == $0.account.lowercased()
    }
    let found = people.filter { $0.origin == server }
    if found.count == 1 { return .use(found[0]) }
    if !found.isEmpty {
      let ordered = found.filter { $0.name == last } + found.filter { $0.name != last }
      return .ask(ordered.map(Choice.profile))
    }
    let free = freeName(for: server, among: known.map(\.name) + reserved)
    let said = people.filter { $0.mayUse(server, cloudID) }
    if !said.isEmpty { return .ask([.newAccount(profile: free)] + said.map(Choice.profile)) }
    return cloudID == nil ? .look : .new(free)
  }

  /// `default` if nobody is signed in there, and nothing waits there for another cloud; otherwise the host's name, with
  /// a number if that is taken too.
  private static func freeName(for server: ServerOrigin, among taken: [String]) -> String {
    if !taken.contains(ProfileName.default) { return ProfileName.default }
    // Our choice: room for a number behind it, within the 32 bytes of a name.
    let name = String(
      server.host.map { ProfileName.isValid("a\($0)") ? $0 : "-" }.drop { "-.".contains($0) }
        .prefix(27))
    let wanted = name.isEmpty ? "server" : name
    var (free, number) = (wanted, 1)
    while taken.contains(free) {
      number += 1
      free = "\(wanted)-\(number)"
    }
    return free
  }

  /// The profile of somebody else than an account at a server; nil if there is none.
  package static func neighbour(
    of account: String?, at server: ServerOrigin, among known: [Known]
  ) -> Known? {
    known.first { $0.origin == server && $0.account.lowercased() != account?.lowercased() }
  }

  /// The ways into a server for somebody who is not signed in there.
  package enum Entry: Sendable, Equatable {
    /// With the name that an invitation suggests.
    case signUpOrSignIn(suggested: String?)
    case signInOnly(because: String)
    /// A new passphrase for this account, which then is signed in.
    case newPassphrase(of: String)
    /// This account, on one more device.
    case device(of: String)
  }

  /// Decides how somebody gets in.
  ///
  /// - Parameters:
  ///   - server: as it describes itself.
  ///   - code: of the link, as the server describes it; nil without one.
  /// - Returns: the way.
  package static func entry(to server: ServerDescription, with code: CodeDescription?) -> Entry {
    // Where sign-up is closed, an invitation counts no more than none.
    if let code, code.kind != .invitation || server.signUp != .closed {
      // Another name is none that a server gives, and nothing to show or to send.
      let name = code.name.flatMap { isAccount($0) ? $0 : nil }
      switch (code.kind, name) {
      case (.invitation, let name): return .signUpOrSignIn(suggested: name)
      case (.reset, let account?): return .newPassphrase(of: account)
      case (.device, let account?): return .device(of: account)
      case (.reset, nil), (.device, nil):
        return .signInOnly(
          because: "The code of this link is for no account. Sign in, or ask for a new link.")
      }
    }
    guard let refusal = server.signUp.refusal else { return .signUpOrSignIn(suggested: nil) }
    return .signInOnly(because: refusal)
  }

  private static func isAccount(_ name: String) -> Bool {
    do throws(CloudError) {
      try AccountRules.check(AccountRequest(name: name))
      return true
    } catch {
      return false
    }
  }

  /// The question which of several choices opens a link of a server.
  package static func question(about server: ServerOrigin, _ choices: [Choice]) -> String {
    guard case .newAccount = choices.first else {
      return "Several of your profiles use this server."
    }
    return question(about: server)
      + " That a profile below is of the same server, with another address, only a server says, and anybody can say it."
  }

  /// The question before anything is sent to a server that no profile knows.
  package static func question(about server: ServerOrigin) -> String {
    let place = "This leads to the server \(server.authority), which you have not used here."
    guard server.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) else {
      return place
    }
    return place
      + " A part that begins with xn-- stands for letters beyond ASCII, which can look like others."
  }
}
