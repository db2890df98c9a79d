import CloudModel
import Foundation

/// The network by which limits tell callers apart: an IPv4 address, or the network of an IPv6 one.
///
/// A caller with one IPv6 address has a network of 2⁶⁴ addresses. Source: RFC 4291, sections 2.5.1
/// and 2.5.5.2; RFC 6177.
package enum CallerNetwork {
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// The address in its one spelling, or `PREFIX/64`; a text that is not an address is returned
  /// unchanged.
  package static func text(of address: String) -> String {
    guard let bytes = bytes(of: address), bytes.count == 16 else { return self.address(address) }
    return bytes.prefix(8).hexadecimal + "/64"
  }

  /// The address as people read it: one of IPv4 as such, also if it is written as an IPv6 address; any other text
  /// unchanged.
  package static func address(_ text: String) -> String {
    guard let bytes = bytes(of: text), bytes.count == 4 else { return text }
    return bytes.map { String($0) }.joined(separator: ".")
  }

  /// The bytes of an address: four for IPv4, also if it is written as an IPv6 address, otherwise
  /// sixteen; nil for a text that is not an address.
  package static func bytes(of address: String) -> [UInt8]? {
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, address, &four) == 1 { return four }
    var sixteen = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &sixteen) == 1 else { return nil }
    return Array(sixteen.prefix(12)) == mappedPrefix ? Array(sixteen.suffix(4)) : sixteen
  }
}
