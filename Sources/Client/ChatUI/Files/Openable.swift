package import ChatModel

/// Something in a message that another program shows.
package enum Openable: Hashable, Sendable {
  case address(String)
  case file(MessageID)

  /// The openable parts of a message: its addresses as they stand in the text, then its file.
  static func all(in message: Message) -> [Openable] {
    if message.isDeleted { return [] }
    return WebAddress.all(in: message.text).map { .address($0) }
      + (message.attachment == nil ? [] : [.file(message.id)])
  }
}
