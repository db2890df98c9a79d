import Foundation
import TerminalUI
import Testing

/// Pictures of the screen, kept as files in `Screens/Golden`, which `make screens` writes anew.
///
/// A file has the rows of the screen, the cursor, and for each row the columns whose style is not plain, in a terminal
/// of 16 colours. The files in `Screens/Golden/styles` show the four themes in colours.
enum GoldenScreen {
  static let sizes = [
    Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 160, height: 50),
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Screens/Golden")
  private static let stylesHeading = "--- cursor and styles"

  /// Whether the files are to be written instead of compared.
  static var isWriting: Bool {
    ProcessInfo.processInfo.environment["ZONECHAT_WRITE_SCREENS"] != nil
  }

  /// Compares a picture, which is cells and the cursor, with the file `name`.
  static func expect(_ picture: (grid: Grid, cursor: Point?), is name: String) throws {
    let text = describe(picture.grid, cursor: picture.cursor)
    try expect(text, isIn: folder.appending(path: name + ".txt"), showing: picture.grid)
  }

  /// Compares the styles of a screen with the file `name`.
  static func expect(_ map: StyleMap, is name: String) throws {
    guard let grid = map.grids.first else { return }
    try expect(map.text, isIn: folder.appending(path: "styles/\(name).txt"), showing: grid)
  }

  /// Compares the picture of a window with the file at a path from the root of the project.
  static func expect(_ picture: ScreenPicture, isIn path: String) throws {
    try expect(
      picture.svg, isIn: DocumentScreens.root.appending(path: path), showing: picture.grid)
  }

  private static func expect(_ text: String, isIn file: URL, showing grid: Grid) throws {
    let name = file.lastPathComponent
    if isWriting {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try text.write(to: file, atomically: true, encoding: .utf8)
    }
    guard let wanted = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record("\(name) has no file; `make screens` writes it")
      return
    }
    guard text != wanted else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wantedLines = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(lines, wantedLines).enumerated().first { $1.0 != $1.1 }?.offset
    let line = place ?? min(lines.count, wantedLines.count)
    Issue.record(
      """
      \(name) is different in line \(line + 1); `make screens` writes all files anew
      file:   \(wantedLines.dropFirst(line).first ?? "")
      screen: \(lines.dropFirst(line).first ?? "")
      whole screen:
      \(grid.text.joined(separator: "\n"))
      """)
  }

  /// The rows of a file.
  static func text(of name: String) throws -> String {
    let text = try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
    return text.components(separatedBy: "\n" + stylesHeading).first ?? text
  }

  private static func describe(_ grid: Grid, cursor: Point?) -> String {
    var lines = grid.text.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
    lines.append(stylesHeading)
    lines.append("cursor: " + (cursor.map { "row \($0.row), column \($0.column)" } ?? "hidden"))
    for row in 0..<grid.size.height {
      let runs = styles(in: grid.row(row))
      if !runs.isEmpty { lines.append("row \(row): " + runs.joined(separator: "; ")) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func styles(in row: ArraySlice<Cell>) -> [String] {
    row.map(\.style).runs().filter { $0.value != .plain }.map { run in
      "\(run.offsets.lowerBound)-\(run.offsets.upperBound - 1) \(run.value.words)"
    }
  }
}

extension Sequence where Element: Equatable {
  /// Equal neighbours: their offsets from the beginning, and what they are.
  func runs() -> [(offsets: Range<Int>, value: Element)] {
    var runs: [(offsets: Range<Int>, value: Element)] = []
    for (offset, value) in enumerated() {
      if let last = runs.last, last.value == value {
        runs[runs.count - 1].offsets = last.offsets.lowerBound..<(offset + 1)
      } else {
        runs.append((offsets: offset..<(offset + 1), value: value))
      }
    }
    return runs
  }
}
