package import CloudModel
package import Foundation

/// What a server shows to everybody, whether it is trusted or not: for words about it.
package struct ServerSight: Sendable, Equatable {
  /// The server's own certificate.
  package var certificate: ShownCertificate
  /// The time that the server says it is.
  package var date: Date?

  package init(certificate: ShownCertificate, date: Date?) {
    self.certificate = certificate
    self.date = date
  }

  /// Looks at a server with TLS.
  ///
  /// Throws `.networkUnavailable` if nobody answers there, or without TLS.
  package static func look(at server: ServerOrigin) async throws(CloudError) -> ServerSight {
    do {
      let sight = try await TLSProbe.look(at: server, asking: TLSProbe.question(to: server))
      guard let own = sight.chain.first else {
        throw CloudError(.networkUnavailable, "\(server) shows no certificate.")
      }
      return ServerSight(certificate: try ShownCertificate(own), date: sight.date)
    } catch {
      let address = CloudAddress(server)
      if let failure = TLSFailure(error), let trouble = TLSTrouble(failure, trust: .system) {
        throw CloudError(trouble, at: address)
      }
      throw CloudError(transportFailure: error, at: address)
    }
  }
}
