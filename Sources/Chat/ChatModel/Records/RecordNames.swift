/// A record whose name says what it is about, so that the devices of one person make the same record.
///
/// Everybody who may write can be there first, and put a record of another kind under the name. The record then goes on
/// under the next name (`RecordNames`).
package protocol NamedByContents: ChatRecord {
  var recordName: String { get set }
  /// The name that it has where nobody has taken that.
  var firstName: String { get }
  /// Whether the record says that its subject was removed.
  var isRemoved: Bool { get }
}

extension NamedByContents {
  /// Every name that the record may have, the first one first.
  package var possibleNames: [String] { RecordNames.all(after: firstName) }

  /// Whether the record's name follows from its contents.
  var isNamedByContents: Bool { recordName == firstName || possibleNames.contains(recordName) }

  /// The name after the present one; nil after the last.
  package var nextName: String? {
    let names = possibleNames
    return names.firstIndex(of: recordName).flatMap { place in
      place + 1 < names.count ? names[place + 1] : nil
    }
  }
}

/// The names that follow from a first one: `NAME`, `NAME-2` to `NAME-9`.
package enum RecordNames {
  /// Our choice: each name that is taken costs one more request, and whoever takes all of them is found out.
  private static let limit = 9

  static func all(after first: String) -> [String] {
    [first] + (2...limit).map { "\(first)-\($0)" }
  }
}
