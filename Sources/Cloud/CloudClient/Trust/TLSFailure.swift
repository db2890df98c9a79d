import NIOCore
import NIOPosix
import NIOSSL

/// What TLS says of a connection that it has not begun: nothing was sent on it.
///
/// An error of a connection that was in use is none of these, because a request may have been sent.
enum TLSFailure: Sendable, Equatable {
  /// The certificate is one that is trusted, and for another host.
  case name
  /// The certificate is not trusted, or not valid now.
  case certificate
  /// The server does not speak TLS.
  case notTLS
  /// The server closed the connection before TLS had begun.
  case closed
  /// The list of authorities cannot be read.
  case noAuthorities
  /// Something else, by BoringSSL's own word.
  case other(String)

  init?(_ error: any Error) {
    switch error {
    case let error as NIOConnectionError:
      // The errors of all addresses that the host's name has.
      let failures = error.connectionErrors.lazy.compactMap { TLSFailure($0.error) }
      guard let failure = failures.first else { return nil }
      self = failure
    case let error as NIOSSLExtraError
    where error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch:
      self = .name
    case NIOSSLError.handshakeFailed(.sslError(let stack)):
      self = Self.reason(stack.map(\.description).joined(separator: " "))
    case NIOSSLError.handshakeFailed(let reason): self = .other("\(reason)")
    // These come while the list is read, before there is a connection.
    case NIOSSLError.noSuchFilesystemObject, NIOSSLError.failedToLoadCertificate,
      BoringSSLError.unknownError:
      self = .noAuthorities
    default: return nil
    }
  }

  /// Finds BoringSSL's word in its texts: `error:1000007d:SSL routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED`.
  private static func reason(_ text: String) -> TLSFailure {
    let word = text.firstMatch(of: /OPENSSL_internal:(\w+)/).map { String($0.output.1) }
    return switch word {
    case "CERTIFICATE_VERIFY_FAILED": .certificate
    case "WRONG_VERSION_NUMBER", "HTTP_REQUEST": .notTLS
    case let word?: .other(word)
    case nil: .closed
    }
  }
}
