package import CloudModel
package import CloudRules
package import CloudStorage
import Foundation
import LocalFiles
package import Logging
import NIOCore
import NIOSSL
import Synchronization

/// The certificate by which a client knows that it has reached this cloud.
///
/// 1. Every handshake has the newest certificate that can be used: changed files are read again, and one of the cloud's
///    own authority is renewed before it ends. So nothing has to be restarted, and no timer runs.
/// 2. A change that cannot be used is logged once, and the certificate before it stays.
package final class ServerCertificate: Sendable {
  private enum Source: Sendable {
    case files(CertificateFiles)
    case authority(SelfMadeAuthority, names: [String], now: @Sendable () -> Date)
  }

  private struct State: Sendable {
    var pair: CertificatePair
    /// Of the files, when they were read last.
    var statuses: [FileStatus?] = []
  }

  private let source: Source
  private let logger: Logger
  private let state: Mutex<State>

  private init(_ source: Source, _ state: State, _ logger: Logger) {
    self.source = source
    self.logger = logger
    self.state = Mutex(state)
  }

  /// A certificate in PEM files: the certificates, the server's own first, and its key, which others must not be able
  /// to read.
  package static func files(
    chain: String, key: String, logger: Logger
  ) throws(HostError) -> ServerCertificate {
    let files = CertificateFiles(chainPath: chain, keyPath: key)
    // Before they are read: what changes meanwhile is read again.
    let statuses = files.statuses
    return ServerCertificate(
      .files(files), State(pair: try pair(files), statuses: statuses), logger)
  }

  /// A certificate for these host names and IP addresses, of an authority that the cloud keeps in `folder`.
  ///
  /// `serverName` is for people, who see it in the authority's name. With `known` only the authority with this pin is
  /// taken, and none is made.
  package static func selfMade(
    in folder: String, names: [String], serverName: String, known: AuthorityPin? = nil,
    surroundings: Surroundings, logger: Logger
  ) throws(HostError) -> ServerCertificate {
    let authority = try SelfMadeAuthority(in: folder, name: serverName, known: known)
    do {
      let pair = try authority.pair(for: names, at: surroundings.now())
      return ServerCertificate(
        .authority(authority, names: names, now: surroundings.now), State(pair: pair), logger)
    } catch {
      throw .certificate(
        reason: "No certificate can be made for \(names.joined(separator: ", ")). Check the names.")
    }
  }

  /// The same for the cloud of a store, which notes its authority at the first time and then takes no other one, unless
  /// `isNewAllowed`.
  package static func selfMade(
    in folder: String, names: [String], serverName: String, of store: any CloudStore,
    isNewAllowed: Bool, surroundings: Surroundings, logger: Logger
  ) throws -> ServerCertificate {
    let setting = StoreIdentity.authoritySettingName
    let noted = try store.readRegistry { try $0.setting(setting) }
    let certificate = try selfMade(
      in: folder, names: names, serverName: serverName,
      known: isNewAllowed ? nil : noted.flatMap { AuthorityPin($0) }, surroundings: surroundings,
      logger: logger)
    if let pin = certificate.authorityPin?.description, pin != noted {
      try store.writeRegistry { registry in
        guard try registry.lockSetting(setting) != pin else { return }
        try registry.setSetting(setting, to: pin)
      }
    }
    return certificate
  }

  /// Names the cloud's own authority in links; nil where others vouch for the cloud.
  package var authorityPin: AuthorityPin? {
    switch source {
    case .files: nil
    case .authority(let authority, _, _): authority.pin
    }
  }

  /// What the certificate of the next handshake says.
  package func facts() -> CertificateFacts { current().facts }

  /// The configuration of listeners, which wait as long as `closing` for the client's own end of a connection.
  func tlsConfiguration(closing: Duration) -> TLSConfiguration {
    let pair = current()
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: pair.chain, privateKey: pair.key)
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    configuration.shutdownTimeout = TimeAmount(closing)
    configuration.sslContextCallback = { [self] _, promise in
      let pair = current()
      var override = NIOSSLContextConfigurationOverride()
      override.certificateChain = pair.chain
      override.privateKey = pair.key
      promise.succeed(override)
    }
    return configuration
  }

  private func current() -> CertificatePair {
    state.withLock { state in
      do {
        switch source {
        case .files(let files):
          let statuses = files.statuses
          if statuses != state.statuses {
            state.statuses = statuses
            state.pair = try Self.pair(files)
            logger.notice("the certificate was read again")
          }
        case .authority(let authority, let names, let now):
          if state.pair.facts.needsRenewal(at: now()) {
            state.pair = try authority.pair(for: names, at: now())
          }
        }
      } catch {
        logger.error("the certificate before it stays in use: \(error)")
      }
      return state.pair
    }
  }

  private static func pair(_ files: CertificateFiles) throws(HostError) -> CertificatePair {
    let (certificates, key) = try files.read()
    do {
      return try CertificatePair(certificates, key: key)
    } catch {
      throw .certificate(
        reason: "The certificates in \(files.chainPath) cannot be used for TLS (\(error)).")
    }
  }
}
