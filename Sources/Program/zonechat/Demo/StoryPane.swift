import CommandSupport
import Foundation

/// The pane that shows what plays, line by line, and in which Enter goes on at once.
struct StoryPane: Sendable {
  /// Our choice: how soon a key is noticed.
  private static let lookAgain: Duration = .milliseconds(50)

  private let story: URL
  /// The file with what was typed in the pane: a line for each Enter.
  private let typed: URL

  init(in folder: URL) throws {
    story = folder.appendingPathComponent("story.txt")
    typed = folder.appendingPathComponent("typed.txt")
    try Data("Each step waits for a moment; Enter goes on at once.\n".utf8).write(to: story)
    try Data().write(to: typed)
  }

  /// The program that runs in the pane.
  var words: [String] {
    ["sh", "-c", #"tail -n +1 -f "$0" & exec cat >> "$1""#, story.path, typed.path]
  }

  func tell(_ line: String) throws {
    let file = try FileHandle(forWritingTo: story)
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for a time, or until Enter is pressed.
  func wait(_ time: Duration) async throws {
    let before = try typedCount()
    let end = Live.clock.now + time
    while try typedCount() == before, Live.clock.now < end {
      try await Live.clock.sleep(for: Self.lookAgain)
    }
  }

  private func typedCount() throws -> Int { try Data(contentsOf: typed).count }
}
