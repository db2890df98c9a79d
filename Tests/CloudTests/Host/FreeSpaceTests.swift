import CloudRules
import CloudServer
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing
import CloudStorage

/// The disk that fills is told before it is full.
@Suite struct FreeSpaceTests {
  /// A disk as it is told, and what is said of it.
  private final class Disk: Sendable {
    private let state = Mutex((free: Int64(0), looks: 0, sentences: [String]()))

    init(free: Int64) { state.withLock { $0.free = free } }

    func set(free: Int64) { state.withLock { $0.free = free } }

    func read() -> Int64 {
      state.withLock { state in
        state.looks += 1
        return state.free
      }
    }

    func tell(_ sentence: String) { state.withLock { $0.sentences.append(sentence) } }

    var looks: Int { state.withLock { $0.looks } }
    var sentences: [String] { state.withLock { $0.sentences } }
  }

  private static let logger = Logger(label: "cloud.test") { _ in SwiftLogNoOpLogHandler() }

  private func watch(_ disk: Disk, _ time: TestTime) -> FreeSpace {
    FreeSpace(
      of: "/data", FreeSpaceWarning(bytes: 2_000_000_000) { disk.tell($0) },
      now: { time.now() }, logger: Self.logger, read: { _ in disk.read() })
  }

  @Test func `it is said once when the disk is nearly full, and again after there was room`() {
    let (disk, time) = (Disk(free: 3_000_000_000), TestTime())
    let space = watch(disk, time)
    space.uploaded()
    #expect(disk.sentences.isEmpty)
    disk.set(free: 1_999_999_999)
    space.uploaded()
    space.uploaded()
    #expect(disk.sentences.count == 1)
    #expect(disk.sentences.first?.contains("only 1999 MB left for /data") == true)
    // A little room is none: one file comes and goes.
    disk.set(free: 2_000_000_001)
    space.uploaded()
    disk.set(free: 1_000_000_000)
    space.uploaded()
    #expect(disk.sentences.count == 1)
    disk.set(free: 2_100_000_000)
    space.uploaded()
    disk.set(free: 1_000_000_000)
    space.uploaded()
    #expect(disk.sentences.count == 2)
  }

  @Test func `commits look once a minute, and uploads each time`() {
    let (disk, time) = (Disk(free: 3_000_000_000), TestTime())
    let space = watch(disk, time)
    for _ in 1...10 { space.committed() }
    #expect(disk.looks == 1)
    time.advance(by: 59)
    space.committed()
    #expect(disk.looks == 1)
    time.advance(by: 1)
    space.committed()
    #expect(disk.looks == 2)
    // A clock that was set back does not put it off.
    time.advance(by: -3600)
    space.committed()
    #expect(disk.looks == 3)
    space.uploaded()
    space.uploaded()
    #expect(disk.looks == 5)
  }

  @Test func `without a limit nobody looks, and the figure is there all the same`() {
    let (disk, time) = (Disk(free: 5), TestTime())
    let space = FreeSpace(
      of: "/data", nil, now: { time.now() }, logger: Self.logger, read: { _ in disk.read() })
    space.committed()
    space.uploaded()
    #expect(disk.looks == 0)
    #expect(space.bytes == 5)
  }

  @Test func `a commit of a cloud on a disk looks`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let disk = Disk(free: 0)
      var configuration = CloudHost.Configuration(
        storage: .directory(directory), tcp: .init(host: "127.0.0.1", port: 0),
        passphraseCost: .cheap)
      // More than any disk has, and a size that a file may have.
      configuration.freeSpaceWarning = FreeSpaceWarning(bytes: 9_000_000_000_000_000) {
        disk.tell($0)
      }
      let host = try CloudHost(
        configuration: configuration, surroundings: .deterministic(), logger: Self.logger)
      let cloud = WireCloud { method, target, headers, body in
        let answer = try await host.answer(method, target, headers: headers, body: body)
        return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
      }
      let alice = try await cloud.signUp("alice")
      try await cloud.makeZone("Z", of: alice)
      try await cloud.makeZone("Y", of: alice)
      #expect(disk.sentences.count == 1)
      #expect(disk.sentences.first?.contains(directory) == true)
      try host.close()
    }
  }
}
