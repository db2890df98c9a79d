import ChatModel

/// What an error says to a person.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    (error as? ChatError)?.description ?? "Something failed: \(error)."
  }
}
