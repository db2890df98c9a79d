package import CloudModel

/// Refuses what a request of the extension says under a name that nobody knows.
///
/// CloudKit's own protocol leaves unknown keys alone. Here a misspelt key would do something else without a word:
/// reset everything, or nothing.
package enum KnownKeys {
  /// Throws `.invalidArguments` with the first key of `json` that the value read from it does not have.
  ///
  /// A dictionary has the keys that its sender wants.
  package static func check(
    _ json: JSONValue, as value: Any, at path: String = ""
  ) throws(CloudError) {
    let mirror = Mirror(reflecting: value)
    switch (json, mirror.displayStyle) {
    case (_, .optional?):
      for child in mirror.children { try check(json, as: child.value, at: path) }
    case (.array(let elements), .collection?):
      for (index, (element, child)) in zip(elements, mirror.children).enumerated() {
        try check(element, as: child.value, at: "\(path)[\(index)]")
      }
    case (.object(let object), .struct?):
      let place = path.isEmpty ? "" : path + "."
      let names = mirror.children.compactMap(\.label)
      try check(object.keys, among: names, of: "key", at: place)
      for child in mirror.children {
        guard let name = child.label, let inner = object[name] else { continue }
        try check(inner, as: child.value, at: place + name)
      }
    default: break
    }
  }

  /// Throws `.invalidArguments` with the first of the names that is not known; `kind` says what they are.
  package static func check(
    _ given: some Sequence<String>, among known: [String], of kind: String, at place: String = ""
  ) throws(CloudError) {
    guard let name = given.filter({ !known.contains($0) }).min() else { return }
    let all = known.isEmpty ? "there are none" : "there are " + known.joined(separator: ", ")
    throw CloudError(
      .invalidArguments, "BadRequestException: unknown \(kind) '\(place)\(name)'; \(all)")
  }
}
