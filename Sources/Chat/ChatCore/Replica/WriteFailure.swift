import ChatModel
import Foundation
import Synchronization

/// The reason why this process cannot write the replica now, as its last write has shown.
///
/// The row of `connection` cannot record this: while nothing can be written, the row does not change.
final class WriteFailure: Sendable {
  struct Value: Sendable, Equatable {
    var reason: String
    var since: Date
  }

  private let state = Mutex<Value?>(nil)

  /// Nil while the replica can be written.
  var value: Value? { state.withLock(\.self) }

  /// Takes in the outcome of a write; returns whether the value has changed.
  ///
  /// An error that says nothing about the disk changes nothing.
  func note(_ error: ChatError?, at now: Date) -> Bool {
    guard let error else { return change(to: nil) }
    guard let reason = Self.reason(error) else { return false }
    return change(to: Value(reason: reason, since: now))
  }

  private func change(to value: Value?) -> Bool {
    state.withLock { state in
      guard state?.reason != value?.reason else { return false }
      state = value
      return true
    }
  }

  private static func reason(_ error: ChatError) -> String? {
    switch error {
    case .storageFull: "The disk is full, nothing is saved"
    case .storageReadOnly: "The local copy is read-only, nothing is saved"
    case .storageFailed(_, let reason): "The local copy cannot be written (\(reason))"
    case .openedForReading: String(error.description.dropLast())
    default: nil
    }
  }
}
