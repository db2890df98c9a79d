import CloudCore
import CloudModel
import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc
#endif

extension CloudHost.Configuration {
  /// The names and addresses by which clients reach the listeners with TLS: for a certificate that the cloud makes
  /// itself.
  ///
  /// The name in the public URL is the first. A listener at every address of the machine is reached by each of them.
  package var certificateNames: [String] {
    var names = publicURL.flatMap { ServerOrigin($0.text)?.host }.map { [$0] } ?? []
    for listener in listeners where listener.security == .tls {
      let isEverywhere = ["0.0.0.0", "::"].contains(listener.address.host)
      names += isEverywhere ? Self.machineNames : [listener.address.host]
    }
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }

  private static var machineNames: [String] {
    let host = machineName.flatMap { ServerOrigin("https://" + $0)?.host }
    return [host, "localhost"].compactMap(\.self) + machineAddresses
  }

  /// The name of this machine in visible ASCII; nil where it has none of this form.
  package static var machineName: String? {
    // Source: HOST_NAME_MAX, 64 characters, and the zero that ends them.
    let length = 65
    var name = [CChar](repeating: 0, count: length)
    guard gethostname(&name, length) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The addresses of this machine in its networks.
  package static var machineAddresses: [String] {
    // Without a list of its addresses the machine still has its name.
    let devices = (try? System.enumerateDevices()) ?? []
    return devices.compactMap { $0.address?.ipAddress }
  }
}
