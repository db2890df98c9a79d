/// The text that a person typed in a chat and did not send, and the files that wait to go with it.
package struct Draft: Sendable, Equatable {
  /// A message that is being changed, and its text as it is being written.
  package struct Edit: Sendable, Equatable {
    package var messageName: String
    package var text: String

    package init(messageName: String, text: String) {
      self.messageName = messageName
      self.text = text
    }
  }

  package var text: String
  /// The record name of the message that is to be answered.
  package var replyTo: String?
  package var edit: Edit?
  /// The paths of the files that wait to be sent with the text, in this order.
  package var files: [String]

  package init(
    text: String = "", replyTo: String? = nil, edit: Edit? = nil, files: [String] = []
  ) {
    self.text = text
    self.replyTo = replyTo
    self.edit = edit
    self.files = files
  }

  package var isEmpty: Bool { text.isEmpty && replyTo == nil && edit == nil && files.isEmpty }

  /// The draft with another one, which was begun earlier, in front of it; a target of its own is kept.
  package func after(_ earlier: Draft) -> Draft {
    Draft(
      text: [earlier.text, text].filter { !$0.isEmpty }.joined(separator: "\n"),
      replyTo: replyTo ?? earlier.replyTo, edit: edit ?? earlier.edit,
      files: earlier.files + files)
  }
}
