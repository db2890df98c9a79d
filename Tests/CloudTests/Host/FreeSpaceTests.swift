import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

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

  private func watch(_ disk: Disk) -> FreeSpace {
    FreeSpace(
      of: "/data", FreeSpaceWarning(bytes: 2_000_000_000) { disk.tell($0) },
      logger: Self.logger, read: { _ in disk.read() })
  }

  @Test func `it is said once when the disk is nearly full, and again after there was room`() {
    let disk = Disk(free: 3_000_000_000)
    let space = watch(disk)
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

  @Test func `a disk that something else fills is told within a minute, though nobody writes`()
    async
  {
    let (disk, clock) = (Disk(free: 3_000_000_000), ManualClock())
    let space = watch(disk)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await space.watch(clock: clock) }
      await clock.advanceToNextDeadline()
      #expect(clock.now.offset == .seconds(60) && disk.sentences.isEmpty)
      disk.set(free: 0)
      await clock.advanceToNextDeadline()
      // It has looked before it sleeps again.
      await clock.advanceToNextDeadline()
      #expect(disk.sentences.count == 1 && disk.looks >= 2)
      group.cancelAll()
    }
    space.uploaded()
    #expect(disk.sentences.count == 1)
  }

  @Test func `whoever makes room on a full disk hears within ten seconds that it is enough`() async
  {
    let (disk, clock) = (Disk(free: 4096), ManualClock())
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let space = FreeSpace(
      of: "/data", FreeSpaceWarning(bytes: 2_000_000_000) { tell.yield($0) },
      logger: Self.logger, read: { _ in disk.read() })
    var sentences = told.makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      space.writeFailed()
      group.addTask { await space.watch(clock: clock) }
      #expect(await sentences.next()?.contains("server is full (/data)") == true)
      // The look of each minute is over, and the next one is far away.
      await clock.waitForSleepers(2)
      disk.set(free: 30_000_000_000)
      await clock.advanceToNextDeadline()
      #expect(await sentences.next()?.contains("has room again") == true)
      #expect(clock.now.offset == .seconds(10))
      group.cancelAll()
    }
  }

  @Test func `a full disk is said with the first write that fails, and taken back with room`() {
    let disk = Disk(free: 30_000_000_000)
    let space = watch(disk)
    space.uploaded()
    // Something fills the disk within a minute.
    disk.set(free: 4096)
    space.writeFailed()
    space.writeFailed()
    space.uploaded()
    #expect(
      disk.sentences == [
        "The disk of the ZoneChat server is full (/data), and nobody can send anything. Messages wait on people's "
          + "devices, and what is here can be read. Remove what nobody needs, or give it a larger disk; do not restart "
          + "the server before."
      ])
    // A little room is none.
    disk.set(free: 99_000_000)
    space.uploaded()
    #expect(disk.sentences.count == 1)
    disk.set(free: 150_000_000)
    space.uploaded()
    space.uploaded()
    #expect(
      disk.sentences.dropFirst() == [
        "The disk of the ZoneChat server has room again: 150 MB for /data. What waited is sent now."
      ])
    // It is still nearly full, which was said; full is said again.
    disk.set(free: 0)
    space.uploaded()
    #expect(disk.sentences.count == 3)
    disk.set(free: 30_000_000_000)
    space.uploaded()
    #expect(disk.sentences.count == 4)
    disk.set(free: 1_000_000_000)
    space.uploaded()
    #expect(disk.sentences.last?.contains("only 1000 MB left for /data") == true)
  }

  @Test func `a quota or a large file can meet a full disk before the last byte`() {
    let disk = Disk(free: 30_000_000_000)
    let space = watch(disk)
    space.writeFailed()
    space.uploaded()
    #expect(disk.sentences.count == 1)
    disk.set(free: 30_100_000_000)
    space.uploaded()
    #expect(disk.sentences.count == 2 && disk.sentences[1].contains("has room again: 30100 MB"))
  }

  @Test func `nothing free is called full, also while nobody writes`() {
    let disk = Disk(free: 0)
    let space = watch(disk)
    space.uploaded()
    #expect(disk.sentences.count == 1 && disk.sentences[0].contains("server is full (/data)"))
  }

  @Test func `a request that finds no room tells the administrator at once`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let (told, tell) = AsyncStream.makeStream(of: String.self)
      var configuration = CloudHost.Configuration(
        storage: .directory(directory), tcp: .init(host: "127.0.0.1", port: 0),
        passphraseCost: .cheap)
      // Less than any disk has.
      configuration.freeSpaceWarning = FreeSpaceWarning(bytes: 1) { tell.yield($0) }
      let store = UncommittedStore(try SQLiteStore(.directory(directory)))
      let sentence = try await withHost(configuration, store: store) { _, addresses in
        store.fail(true)
        try await CloudConnection.with(CloudAddress(addresses.urls[0])) { connection in
          let error = await #expect(throws: CloudError.self) {
            try await CloudAdministration(connection: connection).createAccount(
              named: "zoe", passphrase: "correct horse")
          }
          #expect(error?.reason == CloudError.diskFull.reason)
        }
        store.fail(false)
        // It was told before the answer came.
        tell.finish()
        return await told.first { _ in true }
      }
      #expect(sentence?.contains("server is full (\(directory))") == true, "\(sentence ?? "-")")
    }
  }

  @Test
  func `without a limit nobody looks before a write fails, and the figure is there all the same`()
    async
  {
    let disk = Disk(free: 5)
    let space = FreeSpace(of: "/data", nil, logger: Self.logger, read: { _ in disk.read() })
    space.uploaded()
    #expect(disk.looks == 0)
    #expect(space.bytes == 5)
  }

  @Test func `without a limit the log has once that the disk is full, and once that it is over`()
    async
  {
    // At two failures, at two looks, where a little room is none, and at another failure.
    let free = Mutex<[Int64]>([4096, 4096, 9_000_000, 50_000_000, 0])
    let (lines, log) = AsyncStream.makeStream(of: String.self)
    let clock = ManualClock()
    let space = FreeSpace(
      of: "/data", nil, logger: Logger(label: "cloud.test") { _ in Lines(log: log) },
      read: { _ in free.withLock { $0.removeFirst() } })
    var logged = lines.makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await space.watch(clock: clock) }
      space.writeFailed()
      space.writeFailed()
      await clock.advanceToNextDeadline()
      await clock.advanceToNextDeadline()
      let full = "error: the disk with /data is full: nothing can be written, and reading goes on"
      let (first, second) = (await logged.next(), await logged.next())
      #expect(first == full)
      #expect(second == "notice: the disk with /data has room again: 50 MB")
      space.writeFailed()
      let third = await logged.next()
      #expect(third == full)
      group.cancelAll()
    }
  }

  @Test func `a cloud on a disk looks while it is served`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let (told, tell) = AsyncStream.makeStream(of: String.self)
      var configuration = CloudHost.Configuration(
        storage: .directory(directory), tcp: .init(host: "127.0.0.1", port: 0),
        passphraseCost: .cheap)
      // More than any disk has, and a size that a file may have.
      configuration.freeSpaceWarning = FreeSpaceWarning(bytes: 9_000_000_000_000_000) {
        tell.yield($0)
      }
      let sentence = try await withHost(configuration) { _, _ in
        await told.first { _ in true }
      }
      #expect(sentence?.contains(directory) == true)
    }
  }

  @Test func `a start on a full disk says which folder, and what to do`() {
    let errors: [any Error] = [
      StoreError.diskFull, CloudError.diskFull, POSIXError(.ENOSPC),
      CocoaError(.fileWriteOutOfSpace),
    ]
    for error in errors {
      let words = HostError(diskFull: error, in: "/var/lib/zonechat")?.description
      #expect(words?.contains("/var/lib/zonechat is full") == true, "\(error)")
      #expect(words?.contains("Make room there") == true, "\(error)")
    }
    #expect(HostError(diskFull: StoreError.failed(reason: "x"), in: "/d") == nil)
  }
}

/// The lines of a log as they come.
private struct Lines: LogHandler {
  let log: AsyncStream<String>.Continuation
  var metadata = Logger.Metadata()
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { log.yield("\(event.level): \(event.message)") }
}
