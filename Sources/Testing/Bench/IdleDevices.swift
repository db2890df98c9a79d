import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// Devices that only wait for notifications, each over a connection of its own, as clients without news do.
///
/// Each is one bare socket of this process, so that what is measured is the cloud.
final class IdleDevices {
  private let socketPath: String
  private var descriptors: [Int32] = []
  private var requests: [[UInt8]] = []

  /// Devices of the cloud that listens at this path.
  init(socket path: String) { socketPath = path }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Connects one more, which begins to wait on the channel with this path.
  ///
  /// Throws `POSIXError` where no connection is to be had.
  func add(_ courierPath: String) throws {
    descriptors.append(try UnixSocket.connection(to: socketPath))
    // As our own client asks on its cloud's machine.
    let headers = [
      "GET \(courierPath) HTTP/1.1", "Host: localhost", "X-ZoneChat-Extensions: 1",
      "Prefer: wait=600",
    ]
    requests.append(Array((headers.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    try ask(descriptors.count - 1)
  }

  private func ask(_ place: Int) throws {
    let request = requests[place]
    guard write(descriptors[place], request, request.count) == request.count else {
      throw POSIXError(.init(rawValue: errno) ?? .EPIPE)
    }
  }

  /// Keeps all of them waiting for a time: whoever is answered asks again.
  ///
  /// Throws `BenchFailure` where the cloud does not let one wait, and `POSIXError` where it has hung up.
  func wait(_ time: Duration) throws {
    let end = ContinuousClock.now + time
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let rest = end - .now
      guard rest > .zero else { return }
      guard poll(&entries, nfds_t(entries.count), Int32(rest / .milliseconds(1)) + 1) > 0 else {
        continue
      }
      for place in entries.indices where entries[place].revents != 0 {
        let count = read(descriptors[place], &buffer, buffer.count)
        guard count > 0 else { throw POSIXError(.ECONNRESET) }
        // Whoever asked again after a refusal would be refused at once.
        guard buffer[..<count].starts(with: Array("HTTP/1.1 200 ".utf8)) else {
          throw BenchFailure.refused(String(decoding: buffer[..<count], as: UTF8.self))
        }
        try ask(place)
      }
    }
  }
}
