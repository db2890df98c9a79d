import Foundation
import Testing

/// Difficult text among the messages moves nothing beside it, in a real terminal.
@Suite(.timeLimit(.minutes(15)))
struct DividerTests {
  /// A list of chats on the left and the panel on the right, both with a line between them and the messages.
  private static let widths = [160, 131, 120]
  /// All strings on one screen.
  private static let rows = 460
  private static let linesPerMessage = 25

  @Test func `300 difficult strings keep every divider in its column`() async throws {
    let strings = DifficultStrings.all
    #expect(strings.count >= 300)
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let lines = strings.enumerated().map { "s\($0.offset) \($0.element.text) end" }
      for start in stride(from: 0, to: lines.count, by: Self.linesPerMessage) {
        let text = lines[start..<min(start + Self.linesPerMessage, lines.count)]
          .joined(separator: "\n")
        try await world.did("alice", "send", "Crew", "-", input: text)
      }
      try await Terminal.with(
        world, "--profile", "alice", columns: Self.widths[0], rows: Self.rows
      ) { alice in
        try await alice.sees("s\(strings.count - 1) ")
        // A screen this wide has the panel by itself; narrower ones, once the person has asked for it.
        try await alice.sees("Told of")
        for (index, width) in Self.widths.enumerated() {
          try await alice.resize(columns: width, rows: Self.rows)
          if index == 1 {
            try await alice.waits(for: "no panel") { screen in
              !screen.contains { $0.contains("Told of") }
            }
            try await alice.press("M-p")
          }
          // The last row is drawn last; its words stand at the right end, whatever the width was before.
          try await alice.waits(for: "a picture of \(width) columns") { screen in
            screen.contains { $0.hasSuffix("F1 help") && (width - 2...width).contains($0.count) }
              && screen.contains { $0.contains("s0 ") }
              && screen.contains { $0.contains("Told of") }
              && Self.rows(withBothLines: screen).count > 300
          }
          try await expectStraight(try await alice.screen(), of: alice, width, strings)
        }
      }
    }
  }

  /// The rows with both lines, and what stands in each before the last one, which is that of the panel.
  private static func rows(withBothLines screen: [String]) -> [(row: String, start: String)] {
    // The last row has hints, and lines of its own.
    screen.filter { !$0.contains("F1 help") }.compactMap { row in
      let parts = row.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count < 3 ? nil : (row, parts.dropLast().joined(separator: "│"))
    }
  }

  /// Every row has its lines in the same columns, as the terminal itself counts them.
  private func expectStraight(
    _ screen: [String], of terminal: Terminal, _ width: Int,
    _ strings: [(name: String, text: String)]
  ) async throws {
    let places = Self.rows(withBothLines: screen)
    let columns = try await terminal.columns(of: places.map(\.start))
    let usual = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +).max { $0.value < $1.value }
    for (place, column) in zip(places, columns) where column != usual?.key {
      let number = place.row.split(separator: " ").lazy.compactMap { word in
        word.first == "s" ? Int(word.dropFirst()) : nil
      }.first
      let name = number.map { "\(strings[$0].name) \(strings[$0].text.debugDescription)" }
      Issue.record("column \(column) at \(width) columns: \(name ?? place.row)")
    }
  }
}
