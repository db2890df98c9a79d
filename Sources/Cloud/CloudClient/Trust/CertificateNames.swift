import NIOCore
import SwiftASN1
import X509

/// The hosts for which a certificate is made.
///
/// NIOSSL decides in the same way whether a connection is accepted; this is for the words about one that it refused.
/// Source: RFC 6125, section 6.4.
package struct CertificateNames: Sendable, Equatable {
  /// As they stand in the certificate; `*.example.org` is one.
  package var hosts: [String]
  /// IP addresses in the spelling of the system.
  package var addresses: [String]

  package init(hosts: [String] = [], addresses: [String] = []) {
    self.hosts = hosts
    self.addresses = addresses
  }

  init(_ certificate: Certificate) {
    self.init()
    // An extension that cannot be read names nobody.
    let alternatives = try? certificate.extensions.subjectAlternativeNames
    for name in alternatives ?? SubjectAlternativeNames() {
      switch name {
      case .dnsName(let host): hosts.append(host)
      case .ipAddress(let packed):
        // Bytes that are no address name nobody either.
        let address = try? SocketAddress(
          packedIPAddress: ByteBuffer(bytes: packed.bytes), port: 0)
        if let text = address?.ipAddress { addresses.append(text) }
      default: continue
      }
    }
    // Only a certificate without any such name is for its common name.
    if alternatives?.isEmpty ?? true, let name = certificate.subject.commonName { hosts = [name] }
  }

  /// All of them, for people.
  package var spelled: [String] { hosts + addresses }

  /// Whether the certificate is for a host: a name, or an IP address without brackets.
  package func matches(_ host: String) -> Bool {
    // A name is no address.
    if let address = try? SocketAddress(ipAddress: host, port: 0) {
      return address.ipAddress.map { addresses.contains($0) } ?? false
    }
    let labels = Self.labels(of: host)
    return hosts.contains { Self.isPattern(Self.labels(of: $0), of: labels) }
  }

  private static func labels(of name: String) -> [Substring] {
    let name = name.lowercased()
    return (name.hasSuffix(".") ? name.dropLast() : name[...])
      .split(separator: ".", omittingEmptySubsequences: false)
  }

  /// A `*` stands in the first part only, for a part or a piece of one, and not in a part of another alphabet.
  private static func isPattern(_ pattern: [Substring], of host: [Substring]) -> Bool {
    guard let wanted = pattern.first, let first = host.first,
      pattern.dropFirst() == host.dropFirst()
    else { return false }
    guard wanted.contains("*") else { return wanted == first }
    let pieces = wanted.split(separator: "*", omittingEmptySubsequences: false)
    return pieces.count == 2 && pattern.count > 1
      && !wanted.hasPrefix("xn--") && !first.hasPrefix("xn--")
      && first.count >= wanted.count
      && first.hasPrefix(pieces[0]) && first.hasSuffix(pieces[1])
  }
}

extension DistinguishedName {
  /// The last common name, if it is text.
  var commonName: String? {
    for part in reversed() {
      for attribute in part.reversed()
      where attribute.type == ASN1ObjectIdentifier.RDNAttributeType.commonName {
        return String(attribute.value)
      }
    }
    return nil
  }
}
