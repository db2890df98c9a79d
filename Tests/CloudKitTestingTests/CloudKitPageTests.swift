import Foundation
import Testing

/// The examples and lists of `docs/cloudkit.md` agree with the sources.
@Suite struct CloudKitPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A declaration that is unavailable, and its name.
  private var unavailable: Regex<(Substring, Substring)> {
    /unavailable, message: "[^"]*"\)\s*(?:\/\/[^\n]*\s*)?public (?:final |static |class )*(?:func|var|class|struct|typealias) (\w+)/
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of code, each with its language in the first line.
  private func blocks() throws -> [String] {
    let parts = try text("docs/cloudkit.md").components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
  }

  /// The text below a heading, up to the next one.
  private func section(_ heading: String) throws -> String {
    let page = try text("docs/cloudkit.md")
    let start = try #require(page.range(of: "\n## \(heading)\n")).upperBound
    let end = page.range(of: "\n## ", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
    return String(page[start..<end])
  }

  @Test func `every example is in the file that it names`() throws {
    let examples = try blocks().filter { $0.hasPrefix("swift\n// From ") }
    #expect(examples.count >= 7)
    for example in examples {
      let lines = example.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      let path = try #require(lines.first).dropFirst("// From ".count)
      let source = try text(String(path))
      #expect(source.contains(lines.dropFirst().joined(separator: "\n")), "\(path):\n\(example)")
    }
  }

  @Test func `manifests name products that there are, with flags that the tests are built with`()
    throws
  {
    let package = try text("Package.swift")
    let manifests = try blocks().filter {
      $0.hasPrefix("swift\n") && !$0.hasPrefix("swift\n// From ")
    }
    #expect(manifests.count == 2)
    for manifest in manifests {
      let products = manifest.matches(of: /\.product\(name: "(\w+)", package: "zonechat"/)
      #expect(!products.isEmpty, "\(manifest)")
      for product in products {
        #expect(package.contains(".library(name: \"\(product.output.1)\","))
      }
      for flags in manifest.matches(of: /\.unsafeFlags\(\[.*?\]\)/) {
        #expect(package.contains(flags.output))
      }
    }
    #expect(manifests.contains { $0.contains(".unsafeFlags(") })
  }

  @Test func `commands are the program's, and variables are read`() throws {
    let commands = try text("docs/commands.md")
    let shell = try blocks().filter { $0.hasPrefix("sh\n") }
    #expect(shell.count == 2)
    for line in shell.joined().split(separator: "\n").dropFirst() where line.hasPrefix("zonechat") {
      // Options before the command, with their values, and what follows the command's two words.
      var words = line.split(separator: " ").dropFirst()
      if words.first == "--profile" { words = words.dropFirst(2) }
      let command = words.prefix(2).joined(separator: " ")
      #expect(commands.contains("zonechat \(command)"), "\(line)")
    }
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: Self.root.appending(path: "Sources/CloudKit/CloudDevices").path
    ).filter { $0.hasSuffix(".swift") }.map { try text("Sources/CloudKit/CloudDevices/" + $0) }
    let page = try text("docs/cloudkit.md")
    let variables = Set(page.matches(of: /CLOUDKIT_[A-Z_]+/).map { String($0.output) })
    #expect(variables.count >= 8)
    for variable in variables {
      #expect(sources.contains { $0.contains("\"\(variable)\"") }, "\(variable)")
    }
  }

  @Test func `everything that is unavailable is listed, and has its reason in its message`() throws
  {
    let list = try section("What is left out")
    let names = try ["Unavailable.swift", "Sharing/Unavailable+Sharing.swift"].flatMap { file in
      let source = try text("Sources/CloudKit/CloudKitCore/" + file)
      #expect(
        source.matches(of: /@available\(/).count
          == source.matches(of: /@available\(\s*\*, unavailable,\s*message:\s*"[A-Z]/).count)
      return source.matches(of: unavailable).map { String($0.output.1) }
    }
    #expect(names.count >= 40 && names.contains("administrator"))
    for name in Set(names) {
      let isListed =
        list.contains("`\(name)`") || list.contains("`\(name)(") || list.contains(".\(name)`")
      #expect(isListed, "\(name)")
    }
  }
}
