import CloudStorage
import Foundation
import LocalFiles
import SwiftASN1
import X509

#if canImport(Glibc)
import Glibc
#endif

/// A chain of certificates and its key in two PEM files.
struct CertificateFiles: Sendable {
  /// Our choice: a hundred times what a chain has.
  private static let mostBytes = 1 << 20

  /// Of the certificates, the server's own first.
  let chainPath: String
  let keyPath: String

  /// Equal to the statuses of another moment if neither file has changed since.
  var statuses: [FileStatus?] { [FileStatus(chainPath), FileStatus(keyPath)] }

  /// Reads both; throws where they cannot be read, or do not belong to each other.
  func read() throws(HostError) -> ([Certificate], Certificate.PrivateKey) {
    let certificates = try readChain()
    guard let own = certificates.first else {
      throw .certificate(reason: "\(chainPath) has no certificate in the form of PEM.")
    }
    let key = try readKey()
    guard key.publicKey == own.publicKey else {
      throw .certificate(
        reason: "The key in \(keyPath) is not that of the first certificate in \(chainPath). Put "
          + "the server's own certificate first, and take the key with which it was made.")
    }
    return (certificates, key)
  }

  /// Throws where others can read the key.
  func readKey() throws(HostError) -> Certificate.PrivateKey {
    guard FileStatus(keyPath).map({ $0.mode & 0o007 == 0 }) ?? true else {
      throw .certificate(
        reason: "Others can read the key in \(keyPath). Make it private with: chmod o= \(keyPath)")
    }
    let text = try Self.text(in: keyPath)
    // Parameters may stand before the key. Whatever is wrong with them, the sentence below says what is wanted.
    let documents = try? PEMDocument.parseMultiple(pemString: text)
    guard let document = documents?.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }),
      let key = try? Certificate.PrivateKey(pemDocument: document)
    else {
      throw .certificate(
        reason: "\(keyPath) has no private key that the cloud can read. It must be a PEM file "
          + "without a passphrase, with a key of RSA, ECDSA or Ed25519.")
    }
    return key
  }

  private func readChain() throws(HostError) -> [Certificate] {
    let text = try Self.text(in: chainPath)
    do {
      return try PEMDocument.parseMultiple(pemString: text)
        .filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
        .map { try Certificate(pemDocument: $0) }
    } catch {
      throw .certificate(
        reason: "The certificates in \(chainPath) cannot be understood. The file is damaged, or is "
          + "no PEM file.")
    }
  }

  private static func text(in path: String) throws(HostError) -> String {
    // Nothing else is opened, because reading a pipe may last for ever. Whatever the cause, the rights are what to
    // check.
    guard FileStatus(path).map({ $0.mode & S_IFMT == S_IFREG }) == true,
      let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: mostBytes)
    else {
      throw .certificate(
        reason: "\(path) cannot be read. Check that it is a file, its rights, and those of its "
          + "folders.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
