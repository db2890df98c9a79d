import OSLog
import Synchronization
import Testing
import os.log

/// The lines that a log writes, as apps write to it.
@Suite struct LogTests {
  /// The lines that `body` writes.
  private func lines(_ body: () -> Void) -> [String] {
    let lines = Lines()
    OSLog.$output.withValue({ lines.add($0) }, operation: body)
    return lines.all
  }

  @Test func `a logger writes lines of the default kind and above, with its name`() {
    let name = "alice"
    let written = lines {
      let logger = Logger(subsystem: "com.example.Notes", category: "Store")
      logger.debug("for developers")
      logger.info("for developers, too")
      logger.trace("for developers, too")
      logger.notice("\(name) has signed in")
      logger.log("\(3) notes")
      logger.log(level: .info, "nobody reads this")
      logger.warning("slow")
      logger.error("lost: \(name, privacy: .public)")
      logger.critical("gone")
      Logger().fault("at an end")
    }
    #expect(
      written == [
        "[com.example.Notes Store] alice has signed in",
        "[com.example.Notes Store] 3 notes",
        "[com.example.Notes Store] error: slow",
        "[com.example.Notes Store] error: lost: alice",
        "[com.example.Notes Store] fault: gone",
        "fault: at an end",
      ])
  }

  @Test func `private values are not written, and not computed`() {
    let wasAsked = Lines()
    func secret() -> String {
      wasAsked.add("asked")
      return "secret"
    }
    let written = lines {
      Logger().notice("\(secret(), privacy: .private), \(secret(), privacy: .sensitive)")
      Logger().notice("\(secret(), privacy: .private(mask: .hash))")
      os_log("%{private}@ and %{public, uuid_t}@", "secret", "open")
    }
    #expect(written == ["<private>, <private>", "<private>", "<private> and open"])
    #expect(wasAsked.all.isEmpty)
  }

  @Test func `the function takes a text, a kind and a log`() {
    let store = OSLog(subsystem: "", category: "Store")
    let name = "alice"
    let written = lines {
      os_log("plain")
      os_log("of \(name)")
      os_log(.error, "wrong: \(name)")
      os_log(.fault, log: store, "very wrong")
      os_log(.debug, log: store, "for developers")
      os_log(.error, log: .disabled, "for nobody")
    }
    #expect(
      written == ["plain", "of alice", "error: wrong: alice", "[Store] fault: very wrong"])
    #expect(!store.isEnabled(type: .debug) && !OSLog.disabled.isEnabled(type: .fault))
  }

  @Test func `the older form takes a format`() {
    let store = OSLog(subsystem: "com.example", category: "Store")
    let written = lines {
      os_log(
        "%{public}@ has %d notes, %.1f%% of %lld", log: store, type: .error, "alice", 3, 1.5, 200)
      os_log("%x %05d %@ %u", 255, 42, [1, 2], UInt64(7))
      os_log("%@ and %@", "one")
    }
    #expect(
      written == [
        "[com.example Store] error: alice has 3 notes, 1.5% of 200",
        "ff 00042 [1, 2] 7",
        "one and %@",
      ])
  }
}

/// Lines in the order in which they came.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
