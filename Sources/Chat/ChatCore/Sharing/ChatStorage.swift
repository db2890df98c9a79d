/// What a chat takes of its owner's storage, and who has written it.
package struct ChatStorage: Sendable, Equatable {
  package var bytes: Int64
  /// The bytes that each member may use in the chat; nil if only the owner's storage limits them.
  package var memberBytes: Int64?
  /// The bytes of the people who have written most, by user record name.
  package var written: [String: Int64]

  package init(bytes: Int64, memberBytes: Int64? = nil, written: [String: Int64] = [:]) {
    self.bytes = bytes
    self.memberBytes = memberBytes
    self.written = written
  }
}
