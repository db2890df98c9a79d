package import Foundation

/// The position of one record in a sort order.
package struct IndexPosition: Sendable, Equatable, Codable {
  package enum Key: Sendable, Hashable, Codable {
    case bytes(Data)
    case number(Double)
  }

  /// One for each step of the order.
  package var keys: [Key]
  /// Decides between records with equal keys.
  package var record: Int64

  package init(keys: [Key], record: Int64) {
    self.keys = keys
    self.record = record
  }
}
