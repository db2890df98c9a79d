package import CloudModel
import NIOCore
import NIOSSL
import SwiftASN1

/// Whose word a client takes for who a server on a network is.
package enum ServerTrust: Sendable, Hashable {
  /// The authorities in the machine's own list.
  case system
  /// The authorities in a file in PEM, and nobody else.
  case file(_ path: String)
  /// These authorities, whose certificates are in PEM, and nobody else.
  ///
  /// Without them the machine would decide: `insteadOf` is `.system` or `.file`.
  indirect case authorities(pem: String, insteadOf: ServerTrust = .system)

  /// Trusts the certificates in a text in PEM; what else is in the text is not kept.
  ///
  /// Throws `.invalidArguments` if it has no certificate, or one that cannot be read.
  package init(pem text: String) throws(CloudError) {
    do {
      let certificates = try PEMDocument.parseMultiple(pemString: text)
        .filter { $0.discriminator == "CERTIFICATE" }
      for certificate in certificates {
        _ = try NIOSSLCertificate(bytes: certificate.derBytes, format: .der)
      }
      guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
      self = .authorities(pem: certificates.map { $0.pemString + "\n" }.joined())
    } catch {
      throw CloudError(
        .invalidArguments, "There is no certificate in PEM, or one that cannot be read.")
    }
  }

  /// Whom a client trusts if nobody says it now: the authorities that were chosen for this server before, or else
  /// those of `SSL_CERT_FILE`, or else those of the machine.
  package init(kept authorities: String?, environment: [String: String]) {
    var machine = ServerTrust.system
    if let file = environment["SSL_CERT_FILE"], !file.isEmpty { machine = .file(file) }
    self = authorities.map { .authorities(pem: $0, insteadOf: machine) } ?? machine
  }

  /// What a profile keeps of a choice; nil where the machine decides each time.
  package var kept: String? {
    guard case .authorities(let pem, _) = self else { return nil }
    return pem
  }

  /// Our choice: at the end of a connection, a client waits this long for the server's own end.
  ///
  /// A proxy that waits for the answer to a long poll ends its side only then. Each answer has its own end, so nothing
  /// is lost.
  private static let closing = TimeAmount.milliseconds(250)

  /// The TLS of a client with this trust.
  var tlsConfiguration: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.shutdownTimeout = Self.closing
    switch self {
    case .system: break
    case .file(let path): configuration.trustRoots = .file(path)
    case .authorities(let pem, _):
      // A text without a certificate trusts nobody.
      let certificates = (try? NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))) ?? []
      configuration.trustRoots = .certificates(certificates)
    }
    return configuration
  }
}
