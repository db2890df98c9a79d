import CloudCore
import CloudModel
import CloudStorage
import Crypto
import Foundation
import LocalFiles
import SwiftASN1
import X509

/// The cloud's own authority, for a cloud for which no other one vouches.
///
/// Clients keep its certificate for as long as they use the cloud, and links name it by its pin. The certificates that
/// it signs are kept nowhere: each start makes a new one.
struct SelfMadeAuthority: Sendable {
  private static let day: TimeInterval = 86_400
  /// Our choices: before any cloud, and later than a cloud lives, because every client would need a new link.
  ///
  /// They are the same for all authorities: one that was made while the clock was wrong is valid when it is right.
  private static let (authorityStart, authorityEnd) = (
    Date(timeIntervalSince1970: 1_577_836_800), Date(timeIntervalSince1970: 4_102_444_800)
  )
  /// Our choice: what browsers accept at most.
  private static let certificateLife = 397 * day
  /// Our choice: the clocks of clients may be this far behind.
  private static let clockTolerance = day

  let pin: AuthorityPin
  private let certificate: Certificate
  private let key: Certificate.PrivateKey

  /// The authority whose files are in the folder; it is made where the folder has none.
  ///
  /// Throws where its key is lost, for files that cannot be used, and where it is not the one with the pin `known`.
  /// Then no key is made.
  init(in folder: String, name: String, known: AuthorityPin?) throws(HostError) {
    let files = CertificateFiles(
      chainPath: folder + "/authority.pem", keyPath: folder + "/authority.key")
    if known != nil, files.statuses == [nil, nil] { throw Self.isAnother(folder) }
    try PrivateDirectory.ensure(at: folder)
    guard FileStatus(link: files.keyPath) != nil || FileStatus(link: files.chainPath) == nil else {
      throw .certificate(
        reason: "The key \(files.keyPath) of the cloud's authority is missing. Put your copy back. "
          + "If there is none, move \(files.chainPath) away, and start once with "
          + "--tls-self-made-again: the cloud then makes another authority, and everybody needs a "
          + "new link.")
    }
    do {
      try Self.complete(files, name: name)
    } catch let error as HostError {
      throw error
    } catch {
      throw .certificate(
        reason: "The cloud's authority cannot be made in \(folder) (\(SystemReason.of(error))). "
          + "Check the disk, and the rights of the folder.")
    }
    let (certificates, key) = try files.read()
    guard let certificate = certificates.first,
      let publicKey = try? certificate.publicKey.serializeAsPEM().derBytes,
      let pin = AuthorityPin(bytes: Array(SHA256.hash(data: publicKey)))
    else { throw .certificate(reason: "\(files.chainPath) has no certificate of an authority.") }
    guard known == nil || pin == known else { throw Self.isAnother(folder) }
    self.certificate = certificate
    self.key = key
    self.pin = pin
  }

  private static func isAnother(_ folder: String) -> HostError {
    .certificate(
      reason: "The cloud's authority is not in \(folder), or another one is there: put your copy "
        + "of the folder back, or start once with --tls-self-made-again, which takes another "
        + "authority, and then everybody needs a new link.")
  }

  /// Makes what is missing: the key first, because a certificate can be made again from it.
  private static func complete(_ files: CertificateFiles, name: String) throws {
    if FileStatus(link: files.keyPath) == nil {
      let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
      try write(key.serializeAsPEM(), to: files.keyPath)
    }
    guard FileStatus(link: files.chainPath) == nil else { return }
    let key = try files.readKey()
    let subject = try DistinguishedName { CommonName("ZoneChat authority of \(name)") }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: authorityStart, notValidAfter: authorityEnd, issuer: subject,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: key.publicKey)
      }, issuerPrivateKey: key)
    try write(certificate.serializeAsPEM(), to: files.chainPath)
  }

  private static func write(_ document: PEMDocument, to path: String) throws {
    try FileDraft.write(Data((document.pemString + "\n").utf8), to: URL(fileURLWithPath: path))
  }

  /// A new certificate for host names and IP addresses, and that of the authority: a client that knows only the pin
  /// takes the latter from the chain.
  func pair(for names: [String], at now: Date) throws -> CertificatePair {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let alternatives = names.map { name in
      CallerNetwork.bytes(of: name).map {
        GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...]))
      } ?? .dnsName(name)
    }
    let own = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: now - Self.clockTolerance, notValidAfter: now + Self.certificateLife,
      issuer: certificate.subject, subject: DistinguishedName { CommonName(names.first ?? "") },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(alternatives)
        SubjectKeyIdentifier(hash: key.publicKey)
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
      }, issuerPrivateKey: self.key)
    return try CertificatePair([own, certificate], key: key)
  }
}
