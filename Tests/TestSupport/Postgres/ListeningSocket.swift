import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A socket where clients can connect; nobody answers them by itself.
package struct ListeningSocket: Sendable {
  let descriptor: Int32

  package init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      bytes.withUnsafeBytes { field.copyMemory(from: $0) }
    }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 100) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }

  package func close() { Glibc.close(descriptor) }
}
