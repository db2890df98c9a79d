import CloudModel
import Foundation

extension FieldDefinition {
  /// The value of a save, as the field stores it.
  ///
  /// A value whose type the request left out takes the type of the field: an integer becomes a
  /// double, a string becomes bytes. `isEncrypted` is the flag that came with the value.
  ///
  /// Throws `.invalidArguments` in the live server's words.
  func admit(
    _ value: FieldValue, isTypeOmitted: Bool, isEncrypted: Bool, recordType: String
  ) throws(CloudError) -> FieldValue {
    guard isEncrypted == type.isEncrypted else {
      guard isEncrypted else {
        throw mismatch("ENCRYPTED_BYTES", recordType)
      }
      throw CloudError(
        .invalidArguments, "Attempt to save encrypted data in non encrypted field type")
    }
    if case .list(let elements) = value {
      guard type.isList else { throw mismatch(value, isTypeOmitted, recordType) }
      var admitted: [FieldValue] = []
      for element in elements {
        guard let fitting = type.primitive.fitting(element, isTypeOmitted: isTypeOmitted) else {
          throw mismatch(value, isTypeOmitted, recordType)
        }
        admitted.append(fitting)
      }
      return .list(admitted)
    }
    guard !type.isList,
      let fitting = type.primitive.fitting(value, isTypeOmitted: isTypeOmitted)
    else { throw mismatch(value, isTypeOmitted, recordType) }
    return fitting
  }

  /// Refuses an encrypted value whose type was left out where the field has no bytes: it counts as bytes.
  ///
  /// Throws `.invalidArguments` in the live server's words.
  func requireType(ofEncrypted value: FieldValue, recordType: String) throws(CloudError) {
    guard type.isEncrypted, type.primitive != .bytes, value != .list([]) else { return }
    let isList = if case .list = value { true } else { false }
    throw mismatch(
      FieldType(.bytes, isList: isList, isEncrypted: true).typeTag, recordType)
  }

  private func mismatch(
    _ value: FieldValue, _ isTypeOmitted: Bool, _ recordType: String
  ) -> CloudError {
    isTypeOmitted
      ? CloudError(.invalidArguments, "Invalid value, expected type \(type.typeTag).")
      : mismatch(
        FieldType(of: value, isEncrypted: type.isEncrypted)?.typeTag ?? "UNKNOWN_LIST", recordType)
  }

  private func mismatch(_ given: String, _ recordType: String) -> CloudError {
    CloudError(
      .invalidArguments,
      "invalid attempt to set value type \(given) for field '\(name)' for type '\(recordType)', "
        + "defined to be: \(type.typeTag)")
  }
}

extension FieldType.Primitive {
  /// The value converted to this type; nil if it does not fit.
  ///
  /// An integer whose type was left out becomes a double if the field is a double, but never a
  /// date.
  func fitting(_ value: FieldValue, isTypeOmitted: Bool) -> FieldValue? {
    if value.primitive == self { return value }
    guard isTypeOmitted else { return nil }
    switch (self, value) {
    case (.double, .int64(let integer)): return .double(Double(integer))
    case (.bytes, .string(let text)): return Data(base64Encoded: text).map { .bytes($0) }
    default: return nil
    }
  }
}
