import CommandSupport
import Foundation
import Tours

/// The files through which the player of a tour and the pane that shows it talk: what is told, and what was typed.
struct StoryPane: Sendable {
  /// Our choice: how soon a key is noticed.
  private static let lookAgain: Duration = .milliseconds(50)

  /// What the person wants who looks on.
  private struct Typed {
    var steps = 0
    var isPaused = false
    var isAgain = false
  }

  let folder: URL
  /// A line of JSON for each event.
  private var story: URL { folder.appendingPathComponent("story.jsonl") }
  /// A letter for each wish: a step, pause, go on, again.
  private var typed: URL { folder.appendingPathComponent("typed.txt") }

  /// Makes the files.
  func prepare() throws {
    for file in [story, typed] { try Data().write(to: file) }
  }

  // MARK: - The player's side

  func tell(_ event: TourEvent) throws {
    try append(JSONEncoder().encode(event) + Data("\n".utf8), to: story)
  }

  /// Waits for a time, or until the person wants the next step; for as long as they pause.
  func wait(_ time: Duration) async throws {
    let before = try readTyped().steps
    let end = Live.clock.now + time
    while true {
      let typed = try readTyped()
      if typed.steps > before || !typed.isPaused && Live.clock.now >= end { return }
      try await Live.clock.sleep(for: Self.lookAgain)
    }
  }

  /// Whether everything is to begin anew.
  var isAgain: Bool {
    get throws { try readTyped().isAgain }
  }

  private func readTyped() throws -> Typed {
    try Data(contentsOf: typed).reduce(into: Typed()) { typed, letter in
      switch letter {
      case UInt8(ascii: "n"): typed.steps += 1
      case UInt8(ascii: "p"): typed.isPaused = true
      case UInt8(ascii: "g"): typed.isPaused = false
      case UInt8(ascii: "r"): typed.isAgain = true
      default: break
      }
    }
  }

  // MARK: - The pane's side

  /// The events behind a place in the file, which moves on; an event that is not whole yet waits.
  func events(after place: inout UInt64) throws -> [TourEvent] {
    let file = try FileHandle(forReadingFrom: story)
    defer { try? file.close() }
    try file.seek(toOffset: place)
    guard let data = try file.readToEnd(), let end = data.lastIndex(of: UInt8(ascii: "\n")) else {
      return []
    }
    let whole = data[...end]
    place += UInt64(whole.count)
    return try whole.split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(TourEvent.self, from: $0) }
  }

  /// Notes what the person wants, where it is the player's business.
  func want(_ order: TourOrder) throws {
    let letter: String? =
      switch order {
      case .goOn: "n"
      case .pause: "p"
      case .resume: "g"
      case .again: "r"
      case .leave, .show: nil
      }
    if let letter { try append(Data(letter.utf8), to: typed) }
  }

  private func append(_ data: Data, to url: URL) throws {
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: data)
  }
}
