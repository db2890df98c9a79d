import CloudCore
import CloudModel
import CloudRules
import Foundation
import Logging

/// What administrators see of the texts of people: all of them or, in a cloud that hides them, only their length.
///
/// It protects from reading them by the way, and shows who has read them on purpose. It is no protection from somebody
/// who has the store's files.
struct TextVeil: Sendable {
  /// The parameter of a request for the texts themselves.
  static let parameter = "reveal"

  /// Whether the answers of an operation of a database, or what it opens, can have texts.
  static func covers(_ operation: String) -> Bool {
    !["zones/", "users/", "assets/"].contains { operation.hasPrefix($0) }
  }

  /// As much of a name as the log has.
  static func cut(_ name: String) -> String {
    LogText.neutral(name, upTo: RequestLogEntry.nameLength)
  }

  /// Whether this cloud hides texts from its administrators.
  let hidesTexts: Bool
  let store: any CloudStore
  /// The cloud's time.
  let now: @Sendable () -> Date
  let logger: Logger

  /// Whether an answer to an administrator hides texts; `isRevealed` is whether the request asks for them.
  ///
  /// What is revealed is noted before it is shown, in the administrators' log and in the server's: `subject` names it
  /// and has no texts. Nothing is cut off the whole of it: names of nothing would push out those of what is revealed.
  /// Blocks on the disk.
  func isDrawn(
    isRevealed: Bool, _ subject: (any RegistryReading) throws -> String
  ) throws(CloudError) -> Bool {
    guard hidesTexts else { return false }
    guard isRevealed else { return true }
    let words = try store.writingRegistry { registry in
      let words = LogText.neutral(try subject(registry), upTo: .max)
      try registry.note(.reveal, of: words, at: now().millisecondsSince1970)
      return words
    }
    logger.notice(
      "an administrator has revealed texts",
      metadata: ["subject": .string(LogText.neutral(words))])
    return false
  }
}

extension AuthenticatedCall {
  /// What an administrator asks for, for the log: the account, the operation, and all that the body names, each name no
  /// longer than it must be.
  func subject(of operation: String, in registry: any RegistryReading) throws -> String {
    let user = caller.userRecordName
    let account =
      try registry.account(userRecordName: user)?.name ?? (user.isEmpty ? "nobody" : user)
    var call = self
    let targets = call.takeTargets(of: operation).targets
    let words = targets.map { target in
      [("record", target.record), ("type", target.recordType), ("zone", target.zone)]
        .compactMap { kind, name in name.map { "\(kind) \(TextVeil.cut($0))" } }
        .joined(separator: " ")
    }
    let count = targets.count > 1 ? ["\(targets.count) targets"] : []
    return (["\(account): \(operation)", "\(scope.pathComponent) database"] + count + words)
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension CloudError {
  /// The refusal of a save that would put what stands for a text in the place of the text.
  static let savesHiddenText = CloudError(
    .invalidArguments,
    "A value stands for a text that this cloud hides, and would replace it. Read the record with "
      + "‘reveal=true’, in commands ‘--reveal’, and save the text itself.")

  /// The refusal of a query whose continuation marker would have the text at which the page ends.
  static let hidesOrder = CloudError(
    .invalidArguments,
    "The order is that of texts, which this cloud hides, and the marker of a page would have one. Leave the order out, or "
      + "ask with ‘reveal=true’, in commands ‘--reveal’; the administrators' log notes it.")

  /// The refusal to let an administrator listen for an account's pushes, which may have texts.
  static let hidesPushes = CloudError(
    .permissionFailure,
    "Pushes can have texts, which this cloud hides from its administrators. Ask with ‘reveal=true’; the "
      + "administrators' log notes it.")
}
