import ArgumentParser
import CloudClient
import CloudModel
package import CloudWire
import CommandSupport
import Foundation

/// The option for the address in a link with a code, and the making of such a link.
struct CodeLinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Begin the link with this address of the server.",
      discussion:
        "The default is the address that the server gives itself, or else the one at which this command has reached it.",
      valueName: "url"))
  var address: String?

  func validate() throws {
    guard let address else { return }
    guard let origin = ServerOrigin(address), origin.mayBeInLinks else {
      throw ValidationError(
        "--address is the address of a server with TLS, as people reach it: https://HOST or https://HOST:PORT."
      )
    }
  }

  /// Makes a code, and the link that has it; `inviter` is the name of who invites, as a link spells it.
  func make(
    _ request: CodeRequest, by administration: CloudAdministration, from inviter: String? = nil
  ) async throws -> CodeJSON {
    try await CodeJSON.make(request, by: administration, at: address, from: inviter)
  }
}

extension CodeJSON {
  /// Makes a code, and the link that has it, with an address or the one that the server gives itself.
  ///
  /// Nothing is made where the link would have no address.
  static func make(
    _ request: CodeRequest, by administration: CloudAdministration, at address: String? = nil,
    from inviter: String? = nil
  ) async throws -> CodeJSON {
    let server = try await administration.server()
    let given = [address, server.publicURL].compactMap(\.self).first.flatMap { ServerOrigin($0) }
    guard let origin = given ?? administration.connection.address.origin else {
      throw Failure(
        "The link needs an address by which people reach this server, and the server knows none. Give it with "
          + "--address https://HOST, or start the server with --public-url.", code: .usage)
    }
    guard origin.mayBeInLinks else {
      throw Failure(
        "\(origin) is plain HTTP, and no client opens a link over that. Give the address of the server with TLS: "
          + "--address https://HOST.", code: .usage)
    }
    let made = try await administration.makeCode(request)
    let pin = origin.isSecure ? made.authorityPin.flatMap { AuthorityPin($0) } : nil
    let link = ServerLink(
      place: ServerPlace(origin: origin, pin: pin),
      words: (server.name ?? request.name).flatMap { ServerLink.words(of: $0) }, code: made.code,
      inviter: inviter)
    return CodeJSON(made.entry, link: link.description, isLocal: origin.isLoopback)
  }
}

/// A code, as `--json` prints it; the code itself is only in the link of one that was just made.
package struct CodeJSON: Encodable {
  var id: String
  var kind: CodeKind
  var state: CodeState
  var name: String?
  var issuer: String?
  var createdAt: Date
  var expiresAt: Date
  var uses: Int
  var lastUsedBy: String?
  var link: String?
  /// Whether the link leads only to the machine on which it is opened.
  var isLocal: Bool?

  package init(_ entry: CodeEntry, link: String? = nil, isLocal: Bool? = nil) {
    id = entry.id
    kind = entry.kind
    state = entry.state
    name = entry.name
    issuer = entry.issuer
    createdAt = Date(millisecondsSince1970: entry.createdAt)
    expiresAt = Date(millisecondsSince1970: entry.expiresAt)
    uses = entry.uses
    lastUsedBy = entry.lastUsedBy
    self.link = link
    self.isLocal = isLocal
  }

  /// Prints the link, or everything with `isJSON`; then says what the link is for, how it is used, and how
  /// to take it back.
  ///
  /// `command` has a command of ‘zonechat cloud’ as a person types it for the link's server.
  func write(_ purpose: String, isJSON: Bool, command: (String) -> String) throws {
    guard !isJSON, let link else { return try Output.json(self) }
    try Output.line(link)
    let until = Output.time(expiresAt)
    Output.note(
      "\(purpose), until \(until). On the other machine: zonechat 'LINK', with this link. "
        + "‘\(command("invitations"))’ lists it, ‘\(command("invitations revoke \(id)"))’ takes it back."
    )
    if isLocal == true {
      Output.note("The address in the link is this machine itself, so it works nowhere else.")
    }
  }
}
