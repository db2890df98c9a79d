package import ChatCore
package import ChatModel
import CloudClient
package import CloudModel

/// The way from a link to a profile that opens it: what is decided, without network and files.
///
/// 1. Nothing is sent to a server that no profile knows before the person has agreed, or has given an order.
/// 2. No account, no profile and no cloud is made for a link that leads nowhere.
/// 3. The keys of a profile go to the profile's own address only, whatever a link or a server says.
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
      } else {
        self = .machine(try InvitationLink(parsing: text))
      }
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

    func uses(_ server: ServerOrigin) -> Bool { origin == server || publicOrigin == server }
  }

  /// Which profile opens a link of a server.
  package enum ProfileStep: Sendable, Equatable {
    case use(Known)
    /// The one that was taken last is the first.
    case ask([Known])
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
  /// - Returns: the next step.
  package static func profile(
    for server: ServerOrigin, cloudID: String?, among known: [Known], named: String?,
    account: String? = nil, last: String? = nil
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
      if profile.uses(server) || (cloudID != nil && cloudID == profile.cloudID) {
        return .use(profile)
      }
      if cloudID == nil, profile.cloudID != nil { return .look }
      let cloud = profile.origin?.description ?? "a cloud of this machine"
      return .refuse(
        "The profile ‘\(named)’ uses \(cloud), and the link is of \(server.authority). "
          + "Leave out --profile.")
    }
    let people = known.filter {
      account == nil || account?.lowercased() == $0.account.lowercased()
    }
    let byAddress = people.filter { $0.uses(server) }
    let found =
      byAddress.isEmpty ? people.filter { cloudID != nil && $0.cloudID == cloudID } : byAddress
    if let profile = found.first {
      guard found.count > 1 else { return .use(profile) }
      return .ask(found.filter { $0.name == last } + found.filter { $0.name != last })
    }
    guard cloudID != nil else { return .look }
    return .new(freeName(for: server, among: known.map(\.name)))
  }

  /// `default` if nobody is signed in there; otherwise the host's name, with a number if that is taken too.
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

  /// The ways into a server for somebody who is not signed in there.
  package enum Entry: Sendable, Equatable {
    case signUpOrSignIn
    case signInOnly(because: String)
  }

  package static func entry(to server: ServerDescription) -> Entry {
    switch server.signUp {
    case .open: .signUpOrSignIn
    case .invitation:
      .signInOnly(
        because:
          "New accounts here need an invitation. Sign in, or ask the administrator of the server for one."
      )
    case .closed:
      .signInOnly(because: "This server takes no new accounts. Sign in, or ask its administrator.")
    }
  }

  /// The question before anything is sent to a server that no profile knows.
  package static func question(about server: ServerOrigin) -> String {
    let place = "This link leads to the server \(server.authority), which you have not used here."
    guard server.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) else {
      return place
    }
    return place
      + " A part that begins with xn-- stands for letters beyond ASCII, which can look like others."
  }
}
