import CommandSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// What a service manager is told.
@Suite struct ServiceManagerTests {
  @Test func `a manager at a path hears everything, word for word`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "n-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try hears(folder.appending(path: "s").path)
  }

  @Test func `a manager without a file hears it too`() throws {
    try hears("@zonechat-test-\(UUID().uuidString)")
  }

  @Test func `nobody is told where nobody listens, and nothing fails`() {
    for environment in [
      [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"],
      ["NOTIFY_SOCKET": "/there/is/no/socket"],
      ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
    ] {
      ServiceManager(environment: environment).tell(.stopping)
    }
  }

  private func hears(_ name: String) throws {
    let descriptor = try listener(at: name)
    defer { close(descriptor) }
    let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name])
    manager.tell(.ready("Serves\nall."))
    manager.tell(.reloading(microseconds: 42))
    manager.tell(.stopping)
    #expect(next(descriptor) == "READY=1\nSTATUS=Serves all.")
    #expect(next(descriptor) == "RELOADING=1\nMONOTONIC_USEC=42")
    #expect(next(descriptor) == "STOPPING=1")
  }

  /// A datagram socket with the name, as a manager has it.
  private func listener(at name: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // A name without a file is exactly as long as its bytes.
    let start = try #require(MemoryLayout<sockaddr_un>.offset(of: \.sun_path))
    let size = socklen_t(start + bytes.count)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0
      }
    }
    try #require(isBound, "\(String(cString: strerror(errno)))")
    return descriptor
  }

  private func next(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
