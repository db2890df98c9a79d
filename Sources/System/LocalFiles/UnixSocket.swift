package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Sockets that are files of this machine.
package enum UnixSocket {
  /// The descriptor of a new stream socket that is connected to the one at `path`; the caller closes it.
  ///
  /// Throws the system's error, for example `.ECONNREFUSED` where nobody listens.
  package static func connection(to path: String) throws(POSIXError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EMFILE) }
    guard connect(descriptor, to: path) else {
      let error = POSIXError(.init(rawValue: errno) ?? .ECONNREFUSED)
      close(descriptor)
      throw error
    }
    return descriptor
  }

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
