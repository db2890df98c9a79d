import ChatCore

/// What an error says to a person.
enum Sentence {
  static func of(_ error: any Error) -> String {
    (error as? ChatError)?.description ?? "Something failed: \(error)."
  }
}
