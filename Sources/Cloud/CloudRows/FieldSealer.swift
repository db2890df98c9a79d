package import CloudRules
import Crypto
package import Foundation

/// The encrypted fields of one zone's records, as the store keeps them.
///
/// Their values stand together in `record.sealed`: JSON under a key of the zone, bound to the record's
/// name. `record.fields` says only that there is a field, and that it is encrypted.
///
/// Source: AES-256-GCM with random nonces, NIST SP 800-38D.
package struct FieldSealer: Sendable {
  private let key: SymmetricKey

  /// `incarnation` is the zone's.
  package init(key: AtRestKey, incarnation: String) {
    self.key = key.key(for: .fields, salt: Array(incarnation.utf8))
  }

  /// The fields as the store shows them, and the sealed values of those that are encrypted.
  package func sealing(
    _ stored: StoredFields, ofRecord name: String
  ) throws -> (shown: StoredFields, sealed: Data) {
    let hidden = stored.fields.filter(\.value.isEncrypted)
    var shown = stored
    for key in hidden.keys { shown.fields[key] = StoredField(nil, isEncrypted: true) }
    let box = try AES.GCM.seal(
      StoredFields(hidden).json, using: key, authenticating: Data(name.utf8))
    return (shown, Data(box.nonce) + box.ciphertext + box.tag)
  }

  /// The fields with the values that were sealed; a field that is no longer in `shown` stays
  /// removed.
  ///
  /// Throws where the bytes are not what was sealed for this record.
  package func opening(
    _ sealed: Data, into shown: StoredFields, ofRecord name: String
  ) throws -> StoredFields {
    let box = try AES.GCM.SealedBox(combined: sealed)
    let hidden = try StoredFields(
      json: AES.GCM.open(box, using: key, authenticating: Data(name.utf8)))
    var opened = shown
    for (key, field) in hidden.fields where shown.fields[key] != nil { opened.fields[key] = field }
    return opened
  }
}
