import CloudRules
import CloudClient
import CloudModel
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The client checks who listens at a Unix socket before it sends the first byte.
struct SocketTrustTests {
  private let trust = SocketTrust(user: 1000)
  private let socket = SocketTrust.File(owner: 1000, mode: S_IFSOCK | 0o600)
  private let folder = SocketTrust.File(owner: 1000, mode: S_IFDIR | 0o700)

  private func objection(
    socket: SocketTrust.File? = nil, folder: SocketTrust.File? = nil, by trust: SocketTrust? = nil
  ) -> String? {
    (trust ?? self.trust)
      .objection(toSocket: socket ?? self.socket, in: folder ?? self.folder, at: "/run/x/c.sock")
  }

  @Test func `one's own socket in one's own folder is trusted, and root's`() {
    #expect(objection() == nil)
    #expect(objection(socket: .init(owner: 0, mode: S_IFSOCK | 0o666)) == nil)
    #expect(objection(folder: .init(owner: 0, mode: S_IFDIR | 0o1777)) == nil)
    #expect(trust.objection(toPeer: 1000, at: "/x") == nil)
    #expect(trust.objection(toPeer: 0, at: "/x") == nil)
  }

  @Test func `a stranger's folder, file or process is not`() throws {
    #expect(
      try #require(objection(folder: .init(owner: 1001, mode: S_IFDIR | 0o755)))
        .contains("its folder belongs to user 1001"))
    #expect(
      try #require(objection(socket: .init(owner: 1001, mode: S_IFSOCK | 0o777)))
        .contains("it belongs to user 1001"))
    #expect(
      try #require(trust.objection(toPeer: 1001, at: "/run/x/c.sock"))
        .contains("unix:1001@/run/x/c.sock"))
    #expect(SocketTrust(user: 0).objection(toPeer: 1000, at: "/x") != nil, "root is no exception")
  }

  @Test func `a folder in which others may put their own socket is not trusted`() throws {
    let open = SocketTrust.File(owner: 1000, mode: S_IFDIR | 0o777)
    #expect(try #require(objection(folder: open)).contains("chmod go-w /run/x"))
    #expect(objection(folder: .init(owner: 1000, mode: S_IFDIR | 0o770)) != nil)
    #expect(objection(socket: .init(owner: 1000, mode: S_IFREG | 0o600)) != nil)
  }

  @Test func `a user whom the address names is trusted, and then only they and root`() throws {
    let named = SocketTrust(user: 1000, named: 1001)
    #expect(named.objection(toPeer: 1001, at: "/x") == nil)
    #expect(named.objection(toPeer: 1000, at: "/x") != nil)
    let address = try CloudAddress("unix:4711@/run/x/c.sock")
    #expect(address.socketPath == "/run/x/c.sock")
    #expect(address.trust == SocketTrust(named: 4711))
    #expect(try CloudAddress("unix:root@/c.sock").trust == SocketTrust(named: 0))
    for wrong in ["unix:nobody-has-this-name@/c.sock", "unix:1001/c.sock", "unix:c.sock"] {
      #expect(throws: CloudError.self) { try CloudAddress(wrong) }
    }
  }

  @Test func `nothing is sent over a connection that is not trusted`() async throws {
    try await withSilentListener { path, received in
      try #require(chmod((path as NSString).deletingLastPathComponent, 0o777) == 0)
      let refusal = await #expect(throws: CloudError.self) {
        try await CloudConnection.with(try CloudAddress("unix:" + path)) { connection in
          try await CloudAdministration(connection: connection)
            .signIn(name: "alice", passphrase: "a secret")
        }
      }
      #expect(refusal?.code == .networkUnavailable)
      #expect(refusal?.reason.contains("others can write to its folder") == true)
      for await bytes in received {
        #expect(bytes.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
        break
      }
    }
  }

  /// Listens at a socket in a folder of its own, and tells what the first connection has brought by its
  /// end.
  private func withSilentListener(
    _ body: (String, AsyncStream<[UInt8]>) async throws -> Void
  ) async throws {
    var template = Array("/tmp/zonechat-trust-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let directory = String(cString: made)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/c.sock"
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      Array(path.utf8CString).withUnsafeBytes { field.copyMemory(from: $0) }
    }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(listener, 1) == 0)
    let (received, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1024)
      while true {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
      }
      close(connection)
      continuation.yield(bytes)
    }
    try await body(path, received)
  }
}
