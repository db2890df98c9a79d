/// Writes a tree as a format and its arguments, from which the parser reads an equal tree.
///
/// Keys stand in the text, values among the arguments, as `%@`.
package struct PredicatePrinter {
  package private(set) var format = ""
  package private(set) var arguments: [Any] = []

  package init(_ tree: PredicateTree) { write(tree) }

  private mutating func write(_ tree: PredicateTree) {
    switch tree {
    case .value(let value): format += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let parts): write(parts, joinedBy: " AND ", ifEmpty: true)
    case .or(let parts): write(parts, joinedBy: " OR ", ifEmpty: false)
    case .not(let part):
      format += "NOT "
      writePart(part)
    case .comparison(let comparison): write(comparison)
    }
  }

  private mutating func write(
    _ parts: [PredicateTree], joinedBy word: String, ifEmpty value: Bool
  ) {
    guard let first = parts.first else { return write(.value(value)) }
    writePart(first)
    for part in parts.dropFirst() {
      format += word
      writePart(part)
    }
  }

  private mutating func writePart(_ tree: PredicateTree) {
    switch tree {
    case .and, .or:
      format += "("
      write(tree)
      format += ")"
    case .value, .comparison, .not: write(tree)
    }
  }

  private mutating func write(_ comparison: PredicateTree.Comparison) {
    if comparison.modifier != .direct { format += comparison.modifier.rawValue + " " }
    write(comparison.left)
    format += " " + comparison.comparator.rawValue
    let letters = PredicateTree.Options.letters.filter { comparison.options.contains($0.option) }
    if !letters.isEmpty { format += "[" + String(letters.map(\.letter)) + "]" }
    format += " "
    write(comparison.right)
  }

  private mutating func write(_ expression: PredicateTree.Expression) {
    switch expression {
    case .constant(let constant):
      guard let value = constant.value else {
        format += "nil"
        return
      }
      format += "%@"
      arguments.append(value)
    case .subject: format += "SELF"
    case .path(let base, let names):
      write(base)
      format += "." + Self.spelled(names)
    case .variable(let name): format += "$" + name
    case .keyPath(let names): write(keyPath: names)
    case .list(let elements): write(elements, between: "{", "}")
    case .function(let function, let elements):
      format += function.rawValue
      write(elements, between: "(", ")")
    case .subquery(let list, let variable, let tree):
      format += "SUBQUERY("
      write(list)
      format += ", $\(variable), "
      write(tree)
      format += ")"
    }
  }

  private mutating func write(
    _ elements: [PredicateTree.Expression], between start: String, _ end: String
  ) {
    format += start
    for (index, element) in elements.enumerated() {
      if index > 0 { format += ", " }
      write(element)
    }
    format += end
  }

  private mutating func write(keyPath names: [String]) {
    guard names.allSatisfy(Self.isReadable) else {
      format += "%K"
      arguments.append(names.joined(separator: "."))
      return
    }
    if names.first?.hasPrefix("@") ?? false { format += "SELF." }
    format += Self.spelled(names)
  }

  private static func spelled(_ names: [String]) -> String {
    names.map { PredicateWord(anyCase: $0) == nil ? $0 : "#" + $0 }.joined(separator: ".")
  }

  /// Whether the lexer reads the name as one.
  private static func isReadable(_ name: String) -> Bool {
    PredicateLexer.isName(name.hasPrefix("@") ? name.dropFirst() : name[...])
  }
}
