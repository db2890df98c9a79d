import Foundation
import Testing

/// The objects that `docs/json.md` promises.
struct JSONPage {
  /// A field as the page has it.
  private struct Field {
    var type: String
    var isOptional: Bool
  }

  /// The page's heading for each kind of line of an archive.
  private static let archiveLines = [
    "archive": "Archive", "message": "Archived message", "event": "Archived event",
    "end": "Archive end",
  ]

  /// The headings for the lines of commands that print several kinds, by the heading of the first kind.
  private static let kinds = [
    "Played step": ["step": "Played step", "scenario": "Played scenario"],
    "Simulated seed": [
      "seed": "Simulated seed", "scenario": "Smaller scenario", "simulation": "Simulation",
    ],
  ]

  /// The headings for what stands in fields, by heading and field.
  private static let parts = [
    "Container": ["environments": "Container environment"],
    "Container environment": [
      "settings": "Container settings", "tokens": "API token", "keys": "Server key",
    ],
    "Stored share": ["participants": "Stored participant"],
    "Played step": ["traffic": "Traffic"],
    "Pin": ["message": "Message"],
    "Outbox entry": ["history": "Journal entry"],
  ]

  /// The fields of each object, by the page's headings.
  private var objects: [String: [String: Field]] = [:]

  init() throws {
    var heading = ""
    for line in try Checkout.text("docs/json.md").split(separator: "\n") {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      guard let row = line.firstMatch(of: /^\| `(\w+)` \| (\w+)(\??) \|/) else { continue }
      objects[heading, default: [:]][String(row.output.1)] = Field(
        type: String(row.output.2), isOptional: !row.output.3.isEmpty)
    }
  }

  /// Expects that a line is the object with a heading, or what stands between such objects.
  func expect(_ line: String, as object: String, of command: String) throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    guard case .object(let fields) = value else {
      Issue.record("\(command): \(line)")
      return
    }
    var name = object
    if case .string(let kind)? = fields["kind"] {
      // Between messages stand events.
      if object == "Message" { name = kind == "status" ? "Status" : "Event" }
      if let kinds = Self.kinds[object] { name = kinds[kind] ?? kind }
      if object == "Archive" { name = Self.archiveLines[kind] ?? kind }
    }
    expect(fields, as: name, "\(command): \(line)")
    if case .object(let file)? = fields["attachment"] {
      expect(file, as: object == "Archive" ? "Archived file" : "Attachment", line)
    }
  }

  private func expect(
    _ fields: [String: JSONValue], as name: String, _ place: String
  ) {
    let promised = objects[name] ?? [:]
    #expect(Set(fields.keys).isSubset(of: promised.keys), "\(name): \(place)")
    for (key, field) in promised {
      guard let value = fields[key] else {
        #expect(field.isOptional, "\(name).\(key): \(place)")
        continue
      }
      let isRight =
        switch (field.type, value) {
        case ("text", .string), ("number", .number), ("bool", .bool), ("object", .object),
          ("list", .array):
          true
        case ("time", .string(let text)):
          text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
        default: false
        }
      #expect(isRight, "\(name).\(key): \(place)")
      guard let part = Self.parts[name]?[key] else { continue }
      if case .object(let fields) = value { expect(fields, as: part, place) }
      if case .array(let values) = value {
        for case .object(let fields) in values { expect(fields, as: part, place) }
      }
    }
  }
}
