import CloudKit
import Foundation
import Testing

/// One line of the conformance table: a call that is made in a state, and what it answers.
///
/// The table's files import CloudKit, Foundation and Testing alone, so that they compile with Apple's framework as
/// well. What a Mac does not have is behind `CloudFixture`.
struct Row: Sendable, CustomTestStringConvertible {
  let call: Call
  let state: State
  let expected: String

  var name: String { "\(call.name) [\(call.form)], \(state.name)" }
  var testDescription: String { "\(name) → \(expected)" }
}

/// The forms in which Apple's framework has the same call.
enum Form: String, Sendable, CaseIterable {
  case asynchronous, handler, batch, batchHandler, operation
  /// An operation with the blocks that Apple has deprecated.
  case olderOperation
}

/// A call in one of its forms.
struct Call: Sendable {
  let name: String
  let form: Form
  /// Makes the call, and says what it has answered.
  let run: @Sendable (Place) async throws -> String

  init(
    _ name: String, _ form: Form, _ run: @escaping @Sendable (Place) async throws -> String
  ) {
    (self.name, self.form, self.run) = (name, form, run)
  }
}

/// The answer of a call in a state, whatever the form of the call.
enum Answer: Sendable {
  /// The item has a value, in the words of the call.
  case value(String)
  /// The item fails: forms with results for items do not fail as a whole.
  case item(CKError.Code)
  /// The whole call fails.
  case call(CKError.Code, retryAfter: Double? = nil)

  /// The answer as a form gives it.
  ///
  /// Source: the results of items in the calls of iOS 15; `.partialFailure` only in the older blocks.
  func text(in form: Form) -> String {
    switch (self, form) {
    case (.call(let code, let seconds), .asynchronous), (.call(let code, let seconds), .handler),
      (.call(let code, let seconds), .batch), (.call(let code, let seconds), .batchHandler):
      ErrorText.text(code, retryAfter: seconds)
    case (.call(let code, let seconds), .operation),
      (.call(let code, let seconds), .olderOperation):
      "end \(ErrorText.text(code, retryAfter: seconds))"
    case (.value(let value), .asynchronous), (.value(let value), .handler): value
    case (.item(let code), .asynchronous), (.item(let code), .handler): ErrorText.text(code)
    case (.value(let value), .batch), (.value(let value), .batchHandler): "[\(value)]"
    case (.item(let code), .batch), (.item(let code), .batchHandler): "[\(ErrorText.text(code))]"
    case (.value(let value), .operation), (.value(let value), .olderOperation):
      "item \(value), end ok"
    case (.item(let code), .operation): "item \(ErrorText.text(code)), end ok"
    case (.item(let code), .olderOperation):
      "item \(ErrorText.text(code)), end \(ErrorText.text(.partialFailure))[\(ErrorText.text(code))]"
    }
  }
}

/// The answers of calls by the state in which they are made.
struct Answers: Sendable {
  let pairs: [(State, Answer)]

  func and(_ others: Answers) -> Answers { Answers(pairs: pairs + others.pairs) }
}

extension Answers: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (State, Answer)...) { self.init(pairs: elements) }

  /// The account, the network or the service is in a bad state.
  static let troubles: Answers = [
    .noAccount: .call(.notAuthenticated), .signedOutElsewhere: .call(.notAuthenticated),
    .noNetwork: .call(.networkUnavailable), .connectionLost: .call(.networkFailure),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
    .serviceUnavailable: .call(.serviceUnavailable, retryAfter: 30),
    .accountUnavailable: .call(.accountTemporarilyUnavailable),
  ]

  /// The same, and the troubles that only some calls meet.
  static let allTroubles = troubles.and([
    .answerLost: .call(.networkFailure), .zoneBusy: .call(.zoneBusy, retryAfter: 3),
    .accountRestricted: .call(.managedAccountRestricted),
  ])

  static let missingZones: Answers = [
    .noZone: .item(.zoneNotFound), .deletedZone: .item(.zoneNotFound),
    .purgedZone: .item(.userDeletedZone), .encryptedDataReset: .item(.zoneNotFound),
    .privateZoneInSharedDatabase: .item(.zoneNotFound),
  ]
}

/// The rows of some calls that answer alike, for each of the states.
func rows(_ calls: [Call], _ answers: Answers) -> [Row] {
  calls.flatMap { call in
    answers.pairs.map { state, answer in
      Row(call: call, state: state, expected: answer.text(in: call.form))
    }
  }
}

/// A row whose answer is in its own words.
func row(
  _ name: String, _ form: Form, _ state: State, _ expected: String,
  _ run: @escaping @Sendable (Place) async throws -> String
) -> Row {
  Row(call: Call(name, form, run), state: state, expected: expected)
}

/// Errors in the table's words: `!` and the name of the code, with the time to wait.
enum ErrorText {
  static func text(_ code: CKError.Code, retryAfter seconds: Double? = nil) -> String {
    let name = ErrorCodes.name(code)
    return seconds.map { "!\(name) after \(Int($0)) s" } ?? "!\(name)"
  }

  static func text(_ error: any Error) -> String {
    guard let error = error as? CKError else { return "!another error: \(error)" }
    let text = text(error.code, retryAfter: error.retryAfterSeconds)
    guard let items = error.partialErrorsByItemID else { return text }
    return text + "[\(items.values.map { Self.text($0) }.sorted().joined(separator: ", "))]"
  }

  /// A value in words, or its error.
  static func text<Value>(
    _ result: Result<Value, any Error>, _ words: (Value) -> String
  ) -> String {
    switch result {
    case .success(let value): words(value)
    case .failure(let error): text(error)
    }
  }

  /// Results of items, in an order that does not depend on their identifiers.
  static func text<ID, Value>(
    _ results: [ID: Result<Value, any Error>], _ words: (Value) -> String
  ) -> String {
    "[\(results.values.map { text($0, words) }.sorted().joined(separator: ", "))]"
  }
}
