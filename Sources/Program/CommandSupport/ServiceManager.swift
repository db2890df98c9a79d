import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The service manager that runs this process, and wants to know how it is.
///
/// Source: sd_notify(3).
package struct ServiceManager: Sendable {
  /// What is told: the state, and what people read about it.
  package enum News: Sendable, Equatable {
    case ready(String)
    /// Files are read again; `ready` follows. The time is that of the monotonic clock.
    case reloading(microseconds: UInt64)
    case stopping

    package var text: String {
      switch self {
      case .ready(let status): "READY=1\nSTATUS=\(status.replacing("\n", with: " "))"
      case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
      case .stopping: "STOPPING=1"
      }
    }
  }

  /// The path of a socket; with `@` in front it is the name of one that is no file.
  private let socketName: String?

  package init(environment: [String: String]) {
    socketName = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Tells it without waiting; does nothing where nobody wants to know.
  package func tell(_ news: News) {
    guard let socketName, var address = Self.address(socketName) else { return }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(news.text.utf8)
    let length = socklen_t(Self.pathOffset + socketName.utf8.count)
    // Where the manager does not listen, the work goes on all the same.
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, length)
      }
    }
  }

  private static let pathOffset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2

  /// Nil for a name that no socket can have.
  private static func address(_ name: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    switch bytes.first {
    case UInt8(ascii: "/"): break
    // A name in the abstract namespace begins with a zero. Source: unix(7).
    case UInt8(ascii: "@"): bytes[0] = 0
    default: return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}
