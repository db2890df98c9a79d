/// The permitted contents of a scenario file, as the tables of `docs/scenarios.md`.
package enum StepTables {
  /// The tables; made from those that files are read with.
  package static var text: String {
    let verbs = StepVocabulary.verbs
    return [
      table("Steps with `as`", verbs.filter { $0.place == .device }.map(row)),
      table("Steps of the world", verbs.filter { $0.place == .world }.map(row)),
      table("`expect`", ExpectationReader.deviceKeys.map(row)),
      table("A message in `expect`", ExpectationReader.messageKeys.map(row)),
      table("An entry of `outbox`", ExpectationReader.waitingKeys.map(row)),
      table("A request in `requests`", ExpectationReader.requestKeys.map(row)),
      table("Every step", StepVocabulary.common.map(row)),
    ].joined(separator: "\n")
  }

  private static func table(_ title: String, _ rows: [String]) -> String {
    (["### " + title, "", "| | value | |", "|---|---|---|"] + rows).map { $0 + "\n" }.joined()
  }

  private static func row(_ verb: StepVerb) -> String {
    let keys = verb.keys.map { key in
      // The page says once what it is.
      if key.name == "in" { return "Has `in`." }
      let need = key.isRequired ? ", which it needs" : ""
      return "`\(key.name)`\(need) (\(words(key.kind))): \(key.about)"
    }
    return row(verb.name, verb.value, ([verb.about] + keys).joined(separator: " "))
  }

  private static func row(_ key: StepVerb.Key) -> String { row(key.name, key.kind, key.about) }

  private static func row(_ name: String, _ kind: StepVerb.Kind, _ about: String) -> String {
    "| `\(name)` | \(words(kind)) | \(about) |"
  }

  private static func words(_ kind: StepVerb.Kind) -> String {
    switch kind {
    case .text: "a text"
    case .whole: "a whole number"
    case .number: "a number"
    case .flag: "yes or no"
    case .duration, .offset: "a time"
    case .nothing: "nothing"
    case .chat: "a chat"
    case .person: "a person"
    case .word(let words): words.joined(separator: ", ")
    case .list(let element): "a list: \(words(element))"
    case .oneOrMore(let element), .each(let element): "\(words(element)), or a list"
    case .map(let element): "names, each with \(words(element))"
    case .object: "keys"
    case .either(let one, let other): "\(words(one)), or \(words(other))"
    }
  }
}
