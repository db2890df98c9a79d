/// A change of one record that a client has asked for, as the journal has it.
package struct JournaledChange: Codable, Sendable, Equatable {
  /// The number of its request in the journal; the changes of one request have the same.
  package var request: Int64
  /// The name of the caller's account.
  package var account: String?
  package var container: String?
  /// `public`, `private` or `shared`.
  package var database: String?
  package var zone: String
  package var operation: RecordOperationType
  /// Nil where the client names none, as most do not for a deletion.
  package var recordType: String?
  package var recordName: String?
  /// The tag that the client has sent: the version that it has changed.
  package var recordChangeTag: String?
  /// The values that the client has sent, without their tags; null clears a field.
  package var fields: [String: JSONValue]
  /// The names of the fields that are marked as encrypted, sorted.
  package var encrypted: [String]?
  /// `OK`, or the error code of the record or of the whole request; `LOST` where nobody got an answer.
  package var code: String

  package init(
    request: Int64, account: String?, container: String?, database: String?, zone: String,
    operation: RecordOperationType, recordType: String?, recordName: String?,
    recordChangeTag: String?, fields: [String: JSONValue], encrypted: [String]?, code: String
  ) {
    self.request = request
    self.account = account
    self.container = container
    self.database = database
    self.zone = zone
    self.operation = operation
    self.recordType = recordType
    self.recordName = recordName
    self.recordChangeTag = recordChangeTag
    self.fields = fields
    self.encrypted = encrypted
    self.code = code
  }

  /// The change on one line, for people.
  package var summary: String {
    var words = ["request \(request):", account ?? "-", database ?? "-", "‘\(zone)’"]
    words += [operation.rawValue, recordType ?? "record", "‘\(recordName ?? "")’"]
    if let recordChangeTag { words.append("tag \(recordChangeTag)") }
    if !fields.isEmpty { words.append(JSONValue.object(fields).text) }
    return words.joined(separator: " ") + " → " + code
  }
}
