import ArgumentParser
import ChatWords
import CloudClient
import CloudModel
import CommandSupport
import Foundation
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

struct AccountLinkDeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link-device", abstract: "Make a link that signs in another device of yours.",
    discussion: """
      On the other device, ‘zonechat LINK’ signs in without a passphrase. The link can be used once and for a short \
      time. Whoever has it until then can sign in as you, so send it to nobody.

      The passphrase proves that it is you. The command asks for it, unless --passphrase-file is given. The link does \
      not carry your keys for sealed chats: ‘zonechat account keys open’ opens them there.
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var passphrase: PassphraseFileOption

  func run() async throws {
    try await Session.with(options) { session in
      guard let server = session.server else {
        throw Failure(
          "The account is in a cloud that no other machine reaches by a link. For several devices, use a server that all "
            + "of them reach, at an https address.")
      }
      let passphrase = try session.passphrase(
        file: passphrase.file, sendsWhole: passphrase.isWhole)
      let made: (code: String, lifeSeconds: Int64)
      do throws(CloudError) {
        made = try await session.container.makeCode(of: .device, passphrase: passphrase)
      } catch {
        throw Failure(cloud: error)
      }
      let link = ServerLink(place: server, code: made.code).description
      if options.json {
        return try Output.json(DeviceLinkJSON(link: link, lifeSeconds: made.lifeSeconds))
      }
      try Output.line(link)
      Self.showCode(of: link)
      Output.note(
        "On the other device run: zonechat '\(link)'. It signs in one device as \(session.credentials.name), within "
          + "\(NewPersonWords.time(made.lifeSeconds)). Send it to nobody.")
    }
  }

  /// Draws the link for a phone's camera, where somebody looks at a terminal that has room for it.
  private static func showCode(of link: String) {
    guard isatty(STDERR_FILENO) == 1, let columns = Output.columns, let code = QRCode(link),
      let zone = QRCode.quietZones.first(where: { code.size + 2 * $0 <= columns })
    else { return }
    // Light on dark, whatever the terminal's own colours are: bright white on black.
    Output.drawing(code.halfBlocks(quietZone: zone).map { "\u{1B}[97;40m\($0)\u{1B}[0m" })
  }
}

/// A link for another device, as `--json` prints it.
private struct DeviceLinkJSON: Encodable {
  var link: String
  /// How long it counts from now on.
  var lifeSeconds: Int64
}
