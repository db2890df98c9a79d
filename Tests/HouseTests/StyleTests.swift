import Foundation
import Testing

/// The rules of style that the formatter does not check.
struct StyleTests {
  @Test func `no example is longer than 500 lines of code, and its page says how long it is`()
    throws
  {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: "Examples/Sources").path)
    let apps = folders.filter { $0.hasSuffix("App") }
    let page = try SourceTree.text("Examples/README.md")
    #expect(apps.count >= 4)
    var shared: [String: Int] = [:]
    for name in ["LineTerminal", "RecordPages"] {
      let files = try SourceTree.files(below: "Examples/Sources/" + name)
      let row = "| shared: `\(name)` | \(Self.lines(of: files)) | \(Self.code(of: files).count) | |"
      #expect(page.contains(row), "Examples/README.md: \(row)")
      shared[name] = Self.code(of: files).count
    }
    for app in apps {
      // The library, and the program with its view, which may have a dash in its name.
      let program = try #require(
        folders.first { $0.filter { $0 != "-" } == app.dropLast(3).lowercased() })
      let files = try [app, program].flatMap {
        try SourceTree.files(below: "Examples/Sources/" + $0)
      }
      let code = Self.code(of: files).count
      #expect(code <= 500, "\(app) has too many lines")
      let used = shared.filter { name, _ in files.contains { $0.says("import " + name) } }
      let row =
        "| `\(program)` | \(Self.lines(of: files)) | \(code) | "
        + "\(used.values.reduce(code, +)) |"
      #expect(page.contains(row), "Examples/README.md: \(row)")
    }
  }

  @Test func `the core of the zone chat has 200 lines, without those of brackets alone`() throws {
    let code = try Self.code(of: SourceTree.files(below: "Examples/Sources/ZoneChatApp"))
    let page = try SourceTree.text("Examples/README.md")
    #expect(page.contains("With such lines they have \(code.count) lines of code."))
    let count = code.count { $0.contains(where: \.isLetter) }
    #expect(150...200 ~= count, "It has \(count) lines")
  }

  private static func lines(of files: [SourceTree.File]) -> Int {
    files.reduce(0) { $0 + $1.lines.count - 1 }
  }

  /// The lines that are not empty, and no comments.
  private static func code(of files: [SourceTree.File]) -> [Substring] {
    files.flatMap(\.lines).map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }

  @Test func `time, names and chance come from the composition root`() throws {
    let live = [
      "Date()", "Date.now", "UUID()", ".random(in: .min", "SystemRandomNumberGenerator",
      "ProcessInfo.",
    ]
    // The roots of the program and of the libraries.
    let homes = [
      "Sources/Program/CommandSupport/Live.swift", "Sources/CloudKit/CloudDevices/Machine.swift",
    ]
    for file in try SourceTree.files(below: "Sources")
    where !homes.contains(file.path) {
      for word in live { #expect(!file.says(word), "\(file.path) uses \(word)") }
    }
  }

  @Test(arguments: ["Sources", "Examples/Sources"])
  func `nothing gives up without a word`(folder: String) throws {
    for file in try SourceTree.files(below: folder) {
      for word in ["try!", "fatalError(", "Thread.sleep", "usleep("] {
        #expect(!file.says(word), "\(file.path) has \(word)")
      }
    }
  }

  @Test(arguments: ["Sources", "Examples/Sources"])
  func `an exception to the rules has its reason on the line above`(folder: String) throws {
    let words = ["@unchecked Sendable", "nonisolated(unsafe)", "Task {", "Task.detached"]
    for file in try SourceTree.files(below: folder) {
      let words = words.filter(file.says)
      let lines = file.lines
      for (index, line) in lines.enumerated()
      where words.contains(where: { SourceTree.says($0, in: line) }) {
        let above = index > 0 ? lines[index - 1].trimmingPrefix(while: \.isWhitespace) : ""
        #expect(above.hasPrefix("//"), "\(file.path):\(index + 1) has no reason above it")
      }
    }
  }

  /// On Linux it reads past the end of a buffer where very many files are open, and ends the process.
  @Test func `nothing runs programs by Foundation`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try SourceTree.files(below: folder)
      where file.path.hasPrefix("Tests/House") == false {
        #expect(!file.says("Process()"), "\(file.path) uses Foundation's Process")
      }
    }
  }

  /// Apple's classes keep the sentences of Foundation; everything else says what the system says (`SystemReason`).
  @Test func `no sentence of Foundation reaches people`() throws {
    for file in try SourceTree.files(below: "Sources")
    where !file.path.hasPrefix("Sources/CloudKit/CloudKit") {
      #expect(!file.says("localizedDescription"), "\(file.path) repeats what Foundation says")
    }
  }

  @Test func `no name of a type stands in two targets`() throws {
    let declaration =
      #/
      (?:@\w+(?:\([^)]*\))?\s|(?:package|public|private|fileprivate|final|indirect|nonisolated)\s)*
      (?:struct|class|enum|actor|protocol|typealias)\s(\w+)
      /#
    var homes: [String: Set<String>] = [:]
    for file in try SourceTree.files(below: "Sources") {
      let target = file.path.split(separator: "/").prefix(3).joined(separator: "/")
      // What is indented belongs to a type, whose name tells it from others.
      for line in file.lines where line.first?.isWhitespace == false {
        guard let name = line.prefixMatch(of: declaration)?.output.1 else { continue }
        homes[String(name), default: []].insert(target)
      }
    }
    #expect(homes.count > 1000)
    let twice = homes.filter { $0.value.count > 1 }
    #expect(twice.isEmpty, "\(twice)")
  }

  @Test func `nothing prints but by Output`() throws {
    for file in try SourceTree.files(below: "Sources") {
      let prints = file.lines.contains {
        $0.trimmingPrefix(while: \.isWhitespace).hasPrefix("print(")
      }
      #expect(!prints, "\(file.path) prints")
    }
  }

  /// The formatter holds the code and breaks no comments.
  ///
  /// What cannot be broken may be longer: a table, a string, code in a page.
  @Test func `comments and pages keep the line lengths of the editor's settings`() throws {
    let settings = try SourceTree.text(".editorconfig")
    let comment = try #require(Self.limit("[*.swift]", in: settings))
    let page = try #require(Self.limit("[*.md]", in: settings))
    let files = try ["Sources", "Tests", "Examples/Sources", "Examples/Tests"].flatMap {
      try SourceTree.files(below: $0)
    }
    #expect(files.count > 1000)
    for file in files {
      for (index, line) in file.lines.enumerated()
      where line.utf8.count > comment && line.count > comment {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("//"), !text.contains("// |") else { continue }
        Issue.record("\(file.path):\(index + 1) has \(line.count) columns")
      }
    }
    let pages = try ["README.md", "CONTRIBUTING.md"] + SourceTree.pages().map { "docs/" + $0 }
    // The program writes these, and breaks no lines.
    for path in pages where !["docs/commands.md", "docs/keys.md"].contains(path) {
      var isCode = false
      let lines = try SourceTree.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
        guard line.count > page, !isCode, !line.hasPrefix("|") else { continue }
        Issue.record("\(path):\(index + 1) has \(line.count) columns")
      }
    }
  }

  /// The length of lines that the editor's settings have for some files.
  private static func limit(_ files: String, in settings: String) -> Int? {
    settings.split(separator: "\n").drop { $0 != files }.dropFirst().prefix { !$0.hasPrefix("[") }
      .compactMap { $0.wholeMatch(of: /max_line_length = (\d+)/).flatMap { Int($0.output.1) } }
      .first
  }

  @Test func `every file that answers a question is there`() throws {
    let rows = try SourceTree.text("docs/where-is.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
    // What stands in the last column as code: files and folders, by their path from the root.
    let named = rows.compactMap { $0.split(separator: "|").last(where: { $0.contains("/") }) }
      .flatMap { $0.matches(of: /`([^`]+)`/).map(\.output.1) }
    #expect(named.count > 50)
    for name in named {
      let path = SourceTree.root.appendingPathComponent(String(name)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(name)")
    }
  }

  @Test func `every page of the docs can be found`() throws {
    let first = try Self.links(of: "README.md")
    let entries = ["docs/architecture.md", "docs/decisions/README.md"]
    for entry in entries { #expect(first.contains(Self.place(entry)), "\(entry) is not linked") }
    let found = try entries.reduce(into: first) { $0.formUnion(try Self.links(of: $1)) }
    for page in try SourceTree.pages() {
      #expect(found.contains(Self.place("docs/" + page)), "docs/\(page) is not linked")
    }
  }

  /// The places to which a page at a path from the root links.
  private static func links(of page: String) throws -> Set<String> {
    let folder = page.split(separator: "/").dropLast().joined(separator: "/")
    return try Set(
      SourceTree.text(page).matches(of: /\]\(([^)#\s]+)/).map { link in
        place(folder + "/" + link.output.1)
      })
  }

  /// Where a path from the root leads.
  private static func place(_ path: String) -> String {
    SourceTree.root.appendingPathComponent(path).standardizedFileURL.path
  }

  @Test func `every long page begins with a list of its contents`() throws {
    for page in try SourceTree.pages() where !page.contains("/") {
      let text = try SourceTree.text("docs/" + page)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > 200 else { continue }
      for heading in lines where heading.hasPrefix("## ") {
        let place = heading.dropFirst(3).lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" }
        #expect(text.contains("[\(heading.dropFirst(3))](#\(place))"), "docs/\(page)")
      }
    }
  }
}
