import CloudClient
import CloudModel
import Foundation
import LocalFiles

/// The profiles of this machine.
struct Profiles {
  let paths: Paths

  private var names: [String] {
    // Before the first account there is no folder.
    let all = (try? FileManager.default.contentsOfDirectory(atPath: paths.profile("").path)) ?? []
    return all.filter(ProfileName.isValid).sorted()
  }

  /// Those in which something of another cloud waits for the return of its account.
  func reserved(against server: ServerOrigin) -> [String] {
    names.filter { Profile(name: $0, paths: paths).hasAside(ofOthersThan: server) }
  }

  /// Those in which somebody is signed in, by name, with the addresses that count.
  func all() -> [Arrival.Known] {
    let known = names.compactMap { name -> Arrival.Known? in
      // One that cannot be read says so when it is used.
      guard let signIn = try? Profile(name: name, paths: paths).signIn() else { return nil }
      return Arrival.Known(
        name: name, account: signIn.credentials.name, origin: signIn.origin,
        publicOrigin: signIn.publicURL.flatMap { ServerOrigin($0) }, cloudID: signIn.cloudID)
    }
    return Arrival.withoutForeignNames(known)
  }

  /// The server that the links of an account's chats name; nil for the cloud of one machine.
  ///
  /// A server that others reach by plain HTTP has no links of its own, because nobody could open them.
  func server(of signIn: ProfileSignIn, in profile: String) -> ServerPlace? {
    guard let origin = signIn.origin else { return nil }
    var named = origin
    // The other profiles are read only where the server gives itself another address than the profile's.
    if let told = signIn.publicURL.flatMap({ ServerOrigin($0) }), told != origin,
      all().contains(where: { $0.name == profile && $0.publicOrigin == told })
    {
      named = told
    }
    guard named.mayBeInLinks else { return nil }
    return ServerPlace(origin: named, pin: named.isSecure ? signIn.pin : nil)
  }

  private var choicesFile: URL { paths.data.appendingPathComponent("choices.json") }

  /// What the person has chosen before.
  var choices: ProfileChoice.Memory {
    // Without the file, or with a damaged one, nothing was chosen.
    guard let data = try? Data(contentsOf: choicesFile) else { return ProfileChoice.Memory() }
    return (try? JSONDecoder().decode(ProfileChoice.Memory.self, from: data))
      ?? ProfileChoice.Memory()
  }

  /// Keeps what the person has chosen.
  func change(_ change: (inout ProfileChoice.Memory) -> Void) {
    let before = choices
    var after = before
    change(&after)
    guard after != before else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // It decides only what is asked, and what stands first in a list.
    if let data = try? encoder.encode(after) { try? FileDraft.write(data, to: choicesFile) }
  }

  /// The profile that was taken for a server the last time.
  func lastChoice(for server: ServerOrigin) -> String? { choices.servers[server.description] }

  /// Keeps the profile that was taken for a server.
  func remember(_ name: String, for server: ServerOrigin) {
    change { $0.servers[server.description] = name }
  }
}

extension GlobalOptions {
  /// The profile that the command line or `ZONECHAT_PROFILE` names; nil where nobody names one.
  package var namedProfile: String? {
    let words = CommandLine.arguments.prefix { $0 != "--" }
    let isNamed =
      profile != ProfileName.default
      || words.contains { $0 == "--profile" || $0.hasPrefix("--profile=") }
      || Live.environment["ZONECHAT_PROFILE"].map { !$0.isEmpty } ?? false
    return isNamed ? profile : nil
  }
}

extension ProfileSignIn {
  /// The address of the account's server; nil for a cloud at a socket.
  var origin: ServerOrigin? {
    // An address that cannot be read is said by whoever connects.
    cloud.flatMap { try? CloudAddress($0) }?.origin
  }

  /// Of the one authority that the profile trusts; nil where there are several, or those of the machine are asked.
  var pin: AuthorityPin? {
    authority.flatMap { AuthorityFetch.pin(ofPEM: $0) }
  }

  /// Keeps what the server says of itself; whether something is new.
  mutating func note(_ description: ServerDescription) -> Bool {
    guard cloudID != description.cloudID || publicURL != description.publicURL else { return false }
    (cloudID, publicURL) = (description.cloudID, description.publicURL)
    return true
  }
}
