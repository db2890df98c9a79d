import Foundation

/// The permitted contents of a scenario file, as a JSON Schema (draft 7), with which editors complete and check it.
package enum ScenarioSchema {
  /// The schema; made from the tables that files are read with.
  package static var text: String {
    var schema = object(Scenario.keys)
    var properties = schema["properties"] as? [String: Any] ?? [:]
    properties["steps"] = [
      "description": "What happens and what must be true, one after another.",
      "type": "array", "items": ["anyOf": StepVocabulary.verbs.map(step)],
    ]
    schema["properties"] = properties
    schema["required"] = Scenario.keys.filter(\.isRequired).map(\.name) + ["steps"]
    schema["definitions"] = definitions
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    schema["title"] = "A scenario of ZoneChat"
    do {
      let data = try JSONSerialization.data(
        withJSONObject: schema, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    } catch {
      preconditionFailure("A tree of texts and lists cannot be written as JSON: \(error)")
    }
  }

  /// The parts that many steps share, each defined once.
  private static var definitions: [String: Any] {
    var definitions: [String: Any] = [
      // A text that looks like a number or a flag needs no quotes.
      "text": ["type": ["string", "number", "boolean"]],
      "flag": ["enum": ["yes", "no", true, false]],
      "duration": [
        "type": ["string", "number"], "pattern": Duration.scenarioPattern(mayBeNegative: false),
        "minimum": 0,
      ],
      "offset": [
        "type": ["string", "number"], "pattern": Duration.scenarioPattern(mayBeNegative: true),
      ],
      "nothing": ["enum": [NSNull(), ""]],
    ]
    for key in StepVocabulary.common { definitions[key.name] = described(key) }
    return definitions
  }

  private static func definition(_ name: String) -> [String: Any] {
    ["$ref": "#/definitions/" + name]
  }

  private static func described(_ key: StepVerb.Key) -> [String: Any] {
    // What stands beside a reference is not looked at in draft 7.
    ["description": key.about, "allOf": [schema(key.kind)]]
  }

  private static func step(_ verb: StepVerb) -> [String: Any] {
    var value = verb.value
    // A chat may be left out while there is only one.
    if case .chat = value { value = .either(.chat, .nothing) }
    let common = StepVocabulary.common.filter { $0.name != "as" || verb.place == .device }
    var schema = object([.init(verb.name, value, required: true, verb.about)] + verb.keys + common)
    if verb.place == .device { schema["required"] = [verb.name, "as"] + required(verb.keys) }
    return schema
  }

  private static func required(_ keys: [StepVerb.Key]) -> [String] {
    keys.filter(\.isRequired).map(\.name)
  }

  private static func object(_ keys: [StepVerb.Key]) -> [String: Any] {
    var properties: [String: Any] = [:]
    for key in keys {
      let isCommon = StepVocabulary.common.contains { $0.name == key.name }
      properties[key.name] = isCommon ? definition(key.name) : described(key)
    }
    var schema: [String: Any] = [
      "type": "object", "properties": properties, "additionalProperties": false,
    ]
    let required = required(keys)
    if !required.isEmpty { schema["required"] = required }
    return schema
  }

  private static func schema(_ kind: StepVerb.Kind) -> [String: Any] {
    switch kind {
    case .text, .chat, .person: definition("text")
    case .whole: ["type": "integer", "minimum": 0]
    case .number: ["type": "number"]
    case .flag: definition("flag")
    case .duration: definition("duration")
    case .offset: definition("offset")
    case .nothing: definition("nothing")
    case .word(let words): ["enum": words]
    case .list(let element): ["type": "array", "items": schema(element)]
    case .oneOrMore(let element), .each(let element):
      ["anyOf": [schema(element), schema(.list(element))]]
    case .map(let element): ["type": "object", "additionalProperties": schema(element)]
    case .object(let keys): object(keys)
    case .either(let one, let other): ["anyOf": [schema(one), schema(other)]]
    }
  }
}
