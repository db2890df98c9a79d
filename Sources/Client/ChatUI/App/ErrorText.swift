import ChatModel

/// The text of an error for a person.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    if let error = error as? ChatError { return error.description }
    if let error = error as? ExternalPrograms.Failure { return error.reason }
    return "An unexpected error happened: \(error)."
  }
}
