import CloudModel
package import Foundation
import NIOSSL

/// The reason why a server is not trusted, as people can act on it.
package enum TLSTrouble: Sendable, Equatable {
  /// The certificate is valid by the server's clock, and not by this machine's.
  case wrongClock(here: Date, there: Date)
  case expired(on: Date)
  /// The moment is said, because clocks that differ by less than a day are not told apart.
  case notYetValid(from: Date)
  /// The certificate is for these hosts.
  case wrongName([String])
  /// The server has an authority, and not the one that was chosen for it.
  ///
  /// `isKnownHere` is whether this machine would trust it if none was chosen.
  case otherAuthority(isKnownHere: Bool)
  case selfSigned
  case unknownAuthority(issuer: String)
  /// The machine's list of authorities, or the file that takes its place, cannot be read.
  case noAuthorities(file: String?)
  case notTLS
  /// The server closed the connection before TLS had begun.
  case closed
  /// Something else, by TLS's own word.
  case other(String)

  /// Our choice: no clock that is set by hand is so wrong, and certificates are made for at least some days.
  private static let clockSeconds = 86_400.0

  /// Says why a certificate was refused, from what the server shows to somebody who does not trust it.
  ///
  /// - Parameters:
  ///   - chain: the server's certificates, its own first.
  ///   - trust: whose word was asked for.
  ///   - host: the name or address that was connected.
  ///   - now: the time of this machine.
  ///   - serverTime: the time that the server says it is; nil if it does not say it.
  package init(
    refused chain: [ShownCertificate], by trust: ServerTrust, for host: String, now: Date,
    serverTime: Date? = nil
  ) {
    let path = Self.path(in: chain)
    guard let own = path.first, let last = path.last else {
      self = .other("its certificate cannot be read")
      return
    }
    let isValid = path.allSatisfy { $0.isValid(at: now) }
    if !isValid, let serverTime, abs(serverTime.timeIntervalSince(now)) > Self.clockSeconds,
      path.allSatisfy({ $0.isValid(at: serverTime) })
    {
      self = .wrongClock(here: now, there: serverTime)
    } else if let ended = path.first(where: { $0.notValidAfter < now }) {
      self = .expired(on: ended.notValidAfter)
    } else if let early = path.first(where: { now < $0.notValidBefore }) {
      self = .notYetValid(from: early.notValidBefore)
    } else if !own.names.matches(host) {
      self = .wrongName(own.names.spelled)
    } else if case .authorities(let pem, _) = trust {
      self = Self.outOfTime(pem, issuer: last, at: now) ?? .otherAuthority(isKnownHere: false)
    } else if own.isSelfSigned {
      self = .selfSigned
    } else {
      self = .unknownAuthority(issuer: last.issuer)
    }
  }

  /// What is wrong with the time of a chosen authority that vouches for the end of the chain, which need not show it.
  private static func outOfTime(
    _ pem: String, issuer last: ShownCertificate, at now: Date
  ) -> TLSTrouble? {
    // A text without certificates has no authority that could be too early.
    let certificates = (try? NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))) ?? []
    let chosen = certificates.compactMap { try? ShownCertificate($0) }
      .filter { $0.subject == last.issuer }
    if chosen.contains(where: { $0.isValid(at: now) }) { return nil }
    guard let first = chosen.first else { return nil }
    return now < first.notValidBefore
      ? .notYetValid(from: first.notValidBefore) : .expired(on: first.notValidAfter)
  }

  /// The certificates of a chain that vouch for its first one, one for the other.
  private static func path(in chain: [ShownCertificate]) -> [ShownCertificate] {
    var path = Array(chain.prefix(1))
    while path.count < chain.count, let last = path.last, !last.isSelfSigned,
      let next = chain.dropFirst().first(where: { $0.subject == last.issuer })
    {
      path.append(next)
    }
    return path
  }

  /// Says of a failure what it says itself; nil where only a look at the server's certificate can say more.
  init?(_ failure: TLSFailure, trust: ServerTrust) {
    switch failure {
    case .name, .certificate: return nil
    case .notTLS: self = .notTLS
    case .closed: self = .closed
    case .noAuthorities:
      if case .file(let path) = trust {
        self = .noAuthorities(file: path)
      } else {
        self = .noAuthorities(file: nil)
      }
    case .other(let word): self = .other(word)
    }
  }

  /// Whether the server is refused, and not only out of reach.
  var isAboutTrust: Bool {
    switch self {
    case .wrongClock, .expired, .notYetValid, .wrongName, .otherAuthority, .selfSigned,
      .unknownAuthority, .noAuthorities, .other:
      true
    case .notTLS, .closed: false
    }
  }

  /// The problem and what to do, two sentences or three.
  package func sentence(at address: CloudAddress) -> String {
    let host = address.origin?.host ?? address.description
    let server = "The server at \(address.origin?.authority ?? address.description)"
    let untrusted = "\(server) cannot be trusted: "
    // The account that is signed in keeps its authority, and `--ca` of a single command would not change that.
    let adoption = "An account that is signed in there takes it with"
    let move = "zonechat account move --force"
    let url = address.origin?.description ?? address.description
    switch self {
    case .wrongClock(let here, let there):
      return untrusted
        + "the clock of this machine says \(Self.day(here)), the server's \(Self.day(there)). Set the clock; "
        + "if this one is right, tell the server's administrator."
    case .expired(let date):
      return untrusted
        + "its certificate expired on \(Self.day(date)). Tell its administrator; here nothing needs to be changed."
    case .notYetValid(let date):
      return untrusted
        + "its certificate is not valid before \(date.formatted(.iso8601)). Look at the clock of this machine; "
        + "if it is right, tell the server's administrator."
    case .wrongName(let names):
      return untrusted + "its certificate is for \(Self.list(names)), not for \(host). "
        + "Check the address; a network that asks you to sign in (hotel, train) does this too."
    case .otherAuthority(isKnownHere: true):
      return untrusted
        + "another authority vouches for it than the one that you trust for it, one of this machine's own list. "
        + "Ask its administrator whether that is right. \(adoption) ‘\(move) \(url)/join’."
    case .otherAuthority(isKnownHere: false):
      return untrusted
        + "another authority vouches for it than the one that you trust for it. "
        + "Ask its administrator whether that is right, and for a link that names the authority, or its file. "
        + "\(adoption) ‘\(move) LINK’ or ‘\(move) --ca FILE \(url)’."
    case .selfSigned:
      return untrusted + "it made its certificate itself. "
        + "Ask its administrator for a link that names its authority, or use --ca FILE. \(adoption) ‘\(move) LINK’."
    case .unknownAuthority(let issuer):
      return untrusted
        + "nobody on this machine's list of authorities vouches for it (its issuer is ‘\(Self.readable(issuer))’). "
        + "Ask its administrator for a link that names its authority, or use --ca FILE. \(adoption) ‘\(move) LINK’."
    case .noAuthorities(nil):
      return untrusted
        + "this machine has no list of authorities. Install the package ca-certificates."
    case .noAuthorities(let file?):
      return untrusted
        + "the list of authorities in \(file) cannot be read. Correct SSL_CERT_FILE."
    case .notTLS:
      return "\(server) speaks no TLS at this port. Check the port of the address."
    case .closed:
      return "\(server) closed the connection when TLS began. "
        + "Try again, or check the port of the address."
    case .other(let word):
      return untrusted + "TLS with it failed (\(word)). Tell its administrator."
    }
  }

  private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

  private static func list(_ names: [String]) -> String {
    guard let first = names.first else { return "no host" }
    let others = names.count - 1
    return readable(first) + (others > 0 ? " and \(others) more" : "")
  }

  /// A text of a certificate that anybody can have made, without what a terminal would obey.
  private static func readable(_ text: String) -> String {
    String(String(text.unicodeScalars.filter(\.properties.isGraphemeBase)).prefix(100))
  }
}
