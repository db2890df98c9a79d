package import CloudModel
import Crypto
package import Foundation
import NIOSSL
import SwiftASN1
import X509

/// Takes the authority of a server from the server itself, where a link has the hash of its key.
///
/// The certificate that comes back proves nothing about this connection, on which nothing is sent: every later
/// connection is verified against it, and against nothing else.
package enum AuthorityFetch {
  /// The certificate with this pin, in PEM, from those that the server shows.
  ///
  /// Throws `.networkUnavailable` if the server shows none, or one that is no authority or not valid now.
  package static func authority(
    at address: CloudAddress, pin: AuthorityPin, now: Date
  ) async throws(CloudError) -> String {
    guard let server = address.origin, server.isSecure else {
      throw CloudError(
        .invalidArguments, "\(address) has no TLS, and so no authority. Write https://HOST.")
    }
    let shown: ShownCertificate
    let pem: String
    do {
      let chain = try await TLSProbe.look(at: server).chain
      // One with a key of a kind that is not known is not the one.
      guard let certificate = chain.first(where: { (try? Self.pin(of: $0)) == pin }) else {
        throw refusal(
          "The server at \(server.authority) is not the one that this link was made for. "
            + "A network that asks you to sign in (hotel, train) looks like this too: open a page in a browser first. "
            + "Otherwise do not go on; ask who gave you the link.")
      }
      shown = try ShownCertificate(certificate)
      pem = PEMDocument(type: "CERTIFICATE", derBytes: try certificate.toDERBytes()).pemString
    } catch {
      if let failure = TLSFailure(error), let trouble = TLSTrouble(failure, trust: .system) {
        throw CloudError(trouble, at: address)
      }
      throw CloudError(transportFailure: error, at: address)
    }
    guard shown.isAuthority else {
      throw refusal(
        "The link names a certificate of \(server.authority) that is no authority. "
          + "Ask who gave you the link for a new one.")
    }
    guard shown.isValid(at: now) else {
      throw CloudError(
        now < shown.notValidBefore
          ? TLSTrouble.notYetValid(from: shown.notValidBefore)
          : .expired(on: shown.notValidAfter), at: address)
    }
    return pem + "\n"
  }

  /// The pin by which links can name the authority in a text in PEM; nil if they cannot.
  ///
  /// They can if the text is one certificate, of an authority that has signed it itself. Of several nobody knows which
  /// one the server shows, and one that another authority has signed says nothing to who trusts only it.
  package static func pin(ofPEM text: String) -> AuthorityPin? {
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)),
      certificates.count == 1, let only = certificates.first,
      let shown = try? ShownCertificate(only), shown.isAuthority,
      let certificate = try? Certificate(derEncoded: only.toDERBytes()),
      certificate.issuer == certificate.subject,
      certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    else { return nil }
    return try? Self.pin(of: only)
  }

  private static func pin(of certificate: NIOSSLCertificate) throws -> AuthorityPin? {
    AuthorityPin(
      bytes: Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes())))
  }

  private static func refusal(_ sentence: String) -> CloudError {
    var refusal = CloudError(.networkUnavailable, sentence)
    refusal.isUntrusted = true
    return refusal
  }
}
