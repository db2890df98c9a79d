import CloudModel
import CloudRules
import Crypto
import Foundation

/// The encrypted fields of one zone's records, as the store keeps them.
///
/// Their values stand together in `record.sealed`: JSON under a key of the zone, bound to the record's
/// name. `record.fields` says only that there is a field, and that it is encrypted.
///
/// Source: AES-256-GCM with random nonces, NIST SP 800-38D.
struct FieldSealer: Sendable {
  private let key: SymmetricKey

  /// `incarnation` is the zone's.
  init(key: AtRestKey, incarnation: String) {
    self.key = key.key(for: .fields, salt: Array(incarnation.utf8))
  }

  /// The fields as the store shows them, and the sealed values of those that are encrypted.
  func sealing(
    _ fields: [String: WireField], ofRecord name: String
  ) throws -> (shown: [String: WireField], sealed: Data) {
    let hidden = fields.filter { $0.value.isMarkedEncrypted }
    var shown = fields
    for key in hidden.keys { shown[key] = WireField(nil, isEncrypted: true) }
    let box = try AES.GCM.seal(hidden.json(), using: key, authenticating: Data(name.utf8))
    return (shown, Data(box.nonce) + box.ciphertext + box.tag)
  }

  /// The fields with the values that were sealed; a field that is no longer in `shown` stays
  /// removed.
  ///
  /// Throws where the bytes are not what was sealed for this record.
  func opening(
    _ sealed: Data, into shown: [String: WireField], ofRecord name: String
  ) throws -> [String: WireField] {
    let box = try AES.GCM.SealedBox(combined: sealed)
    let hidden = try [String: WireField].read(
      json: AES.GCM.open(box, using: key, authenticating: Data(name.utf8)))
    return shown.merging(hidden.filter { shown[$0.key] != nil }) { $1 }
  }
}
