package import CloudModel

extension JSONValue {
  /// The keys of the protocol whose texts let somebody in, or give the bytes of a file: keys, tokens, links, receipts.
  private static let secretKeys: Set = [
    "apiToken", "apnsToken", "ckAPIToken", "ckWebAuthToken", "code", "downloadURL",
    "invitationToken", "newPassphrase", "passphrase", "privateKey", "receipt", "shortGUID",
    "shortGUIDs", "webAuthToken", "webcourierURL", "wrappingKey",
  ]

  /// A body with `…` in the place of what lets somebody in.
  ///
  /// The fields of a record have the names that an app gives them, and are left alone.
  package var redactingSecrets: JSONValue {
    switch self {
    case .object(let object):
      .object(
        Dictionary(
          uniqueKeysWithValues: object.map { key, value in
            if Self.secretKeys.contains(key) { return (key, value.redacted) }
            guard key == "fields", let fields = value.objectValue else {
              return (key, value.redactingSecrets)
            }
            return (key, .object(fields.mapValues(\.redactingSecrets)))
          }))
    case .array(let elements): .array(elements.map(\.redactingSecrets))
    case .null, .bool, .integer, .number, .string: self
    }
  }

  private var redacted: JSONValue {
    switch self {
    case .string: .string("…")
    case .array(let elements): .array(elements.map(\.redacted))
    case .object(let object): .object(object.mapValues(\.redacted))
    case .null, .bool, .integer, .number: self
    }
  }
}
