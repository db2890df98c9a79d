/// What people read of who can read a chat.
package enum SealedWords {
  package static let sealed = "Sealed: only its members can read it."
  package static let plain = "Plain: who runs the cloud can read it too."
  /// The kind in one word, beside other facts.
  package static let mark = "sealed"
}
