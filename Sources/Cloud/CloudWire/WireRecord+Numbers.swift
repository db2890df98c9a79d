extension WireRecord {
  /// The record with its integers and doubles written as strings, where that is wanted.
  package func spellingNumbers(asStrings: Bool?) -> WireRecord {
    guard asStrings ?? false else { return self }
    var record = self
    record.fields = fields?.mapValues { field in
      var field = field
      field.numbersAsStrings = true
      return field
    }
    return record
  }
}
