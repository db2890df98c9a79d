import CloudModel

/// The rules for names.
///
/// Source: `CKRecord.ID`, `CKRecordZone.ID` and `CKRecord` field names; `docs/protocol.md`.
enum NameRules {
  static func checkRecordName(_ name: String) throws(CloudError) {
    try checkLength(name, what: "A record name")
    guard !name.hasPrefix("_") else {
      throw CloudError(.invalidArguments, "A record name cannot begin with an underscore.")
    }
  }

  static func checkZoneName(_ name: String) throws(CloudError) {
    try checkLength(name, what: "A zone name")
    guard !name.hasPrefix("_") else {
      throw CloudError(
        .invalidArguments,
        name == RecordZoneID.defaultZoneName
          ? "The default zone can be neither created nor deleted."
          : "A zone name cannot begin with an underscore.")
    }
  }

  static func checkRecordType(_ type: String) throws(CloudError) {
    guard type == Share.recordType || isIdentifier(type) else {
      throw CloudError(.invalidArguments, "The record type is not a valid name.")
    }
  }

  /// A letter, then letters, digits and underscores; on shares also CloudKit's own names.
  static func checkFieldName(_ name: String, recordType: String) throws(CloudError) {
    let prefix = "cloudkit."
    let isSystemName =
      recordType == Share.recordType && name.hasPrefix(prefix)
      && isIdentifier(name.dropFirst(prefix.count))
    guard isSystemName || isIdentifier(name) else {
      throw CloudError(
        .invalidArguments,
        "A field name must begin with a letter, and have at most \(CloudLimits.nameLength) "
          + "letters, digits and underscores.")
    }
  }

  static func checkSubscriptionID(_ id: String) throws(CloudError) {
    try checkLength(id, what: "A subscription ID")
  }

  /// Whether the text is a valid name of a record, a user or a zone.
  static func isName(_ name: String) -> Bool {
    (1...CloudLimits.nameLength).contains(name.utf8.count)
      && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static func checkLength(_ name: String, what: String) throws(CloudError) {
    guard isName(name) else {
      throw CloudError(
        .invalidArguments,
        "\(what) must have 1 to \(CloudLimits.nameLength) printable ASCII characters.")
    }
  }

  private static func isIdentifier(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first.isLetter, name.utf8.count <= CloudLimits.nameLength
    else { return false }
    return name.utf8.allSatisfy {
      $0.isLetter || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
