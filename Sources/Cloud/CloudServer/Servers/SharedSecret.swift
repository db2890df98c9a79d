import CloudRules
import CloudStorage
import Foundation

/// A secret that all servers of a cloud must have: it is in their store, sealed, and each has it in a file too.
///
/// The store's counts. It is taken from the file of the server that starts first, or made.
struct SharedSecret {
  static let administratorSetting = "servers.administrator"
  static let clientSetting = "servers.client"

  let store: any SharedStore
  let purpose: SecretFile.Purpose
  /// The setting that keeps it.
  let setting: String

  /// The secret; the file at `path` is made where it is missing.
  ///
  /// Throws `HostError.secretDiffers` for a file with another secret.
  func value(at path: String?, make: () -> String) throws -> String {
    var kept: String?
    if let path, FileManager.default.fileExists(atPath: path) {
      kept = try SecretFile.secret(at: path, for: purpose, make: make)
    }
    let secret = kept ?? make()
    let shared = try store.writeRegistry { registry in
      if let sealed = try registry.lockSetting(setting) { return try open(sealed) }
      let sealed = try store.atRestKey.seal(
        Data(secret.utf8), for: .secrets, boundTo: setting)
      try registry.setSetting(setting, to: sealed.base64EncodedString())
      return secret
    }
    guard kept == nil || kept == shared else { throw HostError.secretDiffers(path ?? "") }
    if let path, kept == nil { _ = try SecretFile.secret(at: path, for: purpose) { shared } }
    return shared
  }

  private func open(_ sealed: String) throws -> String {
    guard let bytes = Data(base64Encoded: sealed) else {
      throw StoreError.damaged(what: "the secret ‘\(setting)’ cannot be read")
    }
    let secret = try store.atRestKey.open(bytes, for: .secrets, boundTo: setting)
    return String(decoding: secret, as: UTF8.self)
  }
}
