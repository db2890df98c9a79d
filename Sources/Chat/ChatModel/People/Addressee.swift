/// Somebody to whom the account writes.
package struct Addressee: Sendable, Equatable {
  package var userRecordName: String
  /// The account's name, unique in its cloud.
  package var name: String

  package init(userRecordName: String, name: String) {
    self.userRecordName = userRecordName
    self.name = name
  }

  /// The name of an account that somebody has typed, perhaps with an `@` before it; nil if no account can have it.
  package static func name(typed text: String) -> String? {
    let name = String(text.trimmingPrefix("@"))
    return PersonName.isAccountName(name) ? name : nil
  }
}

/// What a chat of two is that begins with a message.
package enum DirectChatKind: Sendable, Equatable {
  case plain
  /// Sealed if it is new; a plain one that is there already is taken.
  case sealed
  /// Sealed in any case, beside a plain one.
  case sealedAlone
}
