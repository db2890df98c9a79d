import Foundation

/// Apple's address of CloudKit Web Services, for clients that know no other: how they reach a cloud under this name.
struct AppleHost {
  /// Source: CloudKit Web Services Reference, Composing Web Service Requests.
  static let name = "api.apple-cloudkit.com"

  private let authority: String
  private let port: Int

  /// `folder` has the authority of the cloud, which listens at `port` of this machine.
  init(folder: String, port: Int) {
    authority =
      URL(fileURLWithPath: folder).appendingPathComponent("authority.pem")
      .standardizedFileURL.path
    self.port = port
  }

  /// What a client needs: the way, and the authority.
  var lines: [String] {
    [
      "For curl it is Apple's host with: --connect-to \(Self.name):443:127.0.0.1:\(port) --cacert \(authority)",
      "Others need ‘127.0.0.1 \(Self.name)’ in /etc/hosts, the cloud at port 443, and the authority, "
        + "mostly by SSL_CERT_FILE=\(authority)",
    ]
  }
}
