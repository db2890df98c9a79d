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
    // Source: HOST_NAME_MAX, 64 bytes and the zero that ends them.
    var name = [CChar](repeating: 0, count: 65)
    gethostname(&name, name.count - 1)
    let characters = name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    let host = ServerOrigin("https://" + String(decoding: characters, as: UTF8.self))?.host
    return [host, "localhost"].compactMap(\.self) + machineAddresses
  }

  /// The addresses of this machine in its networks.
  package static var machineAddresses: [String] {
    // Without a list of its addresses the machine still has its name.
    let devices = (try? System.enumerateDevices()) ?? []
    return devices.compactMap { $0.address?.ipAddress }
  }
}
