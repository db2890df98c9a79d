import Foundation

/// A folder with the two files of a certificate, as an administrator has them.
struct CertificateFolder: Sendable {
  let path: String

  var chain: String { path + "/chain.pem" }
  var key: String { path + "/key.pem" }

  /// Puts these in the place of what is there.
  func write(_ pair: (chainPEM: String, keyPEM: String)) throws {
    try write(pair.chainPEM, to: chain)
    try write(pair.keyPEM, to: key)
  }

  func write(_ text: String, to file: String) throws {
    // A new file each time, as programs that renew certificates make it.
    try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
  }
}
