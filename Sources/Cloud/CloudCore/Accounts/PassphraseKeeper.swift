import CloudModel
package import CloudRules
import Foundation
import Synchronization

/// Makes and checks passphrase hashes, on threads of its own.
///
/// Sign-ins and sign-ups wait in two queues, each of which does one hash at a time. Each queue is
/// bounded, and a flood of one kind does not delay the other.
package final class PassphraseKeeper: Sendable {
  /// With a tenth of a second each, no caller in a queue waits longer than about three seconds.
  static let longestLine = 32

  private let parameters: PassphraseHash.Parameters
  private let surroundings: Surroundings
  private let signIns = Line("sign in")
  private let signUps = Line("sign up")

  package init(parameters: PassphraseHash.Parameters = .standard, surroundings: Surroundings) {
    self.parameters = parameters
    self.surroundings = surroundings
  }

  /// Throws `.invalidArguments` for a passphrase that is too short or too long.
  static func check(_ passphrase: String) throws(CloudError) {
    guard let reason = PassphraseRule.reason(against: passphrase) else { return }
    throw CloudError(.invalidArguments, reason)
  }

  func hash(of passphrase: String) async throws -> PassphraseHash {
    try Self.check(passphrase)
    return try await signUps.wait { [self] in try hashNow(passphrase) }
  }

  /// The same at once, for the start of the cloud.
  func hashNow(_ passphrase: String) throws -> PassphraseHash {
    try Self.check(passphrase)
    return try PassphraseHash(
      of: passphrase, salt: Data(surroundings.randomBytes(PassphraseHash.saltBytes)),
      parameters: parameters)
  }

  /// Whether the passphrase belongs to the hash; the check takes the same time without a hash.
  func matches(_ passphrase: String, _ hash: PassphraseHash?) async throws -> Bool {
    guard passphrase.utf8.count <= PassphraseRule.mostBytes else { return false }
    return try await signIns.wait { [self] in
      guard let hash else {
        _ = try PassphraseHash(
          of: passphrase, salt: Data(count: PassphraseHash.saltBytes), parameters: parameters)
        return false
      }
      return try hash.matches(passphrase)
    }
  }
}

extension PassphraseKeeper {
  /// A serial queue with a bounded number of callers.
  private final class Line: Sendable {
    private let waiting = Mutex(0)
    private let queue: DispatchQueue
    private let purpose: String

    init(_ purpose: String) {
      self.purpose = purpose
      queue = DispatchQueue(label: "net.zonechat.cloud.passphrases")
    }

    func wait<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
      let isFull = waiting.withLock { waiting in
        guard waiting < PassphraseKeeper.longestLine else { return true }
        waiting += 1
        return false
      }
      guard !isFull else {
        throw CloudError(
          .serviceUnavailable, "Too many people \(purpose) at this moment. Try again.",
          retryAfterSeconds: 3)
      }
      defer { waiting.withLock { $0 -= 1 } }
      return try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try body() }) }
      }
    }
  }
}
