import CloudModel
import Yams

/// The values of a file, as they are written.
extension Node {
  static var nothing: Node { word("") }

  /// A word of the format itself.
  static func word(_ word: String) -> Node { .scalar(Scalar(word)) }

  /// Words of a person: in quotes, unless they are letters, digits and spaces only.
  static func text(_ text: String) -> Node {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9](?:[A-Za-z0-9 .+-]*[A-Za-z0-9.+])?/) != nil
    return .scalar(Scalar(text, .implicit, isPlain ? .plain : .doubleQuoted))
  }

  static func whole(_ number: Int) -> Node { word("\(number)") }

  static func duration(_ duration: Duration) -> Node { word(duration.scenarioText) }

  /// Nil for no, which is what a missing key means.
  static func flag(_ flag: Bool) -> Node? { flag ? word("yes") : nil }

  /// An answer that is asked for, also a no.
  static func answer(_ flag: Bool) -> Node { word(flag ? "yes" : "no") }

  static func list(_ nodes: [Node], _ style: Sequence.Style = .flow) -> Node {
    .sequence(Sequence(nodes, .implicit, style))
  }

  static func oneOrMore(_ texts: [String]) -> Node {
    texts.count == 1 ? text(texts[0]) : list(texts.map(text))
  }

  /// Keys with their values; those without a value are left out.
  static func keys(_ fields: [(String, Node?)], _ style: Mapping.Style = .flow) -> Node {
    .mapping(
      Mapping(
        fields.compactMap { name, value in value.map { (text(name), $0) } }, .implicit, style))
  }

  static func right(_ permission: Participant.Permission) -> Node {
    word(ScenarioRight(permission).rawValue)
  }
}
