import CloudCore
import Foundation

/// The proxies whose word about the caller behind them is believed.
///
/// Without a trusted proxy, the caller is the peer that opened the connection, and came as that did.
package struct TrustedProxies: Sendable, Equatable {
  private var addresses: Set<[UInt8]> = []

  package static let none = TrustedProxies()

  private init() {}

  /// Nil if one of them is not an IP address.
  package init?(_ addresses: [String]) {
    for address in addresses {
      guard let bytes = CallerNetwork.bytes(of: address) else { return nil }
      self.addresses.insert(bytes)
    }
  }

  func contains(_ address: String) -> Bool {
    CallerNetwork.bytes(of: address).map { addresses.contains($0) } ?? false
  }

  /// The address of the caller behind a connection from `peer`; `forwarded` is `X-Forwarded-For`.
  ///
  /// Each proxy appends the address that asked it. So the last address that is not a trusted
  /// proxy's is the caller's, and the caller itself may have written everything before it.
  package func caller(behind peer: String, forwarded: String?) -> String {
    var caller = peer
    var rest = (forwarded ?? "").split(separator: ",").suffix(Self.mostHops).map(Self.address)
    while contains(caller), let next = rest.popLast(), CallerNetwork.bytes(of: next) != nil {
      caller = next
    }
    return caller
  }

  /// Whether the caller behind a connection from `peer` has reached a proxy by TLS; `forwarded` is
  /// `X-Forwarded-Proto`.
  func isSecure(behind peer: String, forwarded: String?) -> Bool {
    contains(peer) && forwarded?.lowercased() == "https"
  }

  /// Our choice: longer than any chain of proxies.
  private static let mostHops = 16

  /// The address without its port.
  ///
  /// Source: RFC 7239, section 6, for the forms with a port.
  private static func address(_ entry: Substring) -> String {
    let entry = entry.trimmingCharacters(in: .whitespaces)
    if entry.hasPrefix("[") { return String(entry.dropFirst().prefix { $0 != "]" }) }
    return entry.filter { $0 == ":" }.count == 1
      ? String(entry.prefix { $0 != ":" }) : entry
  }
}
