package import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// A chain of certificates, the server's own first, and the key of this first one.
struct CertificatePair: Sendable {
  let chain: [NIOSSLCertificateSource]
  let key: NIOSSLPrivateKeySource
  let facts: CertificateFacts

  /// Throws where a certificate or the key cannot be used for TLS.
  init(_ certificates: [Certificate], key: Certificate.PrivateKey) throws {
    guard let own = certificates.first else { throw NIOSSLError.failedToLoadCertificate }
    chain = try certificates.map {
      .certificate(try NIOSSLCertificate(bytes: $0.serializeAsPEM().derBytes, format: .der))
    }
    self.key = .privateKey(
      try NIOSSLPrivateKey(bytes: key.serializeAsPEM().derBytes, format: .der))
    facts = try CertificateFacts(own)
  }
}

/// What a server's certificate says: for which names it is, and when it is valid.
package struct CertificateFacts: Sendable, Equatable {
  /// Host names and IP addresses.
  package let names: [String]
  package let notBefore: Date
  package let notAfter: Date

  fileprivate init(_ certificate: Certificate) throws {
    names =
      try certificate.extensions.subjectAlternativeNames?.compactMap(\.hostOrAddress) ?? []
    notBefore = certificate.notValidBefore
    notAfter = certificate.notValidAfter
  }

  /// Why no client trusts the certificate now, and what to do; nil while it is valid.
  package func trouble(at now: Date) -> String? {
    if now < notBefore {
      "the certificate is not valid before \(notBefore.formatted(.iso8601)), so no client trusts this server; "
        + "check the clock of this machine"
    } else if notAfter < now {
      "the certificate expired at \(notAfter.formatted(.iso8601)), so no client trusts this server; renew it, or "
        + "check the clock of this machine"
    } else {
      nil
    }
  }

  /// Whether less than a third of the time is left, or none of it has come: the clock was wrong when it was made.
  func needsRenewal(at now: Date) -> Bool {
    now < notBefore || notAfter.timeIntervalSince(now) < notAfter.timeIntervalSince(notBefore) / 3
  }
}

extension GeneralName {
  /// Nil for a name of another kind, and for an address of no such length.
  fileprivate var hostOrAddress: String? {
    switch self {
    case .dnsName(let name): name
    case .ipAddress(let address):
      try? SocketAddress(packedIPAddress: ByteBuffer(bytes: address.bytes), port: 0).ipAddress
    default: nil
    }
  }
}
