import ChatModel

/// The text of an error for a person.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    (error as? ChatError)?.description ?? "An unexpected error happened: \(error)."
  }
}
