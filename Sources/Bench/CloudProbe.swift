import Foundation
import LocalFiles

#if canImport(Glibc)
package import Glibc
#endif

/// A cloud seen from outside: the shortest request that there is, what the cloud counts, and what its process costs.
package final class CloudProbe {
  package let process: pid_t
  private let descriptor: Int32

  /// A probe of the cloud that is this process and listens at this path.
  ///
  /// Throws `POSIXError` if it cannot be reached.
  package init(process: pid_t, socket path: String) throws {
    self.process = process
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard UnixSocket.connect(descriptor, to: path) else {
      throw POSIXError(.init(rawValue: errno) ?? .ECONNREFUSED)
    }
  }

  deinit { close(descriptor) }

  /// A bare HTTP round trip, in milliseconds: a blocking socket, and a request for which the cloud reads nothing.
  package func roundTrips(_ count: Int) throws -> Distribution? {
    let times = try (0..<count + 20).map { _ in
      let start = ContinuousClock.now
      _ = try get("/extension/health")
      return start.duration(to: .now) / .milliseconds(1)
    }
    // The first ones warm up.
    return Distribution(Array(times.dropFirst(20)))
  }

  /// How many requests the cloud has answered, by operation.
  package func requests() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in try get("/extension/metrics").split(separator: "\n") {
      let pattern = /^zonechat_requests_total\{.*operation="([^"]*)".*\} ([0-9.e+]+)$/
      guard let found = line.firstMatch(of: pattern), let count = Double(found.output.2) else {
        continue
      }
      counts[String(found.output.1), default: 0] += Int(count)
    }
    return counts
  }

  package var processorTime: Duration { ProcessFiles.processorTime(of: process) }

  private func get(_ path: String) throws -> String {
    let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    guard write(descriptor, request, request.count) == request.count else {
      throw POSIXError(.init(rawValue: errno) ?? .EPIPE)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { throw POSIXError(.ECONNRESET) }
      answer += buffer.prefix(count)
      if let body = Self.body(of: answer) { return body }
    }
  }

  /// The body of an answer with a length; nil as long as it is not whole.
  private static func body(of answer: [UInt8]) -> String? {
    let text = String(decoding: answer, as: UTF8.self)
    guard let head = text.range(of: "\r\n\r\n") else { return nil }
    let length = text[..<head.lowerBound].lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    let body = text[head.upperBound...]
    return body.utf8.count >= length ?? 0 ? String(body) : nil
  }
}
