import CloudModel
import CloudWire
import TOMLText

extension PlanTable {
  /// The fields of a record: plain values, or tables with `value` and `type` as in the web protocol.
  func fields(_ key: String) throws(PlanFileError) -> [String: JSONValue]? {
    guard let value = self[key] else { return nil }
    guard case .table(let entries) = value else {
      throw failure(key, "must be a table of fields, for example { title = \"Milk\" }")
    }
    var fields: [String: JSONValue] = [:]
    for entry in entries {
      guard let json = Self.json(entry.node.value) else {
        throw failure(
          "\(key).\(entry.name)", at: entry.node.place,
          "cannot be a value of a field. Write a time in milliseconds since 1970")
      }
      let field: JSONValue = json.objectValue?["value"] == nil ? .object(["value": json]) : json
      do {
        _ = try WireField(json: field)
      } catch {
        throw failure("\(key).\(entry.name)", at: entry.node.place, "cannot be read")
      }
      fields[entry.name] = field
    }
    return fields
  }

  /// Nil for kinds that JSON does not have.
  private static func json(_ value: TOMLDocument.Value) -> JSONValue? {
    switch value {
    case .text(let text): return .string(text)
    case .whole(let number): return .integer(Int64(number))
    case .real(let number): return number.isFinite ? .number(number) : nil
    case .flag(let flag): return .integer(flag ? 1 : 0)
    case .list(let nodes):
      let values = nodes.compactMap { json($0.value) }
      return values.count == nodes.count ? .array(values) : nil
    case .table(let entries):
      var object: [String: JSONValue] = [:]
      for entry in entries {
        // The mark of encryption is the only value that JSON does not have as a number.
        if case .flag(let flag) = entry.node.value {
          object[entry.name] = .bool(flag)
        } else if let value = json(entry.node.value) {
          object[entry.name] = value
        } else {
          return nil
        }
      }
      return .object(object)
    case .other: return nil
    }
  }
}
