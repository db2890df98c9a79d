import CloudModel
import CloudWire
import Foundation

/// Reads a fault of the cloud: the keys are those of its JSON, with people and chats by their names.
enum FaultReader {
  private static let texts = [
    "id", "operation", "database", "record", "recordType", "effect", "code", "reason", "state",
  ]
  private static let numbers = [
    "probability", "every", "skip", "count", "duration", "seed", "nativeCode", "retryAfter",
    "milliseconds", "seconds", "bytes",
  ]

  static let kind = StepVerb.Kind.object(
    [
      .init(
        "effect", .word(CloudFault.Effect.parameters.map(\.name)), required: true,
        "What goes wrong."),
      .init("of", .person, "Only requests of this person."),
      .init("in", .chat, "Only requests about this chat."),
    ]
      + texts.filter { $0 != "effect" }.map { .init($0, .text, "As in a fault's JSON.") }
      + numbers.map { .init($0, .number, "As in a fault's JSON.") })

  static func read(_ step: StepFields) throws(ScenarioProblem) -> CloudFault {
    let fields = try step.value.fields("‘fault’")
    try fields.allow(["of", "in"] + texts + numbers, in: "‘fault’")
    var json: [String: Any] = [:]
    for entry in fields.entries {
      let what = "‘\(entry.name)’"
      switch entry.name {
      case "of": json["account"] = try step.context.person(entry.value)
      case "in": json["zone"] = try step.context.chat(entry.value)
      case let name where numbers.contains(name): json[name] = try entry.value.number(what)
      default: json[entry.name] = try entry.value.text(what)
      }
    }
    do {
      let data = try JSONSerialization.data(withJSONObject: json)
      let fault = try JSONDecoder().decode(CloudFault.self, from: data)
      try fault.check()
      return fault
    } catch let error as DecodingError {
      throw problem(error, fields)
    } catch let error as CloudError {
      throw ScenarioProblem(fields.place, error.reason)
    } catch {
      throw ScenarioProblem(fields.place, "This is not a fault.")
    }
  }

  private static func problem(_ error: DecodingError, _ fields: Fields) -> ScenarioProblem {
    switch error {
    case .keyNotFound(let key, _):
      return ScenarioProblem(fields.place, "‘fault’ needs ‘\(key.stringValue)’.")
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      let place = context.codingPath.last.flatMap { fields[$0.stringValue]?.place }
      return ScenarioProblem(
        place ?? fields.place, "This is not a fault: \(context.debugDescription).")
    @unknown default: return ScenarioProblem(fields.place, "This is not a fault.")
    }
  }
}
