import Foundation
import Testing

/// A `zonechat watch` that runs: a window without a screen.
///
/// It syncs, and prints what arrives.
final class Watcher: Sendable {
  private let process: Process
  private let lines: AsyncStream<ShownMessage>

  var processID: pid_t { process.processIdentifier }

  init(_ world: World, person: String) throws {
    process = world.program.process(["--profile", person, "watch", "--json"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let (stream, continuation) = AsyncStream.makeStream(of: ShownMessage.self)
    lines = stream
    try process.run()
    Thread.detachNewThread {
      var rest = Data()
      while true {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          if let line = try? JSONDecoder().decode(ShownMessage.self, from: rest[..<end]) {
            continuation.yield(line)
          }
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      continuation.finish()
    }
  }

  /// Waits until a message with this text has been printed.
  func sees(_ text: String) async {
    for await line in lines where line.text == text { return }
    Issue.record("the window ended before it showed ‘\(text)’")
  }

  /// Waits until `count` different messages have been printed.
  func sees(count: Int) async {
    var seen: Set<String> = []
    for await line in lines {
      seen.insert(line.id)
      if seen.count == count { return }
    }
    Issue.record("the window ended after \(seen.count) of \(count) messages")
  }

  /// `kill -9`.
  func kill() { _ = Glibc.kill(processID, SIGKILL) }

  func end() {
    Glibc.kill(processID, SIGKILL)
    process.waitUntilExit()
  }
}
