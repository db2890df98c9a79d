package import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate that a server has shown, which proves nothing.
package struct ShownCertificate: Sendable, Equatable {
  /// Whose certificate it is, and who has signed it: common names, or whole names where there are none.
  package var subject: String
  package var issuer: String
  package var notValidBefore: Date
  package var notValidAfter: Date
  package var names: CertificateNames
  /// Whether it may sign other certificates.
  package var isAuthority: Bool

  package init(
    subject: String, issuer: String, notValidBefore: Date, notValidAfter: Date,
    names: CertificateNames = CertificateNames(), isAuthority: Bool = false
  ) {
    self.subject = subject
    self.issuer = issuer
    self.notValidBefore = notValidBefore
    self.notValidAfter = notValidAfter
    self.names = names
    self.isAuthority = isAuthority
  }

  /// Throws for a certificate that cannot be read, or has a key of a kind that is not known.
  init(_ shown: NIOSSLCertificate) throws {
    let certificate = try Certificate(derEncoded: try shown.toDERBytes())
    subject = certificate.subject.commonName ?? "\(certificate.subject)"
    issuer = certificate.issuer.commonName ?? "\(certificate.issuer)"
    notValidBefore = certificate.notValidBefore
    notValidAfter = certificate.notValidAfter
    names = CertificateNames(certificate)
    // An extension that cannot be read gives no right.
    let constraints = try? certificate.extensions.basicConstraints
    isAuthority = if case .some(.isCertificateAuthority) = constraints { true } else { false }
  }

  package var isSelfSigned: Bool { subject == issuer }

  package func isValid(at date: Date) -> Bool { notValidBefore <= date && date <= notValidAfter }
}
