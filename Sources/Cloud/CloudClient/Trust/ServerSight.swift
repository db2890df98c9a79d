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

  /// Our choice, in seconds: clocks that something sets differ by less.
  private static let clockSeconds = 60.0

  /// The two clocks and what to do, if they differ; `now` is this machine's.
  ///
  /// The certificate may be valid by both. Then nothing else says that messages get wrong times.
  package func clockTrouble(at now: Date) -> String? {
    guard let date, abs(date.timeIntervalSince(now)) > Self.clockSeconds else { return nil }
    return
      "this machine's says \(now.formatted(.iso8601)), the server's \(date.formatted(.iso8601)), which is "
      + "\(Self.difference(date.timeIntervalSince(now))), so messages get wrong times. "
      + "Set the clock; if this one is right, tell the server's administrator"
  }

  /// The difference of two clocks in the largest unit of which it has two: `3 hours later`.
  private static func difference(_ seconds: Double) -> String {
    let minutes = Int((abs(seconds) / 60).rounded())
    let (count, unit) =
      switch minutes {
      case ..<120: (minutes, minutes == 1 ? "minute" : "minutes")
      case ..<2880: (minutes / 60, "hours")
      default: (minutes / 1440, "days")
      }
    return "\(count) \(unit) \(seconds > 0 ? "later" : "earlier")"
  }

  /// The clocks of a server with TLS and of this machine, and what to do, if they differ.
  ///
  /// Nil also where the server shows no time now: then there is none to compare.
  package static func clockTrouble(
    of address: CloudAddress, now: @Sendable () -> Date
  ) async -> String? {
    guard let server = address.origin, server.isSecure else { return nil }
    return try? await look(at: server).clockTrouble(at: now())
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
