#if canImport(Glibc)
import Glibc
#endif

/// Sockets that are files of this machine.
package enum UnixSocket {
  /// Connects an open stream socket to the one at `path`; returns whether somebody listens there.
  ///
  /// `errno` says why not, also that the path is too long for an address.
  package static func connect(_ descriptor: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(path.utf8CString)
    guard path.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return false
    }
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      path.withUnsafeBytes { field.copyMemory(from: $0) }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
