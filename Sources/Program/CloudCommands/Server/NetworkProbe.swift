import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// Which addresses a name has, and whether somebody listens there, as this machine sees it.
enum NetworkProbe {
  /// Our choice, as for the connections of a client.
  private static let limitMilliseconds: Int32 = 5000

  /// The addresses of a host, each once; none if it has none, or the name service does not answer.
  static func addresses(of host: String) async -> [String] {
    await aside {
      var known: Set<String> = []
      return entries(host, port: nil, flags: 0).compactMap(\.text).filter {
        known.insert($0).inserted
      }
    }
  }

  /// The reason why nobody can connect to an address; nil if it works.
  static func trouble(at address: String, port: Int) async -> String? {
    await aside {
      guard let entry = entries(address, port: port, flags: AI_NUMERICHOST).first else {
        return "it is no address"
      }
      let descriptor = socket(
        entry.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      guard descriptor >= 0 else { return SystemReason.of(number: errno) }
      defer { close(descriptor) }
      let isConnected = entry.bytes.withUnsafeBytes { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) { addresses in
          connect(descriptor, addresses.baseAddress, socklen_t(bytes.count)) == 0
        }
      }
      if isConnected { return nil }
      guard errno == EINPROGRESS else { return SystemReason.of(number: errno) }
      var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&place, 1, limitMilliseconds) == 1 else {
        return "no answer in \(limitMilliseconds / 1000) s"
      }
      var error: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 else {
        return SystemReason.of(number: errno)
      }
      return error == 0 ? nil : SystemReason.of(number: error)
    }
  }

  /// An address as the system has it.
  private struct Entry {
    var family: Int32
    var bytes: [UInt8]
    /// The address for people.
    var text: String?
  }

  private static func entries(_ host: String, port: Int?, flags: Int32) -> [Entry] {
    var hints = addrinfo()
    hints.ai_flags = flags
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let service = port.map { "\($0)" }
    guard getaddrinfo(host, service, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var entries: [Entry] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
        entries.append(
          Entry(
            family: entry.ai_family, bytes: Array(bytes),
            text: text(of: address, size: entry.ai_addrlen)))
      }
      next = entry.ai_next
    }
    return entries
  }

  private static func text(
    of address: UnsafeMutablePointer<sockaddr>, size: socklen_t
  ) -> String? {
    // Source: NI_MAXHOST.
    var name = [CChar](repeating: 0, count: 1025)
    guard
      getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    let characters = name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Runs work that may block on a thread of its own.
  private static func aside<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
