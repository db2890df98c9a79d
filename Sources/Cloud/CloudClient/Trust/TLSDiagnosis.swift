import CloudModel
import Foundation
import Synchronization

/// Finds out why the certificate of a server was refused; looks at the server at most once a minute.
///
/// Requests that fail before the first look is done look themselves.
final class TLSDiagnosis: Sendable {
  private static let pauseSeconds = 60.0
  private static let refused = TLSTrouble.other("its certificate was refused")

  private let address: CloudAddress
  private let trust: ServerTrust
  private let now: (@Sendable () -> Date)?
  private let last = Mutex<(at: Date, trouble: TLSTrouble)?>(nil)

  /// Without a clock it does not look.
  init(of address: CloudAddress, trust: ServerTrust, now: (@Sendable () -> Date)?) {
    self.address = address
    self.trust = trust
    self.now = now
  }

  func trouble(after failure: TLSFailure) async -> TLSTrouble {
    if let trouble = TLSTrouble(failure, trust: trust) { return trouble }
    guard let start = now?(), let server = address.origin else { return Self.refused }
    if let last = last.withLock({ $0 }),
      (0..<Self.pauseSeconds).contains(start.timeIntervalSince(last.at))
    {
      return last.trouble
    }
    let trouble = await look(at: server, after: failure, now: start)
    last.withLock { $0 = (start, trouble) }
    return trouble
  }

  private func look(
    at server: ServerOrigin, after failure: TLSFailure, now: Date
  ) async -> TLSTrouble {
    do {
      let sight = try await TLSProbe.look(at: server, asking: TLSProbe.question(to: server))
      let chain = try sight.chain.map { try ShownCertificate($0) }
      // TLS has looked at the names last: everything else is as it should be.
      if failure == .name, let own = chain.first { return .wrongName(own.names.spelled) }
      let trouble = TLSTrouble(
        refused: chain, by: trust, for: server.host, now: now, serverTime: sight.date)
      guard trouble == .otherAuthority(isKnownHere: false) else { return trouble }
      return .otherAuthority(isKnownHere: await isKnownHere(server))
    } catch {
      // The server shows nothing that can be read any more: what was seen first counts.
      return Self.refused
    }
  }

  /// Whether this machine would trust the server if no authority was chosen for it.
  private func isKnownHere(_ server: ServerOrigin) async -> Bool {
    guard case .authorities(_, let machine) = trust else { return false }
    // Whatever goes wrong there, it is not trusted.
    return
      (try? await TLSProbe.look(
        at: server, asking: TLSProbe.question(to: server), trusting: machine)) != nil
  }
}
