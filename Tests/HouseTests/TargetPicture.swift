import Foundation
import Testing

/// The targets by floor, and which needs which, as a diagram of Mermaid.
///
/// An arrow that follows from others is left out: if A needs B and B needs C, there is none from A to C.
struct TargetPicture {
  struct Target {
    var name: String
    /// For example `Sources/Sync/CloudSync`.
    var path: String
    /// The targets that it declares.
    var needs: [String]
  }

  private let floors: [String: [String]]
  private let needs: [String: [String]]

  init(_ targets: [Target]) {
    let own = targets.filter { $0.path.hasPrefix("Sources/") }
    floors = Dictionary(grouping: own) { String($0.path.split(separator: "/")[1]) }
      .mapValues { $0.map(\.name).sorted() }
    needs = Dictionary(uniqueKeysWithValues: own.map { ($0.name, $0.needs.sorted()) })
  }

  var text: String {
    var lines = ["```mermaid", "flowchart BT"]
    for (floor, names) in floors.sorted(by: { $0.key < $1.key }) {
      lines.append("  subgraph \(floor)Floor [\(floor)]")
      lines += names.map { "    \($0)" }
      lines.append("  end")
    }
    for name in needs.keys.sorted() {
      lines += (needs[name] ?? []).filter { !isImplied(name, $0) }.map { "  \(name) --> \($0)" }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }

  /// Whether `name` needs `other` also by way of a third target.
  private func isImplied(_ name: String, _ other: String) -> Bool {
    (needs[name] ?? []).contains { $0 != other && everything(neededBy: $0).contains(other) }
  }

  private func everything(neededBy name: String) -> Set<String> {
    var found: Set<String> = []
    var open = needs[name] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += needs[next] ?? [] }
    }
    return found
  }

  /// Compares the diagram in a page with this one, or writes it where `ZONECHAT_WRITE_SCREENS` is set.
  func check(_ page: String) throws {
    let written = try SourceTree.text(page)
    let begin = try #require(written.range(of: "```mermaid\nflowchart"), "\(page) has no diagram")
    let end = try #require(
      written.range(of: "\n```", range: begin.upperBound..<written.endIndex))
    let wanted = written.replacingCharacters(
      in: begin.lowerBound..<end.upperBound, with: text)
    guard wanted != written else { return }
    if ProcessInfo.processInfo.environment["ZONECHAT_WRITE_SCREENS"] == "1" {
      let file = SourceTree.root.appendingPathComponent(page)
      try wanted.write(to: file, atomically: true, encoding: .utf8)
    } else {
      Issue.record("\(page) shows other targets than the manifest; `make screens` draws them anew")
    }
  }
}
