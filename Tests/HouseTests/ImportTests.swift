import Foundation
import Testing

/// Who may import whom: the table in `docs/architecture.md`, held against the sources.
struct ImportTests {
  /// Modules of the toolchain; every target may use them.
  private static let toolchain: Set<String> = [
    "Dispatch", "Foundation", "Glibc", "Observation", "Synchronization",
  ]

  private static let inC: Set<String> = [
    "CMemory", "CNcurses", "CProcesses", "CloudKitCompatModules",
  ]

  /// The table's rows: a target in backticks, then what it may import, in backticks.
  private func table() throws -> [String: Set<String>] {
    var rows: [String: Set<String>] = [:]
    for line in try SourceTree.text("docs/architecture.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map(quoted)
      guard line.hasPrefix("| `"), cells.count >= 2, let target = cells[0].first else { continue }
      if rows[target] == nil { rows[target] = Set(cells[1]) }
    }
    return rows
  }

  private func quoted(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test func `every target imports only what the table allows`() throws {
    let table = try table()
    for target in try SourceTree.targets() where !Self.inC.contains(target) {
      let allowed = try #require(table[target], "\(target) is not in docs/architecture.md")
      for file in try SourceTree.files(below: "Sources/" + target) {
        let strangers = Set(file.imports).subtracting(allowed).subtracting(Self.toolchain)
        #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
      }
    }
  }

  @Test(arguments: [
    // The engine decides without clock, network or disk.
    ("Sources/CloudSync/Machine", "", ["CloudModel"]),
    // What becomes of a row of the outbox is decided without a database.
    ("Sources/OutboxRules", "", ["ChatModel", "CloudModel", "CloudSync"]),
    // A screen's model does not know what draws it.
    (
      "Sources/ChatUI", "Model.swift",
      ["ChatCore", "ChatModel", "ChatViews", "ClientSettings", "CloudModel", "TextCompletion"]
    ),
    ("Sources/ChatViews", "Model.swift", ["ChatCore", "ChatModel", "CloudModel"]),
    ("Sources/TextCompletion", "Model.swift", ["ChatModel", "ChatViews"]),
  ])
  func `folders import only what they may`(
    folder: String, suffix: String, allowed: [String]
  ) throws {
    let files = try SourceTree.files(below: folder).filter {
      suffix.isEmpty || $0.path.hasSuffix(suffix)
    }
    #expect(!files.isEmpty, "\(folder) holds nothing like *\(suffix)")
    for file in files {
      let strangers = Set(file.imports).subtracting(allowed).subtracting(Self.toolchain)
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
    }
  }

  /// An app elsewhere has the products of this package, and nothing of what is behind them.
  @Test func `the examples import what an app can import`() throws {
    let own = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: "Examples/Sources").path)
    let allowed = Self.toolchain.union(["CloudKit", "CloudKitTesting", "Testing"]).union(own)
    for file in try SourceTree.files(below: "Examples/Sources")
      + SourceTree.files(below: "Examples/Tests")
    {
      let strangers = Set(file.imports).subtracting(allowed)
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
      if file.path.hasPrefix("Examples/Sources") {
        #expect(!file.imports.contains("CloudKitTesting"), "\(file.path)")
      }
    }
  }

  /// A Mac has Apple's framework, and nothing of this project but what is behind `CloudFixture`.
  @Test func `the conformance table imports what a Mac has, but for one file`() throws {
    let folder = "Tests/CloudKitTests/Conformance"
    let files = try SourceTree.files(below: folder)
    #expect(files.count > 20)
    for file in files where file.path != folder + "/LocalFixture.swift" {
      // In any form: also one that names a declaration, or has an attribute.
      let imports = file.lines.filter {
        !$0.contains("//") && $0.split(separator: " ").contains("import")
      }
      let allowed = ["import CloudKit", "import Foundation", "import Testing"]
      let strangers = imports.filter { !allowed.contains(String($0)) }
      #expect(strangers.isEmpty, "\(file.path): \(strangers)")
      #expect(!imports.isEmpty, "\(file.path)")
    }
  }

  @Test func `the rules of the cloud have no file, clock or thread of their own`() throws {
    let strangers = [
      "FileManager", "FileHandle", "fopen(", "ContinuousClock", "sleep(", "Task {", "Task.detached",
      "Thread", "DispatchQueue",
    ]
    for file in try SourceTree.files(below: "Sources/CloudRules") {
      for word in strangers { #expect(!file.says(word), "\(file.path) uses \(word)") }
    }
  }

  @Test func `only the outbox's own folder names its table in SQL`() throws {
    let uses = /(FROM|JOIN|INTO|UPDATE) outbox\b/
    for file in try SourceTree.files(below: "Sources/ChatCore")
    where !file.path.contains("/Outbox/") {
      #expect(!file.text.contains(uses), "\(file.path) has SQL of the outbox")
    }
  }

  @Test func `only the terminal and the widths know curses`() throws {
    for file in try SourceTree.files(below: "Sources/TerminalUI")
    where file.imports.contains("CNcurses") {
      let folder = file.path.split(separator: "/")[2]
      #expect(["Terminal", "Text"].contains(folder), "\(file.path) imports CNcurses")
    }
  }
}
