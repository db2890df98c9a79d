package import Foundation
import LocalFiles
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The network between a client and a cluster of PostgreSQL: a socket of its own, which passes everything on, loses it,
/// or changes the statements.
package final class DatabaseProxy: Sendable {
  package enum Conduct: Sendable {
    case passes
    /// Nothing arrives any more, and nobody is told, as where a cable is cut.
    case loses
    /// Connections end, and new ones are not made.
    case refuses
  }

  /// A text in statements, and another one of the same length that takes its place.
  package struct Change: Sendable {
    let from: [UInt8]
    let to: [UInt8]

    package init(_ from: String, to: String) {
      precondition(from.utf8.count == to.utf8.count, "the lengths of messages stay")
      (self.from, self.to) = (Array(from.utf8), Array(to.utf8))
    }
  }

  /// The folder of its socket, as the host of an address.
  package let folder: URL
  private let target: String
  private let changes: [Change]
  private let listener: ListeningSocket
  private let state = Mutex((conduct: Conduct.passes, isOver: false))

  /// Our choice: how soon a thread sees that the conduct has changed, in milliseconds.
  private static let attention: Int32 = 10
  private static let name = ".s.PGSQL.5432"

  /// Runs `body` with a proxy before a cluster.
  package static func with<R>(
    before cluster: TestPostgres, changing changes: [Change] = [],
    _ body: (DatabaseProxy) async throws -> R
  ) async throws -> R {
    try await withTemporaryDirectory { folder in
      let proxy = try DatabaseProxy(
        in: folder, before: cluster.folder.path + "/" + name, changes)
      defer { proxy.end() }
      return try await body(proxy)
    }
  }

  package func take(_ conduct: Conduct) { state.withLock { $0.conduct = conduct } }

  private init(in folder: URL, before target: String, _ changes: [Change]) throws {
    (self.folder, self.target, self.changes) = (folder, target, changes)
    listener = try ListeningSocket(at: folder.path + "/" + Self.name)
    Thread.detachNewThread { [self] in accept() }
  }

  private func end() { state.withLock { $0.isOver = true } }

  private var conduct: Conduct? { state.withLock { $0.isOver ? nil : $0.conduct } }

  private func accept() {
    while conduct != nil {
      guard Self.canRead(listener.descriptor) else { continue }
      let near = Glibc.accept(listener.descriptor, nil, nil)
      guard near >= 0 else { continue }
      Thread.detachNewThread { [self] in
        connect(near)
        close(near)
      }
    }
    listener.close()
  }

  private func connect(_ near: Int32) {
    // As on a network, the connection is there before anybody answers.
    while conduct == .loses { _ = poll(nil, 0, Self.attention) }
    guard conduct == .passes, let far = try? UnixSocket.connection(to: target) else { return }
    defer { close(far) }
    var held: [UInt8] = []
    while let conduct, conduct != .refuses {
      guard conduct == .passes else {
        _ = poll(nil, 0, Self.attention)
        continue
      }
      var sockets = [near, far].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&sockets, 2, Self.attention) > 0 else { continue }
      if sockets[0].revents != 0 {
        guard let bytes = Self.read(near) else { return }
        let whole = held + bytes
        let count = whole.count - beginningOfChange(at: whole)
        held = Array(whole[count...])
        guard Self.write(changed(Array(whole[..<count])), to: far) else { return }
      }
      if sockets[1].revents != 0 {
        guard let bytes = Self.read(far), Self.write(bytes, to: near) else { return }
      }
    }
  }

  private func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for change in changes {
      var place = 0
      while place + change.from.count <= bytes.count {
        if bytes[place] == change.from[0],
          bytes[place..<place + change.from.count].elementsEqual(change.from)
        {
          bytes.replaceSubrange(place..<place + change.from.count, with: change.to)
        }
        place += 1
      }
    }
    return bytes
  }

  /// How many bytes at the end may be the beginning of a text that is changed.
  private func beginningOfChange(at bytes: [UInt8]) -> Int {
    changes.map { change in
      (1..<change.from.count).last { bytes.suffix($0).elementsEqual(change.from.prefix($0)) } ?? 0
    }.max() ?? 0
  }

  private static func canRead(_ socket: Int32) -> Bool {
    var one = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, attention) > 0
  }

  /// Nil at the end.
  private static func read(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
