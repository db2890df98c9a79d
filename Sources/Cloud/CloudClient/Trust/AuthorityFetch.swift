package import CloudModel
import Crypto
package import Foundation
import NIOSSL
import SwiftASN1

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
      guard let certificate = try chain.first(where: { try Self.pin(of: $0) == pin }) else {
        throw refusal(
          "The server at \(server.authority) is not the one that this link was made for. "
            + "Do not go on; ask who gave you the link.")
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

  /// The pin of the first certificate in a text in PEM.
  ///
  /// Throws `.invalidArguments` if there is none.
  package static func pin(ofPEM text: String) throws(CloudError) -> AuthorityPin {
    do {
      guard let first = try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)).first,
        let pin = try Self.pin(of: first)
      else { throw NIOSSLError.failedToLoadCertificate }
      return pin
    } catch {
      throw CloudError(.invalidArguments, "There is no certificate in PEM that can be read.")
    }
  }

  private static func pin(of certificate: NIOSSLCertificate) throws -> AuthorityPin? {
    AuthorityPin(
      bytes: Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes())))
  }

  private static func refusal(_ sentence: String) -> CloudError {
    CloudError(.networkUnavailable, sentence)
  }
}
