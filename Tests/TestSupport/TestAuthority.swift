import CloudCore
import Crypto
package import Foundation
import SwiftASN1
import X509

/// An authority of a test: it signs certificates for any names and times.
package struct TestAuthority: Sendable {
  /// Our choice: every certificate of an authority is valid in these years unless the test says otherwise; the clocks
  /// of tests are between.
  private static let (start, end) = (
    Date(timeIntervalSince1970: 946_684_800), Date(timeIntervalSince1970: 4_000_000_000)
  )

  /// The certificate of the authority itself.
  package let pem: String
  private let key: Certificate.PrivateKey
  private let subject: DistinguishedName

  package init(named name: String = "Test authority") throws {
    key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    subject = try DistinguishedName { CommonName(name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: Self.start, notValidAfter: Self.end, issuer: subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      }, issuerPrivateKey: key)
    pem = try certificate.serializeAsPEM().pemString + "\n"
  }

  /// A certificate for names and IP addresses, followed by that of the authority; and its key.
  package func certificate(
    for names: [String], notBefore: Date, notAfter: Date
  ) throws -> (chainPEM: String, keyPEM: String) {
    let made = try Self.sign(names, notBefore, notAfter, issuer: subject, by: key)
    return (made.pem + pem, made.keyPEM)
  }

  /// The same, valid whenever a test runs.
  package func certificate(for names: [String]) throws -> (chainPEM: String, keyPEM: String) {
    try certificate(for: names, notBefore: Self.start, notAfter: Self.end)
  }

  /// A certificate that its own key has signed, and no authority.
  package static func selfSigned(
    for names: [String]
  ) throws -> (chainPEM: String, keyPEM: String) {
    let made = try sign(names, start, end, issuer: nil, by: nil)
    return (made.pem, made.keyPEM)
  }

  /// Signs with the new key itself where no other is given.
  private static func sign(
    _ names: [String], _ notBefore: Date, _ notAfter: Date, issuer: DistinguishedName?,
    by issuerKey: Certificate.PrivateKey?
  ) throws -> (pem: String, keyPEM: String) {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let subject = try DistinguishedName { CommonName(names.first ?? "nobody") }
    let alternatives = names.map { name in
      CallerNetwork.bytes(of: name).map {
        GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...]))
      } ?? .dnsName(name)
    }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: notBefore, notValidAfter: notAfter, issuer: issuer ?? subject,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(alternatives)
      }, issuerPrivateKey: issuerKey ?? key)
    return (
      try certificate.serializeAsPEM().pemString + "\n",
      try key.serializeAsPEM().pemString + "\n"
    )
  }
}
