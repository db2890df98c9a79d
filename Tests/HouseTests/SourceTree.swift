import Foundation
import Synchronization

/// The sources as text, for tests that read them.
enum SourceTree {
  struct File: Sendable {
    /// Below the root, for example `Sources/Sync/CloudSync/SyncEngine.swift`.
    let path: String
    let text: String
    let lines: [Substring]

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Whether some line has `word`, and not as the end of a longer word.
    func says(_ word: String) -> Bool {
      text.contains(word) && lines.contains { SourceTree.says(word, in: $0) }
    }

    /// The modules that the file imports.
    var imports: [String] {
      lines.compactMap { line in
        var words = line.split(separator: " ").map(String.init)
        while let first = words.first,
          ["package", "public", "internal", "@preconcurrency"].contains(first)
        {
          words.removeFirst()
        }
        guard words.count == 2, words[0] == "import" else { return nil }
        return words[1]
      }
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func says(_ word: String, in line: Substring) -> Bool {
    line.ranges(of: word).contains { range in
      guard word.first?.isLetter == true, range.lowerBound > line.startIndex else { return true }
      return !line[line.index(before: range.lowerBound)].isLetter
    }
  }

  /// What was read once, by its folder: many tests read the same files.
  private static let read = Mutex<[String: [File]]>([:])

  /// Every Swift file below a folder.
  static func files(below folder: String) throws -> [File] {
    try read.withLock { read in
      if let files = read[folder] { return files }
      let files = try readFiles(below: folder)
      read[folder] = files
      return files
    }
  }

  private static func readFiles(below folder: String) throws -> [File] {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: root.appendingPathComponent(folder).path)
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let path = folder + "/" + name
      return File(path: path, text: try text(path))
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The pages below `docs`, as paths from there.
  static func pages() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent("docs").path)
      .filter { $0.hasSuffix(".md") }.sorted()
  }

  /// The floors of the house: the folders of `Sources`.
  static func floors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
      .sorted()
  }

  static func targets(of floor: String) throws -> [String] {
    let folder = root.appendingPathComponent("Sources").appendingPathComponent(floor)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
