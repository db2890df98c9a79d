import Foundation
import Testing

/// The examples of `docs/cloudkit.md` are parts of tests, so that they run.
@Suite struct CloudKitPageTests {
  @Test func `every example is in the file that it names`() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/cloudkit.md"), encoding: .utf8)
    let examples = page.components(separatedBy: "```").filter { $0.hasPrefix("swift\n// From ") }
    #expect(examples.count >= 3)
    for example in examples {
      let lines = example.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      let path = try #require(lines.first).dropFirst("// From ".count)
      let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      #expect(source.contains(lines.dropFirst().joined(separator: "\n")), "\(path):\n\(example)")
    }
  }
}
