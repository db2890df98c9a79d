import Foundation
import Testing

/// The screens in pages: blocks below a line `<!-- screen NAME -->`, taken from the files of `GoldenScreen`.
enum DocumentScreens {
  /// The root of the project.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Compares the screens in the page at a path from the root of the project with their files, or
  /// writes them where the files are written.
  static func check(_ page: String) throws {
    let file = root.appending(path: page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let wanted = try replacingScreens(in: text)
    guard text != wanted else { return }
    if GoldenScreen.isWriting {
      try wanted.write(to: file, atomically: true, encoding: .utf8)
    } else {
      Issue.record("\(page) shows a screen that looks different now; `make screens` writes it anew")
    }
  }

  private static func replacingScreens(in text: String) throws -> String {
    var result: [String] = []
    var name: String?
    var isInBlock = false
    for line in text.components(separatedBy: "\n") {
      if let shown = line.wholeMatch(of: /<!-- screen ([a-z0-9-]+) -->/) { name = String(shown.1) }
      if let wanted = name, line == "```text" {
        result += [line] + (try GoldenScreen.text(of: wanted).components(separatedBy: "\n"))
        (name, isInBlock) = (nil, true)
      } else if isInBlock {
        if line == "```" {
          isInBlock = false
          result.append(line)
        }
      } else {
        result.append(line)
      }
    }
    return result.joined(separator: "\n")
  }
}
