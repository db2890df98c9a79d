import CloudPlanFile
import CommandSupport
import Foundation
import LocalFiles
import Processes

/// Gives the server each new certificate that certbot has got, which only root can read.
///
/// Source: certbot's documentation, “renewal hooks”: programs in this folder run after each renewal.
struct RenewalHook: Sendable {
  private static let live = "/etc/letsencrypt/live/"
  private static let path = "/etc/letsencrypt/renewal-hooks/deploy/zonechat"

  /// The folder of the certificate, which certbot names in `RENEWED_LINEAGE`.
  private let lineage: String
  /// The folder that gets the copies.
  private let target: String

  /// Nil for a certificate that is not certbot's.
  init?(chain: String, key: String, target: String) {
    let folder = (chain as NSString).deletingLastPathComponent
    let name = folder.dropFirst(Self.live.count)
    guard folder.hasPrefix(Self.live), !name.isEmpty,
      key == folder + "/privkey.pem", chain == folder + "/fullchain.pem",
      (name + target).utf8.allSatisfy({ $0.isPlain })
    else { return nil }
    lineage = folder
    self.target = target
  }

  /// The files of certbot for a host; nil where there are none, or this user cannot see them.
  static func certificate(for host: String) -> (chain: String, key: String)? {
    let (chain, key) = ("\(live)\(host)/fullchain.pem", "\(live)\(host)/privkey.pem")
    guard FileStatus(chain) != nil, FileStatus(key) != nil else { return nil }
    return (chain, key)
  }

  /// Where the copies are.
  var identity: ServerFile.Identity {
    .files(chain: target + "/fullchain.pem", key: target + "/privkey.pem")
  }

  var text: String {
    """
    #!/bin/sh
    # Gives ZoneChat the renewed certificate, which the server then reads by itself.
    set -e
    [ "$RENEWED_LINEAGE" = '\(lineage)' ] || exit 0
    install -d -m 0750 -g zonechat '\(target)'
    install -m 0640 -g zonechat "$RENEWED_LINEAGE/privkey.pem" '\(target)/privkey.pem'
    install -m 0640 -g zonechat "$RENEWED_LINEAGE/fullchain.pem" '\(target)/fullchain.pem'

    """
  }

  /// Writes the program, and runs it for the certificate that is there.
  func install() async throws(Failure) {
    try ServerFiles.write(text, to: Self.path, mode: 0o755)
    var environment = Live.environment
    environment["RENEWED_LINEAGE"] = lineage
    let result = await Child.runAside(
      [Self.path], environment: environment, output: .captured, .killed(after: .seconds(60)))
    guard result?.code == 0 else {
      let reason = result?.errorOutput.split(separator: "\n").last.map { " (\($0))" } ?? ""
      throw Failure(
        "\(Self.path) could not copy the certificate\(reason). Run it by hand with RENEWED_LINEAGE=\(lineage)."
      )
    }
  }
}

extension UInt8 {
  /// Whether the byte means only itself between quotes in a shell.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
