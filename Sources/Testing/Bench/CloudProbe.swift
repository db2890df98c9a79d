import Foundation
import LocalFiles

#if canImport(Glibc)
package import Glibc
#endif

/// A cloud seen from outside: the shortest request that there is, what the cloud counts, and what its process costs.
package struct CloudProbe {
  package let process: pid_t
  /// The path of the socket on which the cloud listens.
  let path: String

  /// A probe of the cloud that is this process and listens at this path.
  package init(process: pid_t, socket path: String) {
    (self.process, self.path) = (process, path)
  }

  /// Connects, for a few requests: the cloud ends a connection that nobody uses for 90 s.
  ///
  /// Throws `POSIXError` if it cannot be reached.
  private func connected<Value>(_ body: (Int32) throws -> Value) throws -> Value {
    let descriptor = try UnixSocket.connection(to: path)
    defer { close(descriptor) }
    return try body(descriptor)
  }

  /// A bare HTTP round trip, in milliseconds: a blocking socket, and a request for which the cloud reads nothing.
  package func roundTrips(_ count: Int) throws -> Distribution? {
    let times = try connected { connection in
      try (0..<count + 20).map { _ in
        let start = ContinuousClock.now
        _ = try get("/extension/health", over: connection)
        return start.duration(to: .now) / .milliseconds(1)
      }
    }
    // The first ones warm up.
    return Distribution(Array(times.dropFirst(20)))
  }

  /// The number of requests that the cloud has answered, by operation.
  package func requests() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let text = try connected { try get("/extension/metrics", over: $0) }
    for line in text.split(separator: "\n") {
      let pattern = /^zonechat_requests_total\{.*operation="([^"]*)".*\} ([0-9.e+]+)$/
      guard let found = line.firstMatch(of: pattern), let count = Double(found.output.2) else {
        continue
      }
      counts[String(found.output.1), default: 0] += Int(count)
    }
    return counts
  }

  package var processorTime: Duration { ProcessFiles.processorTime(of: process) }

  /// The memory that is in use now without the pages of files, in megabytes of 10^6 bytes.
  var ownMemory: Double { ProcessFiles.megabytes("RssAnon", of: process) }

  /// The number of times that each thread has gone to sleep, and so was woken up.
  var switches: [String: Int] { ProcessFiles.switches(of: process) }

  private func get(_ path: String, over descriptor: Int32) throws -> String {
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
