import CloudDevices
import CloudKitCore
import CloudModel
import SyncRules

/// What the engine does about an error, by the table in `docs/sync.md`.
extension CKError {
  private var cloudCode: CloudError.Code {
    CloudError.Code(rawValue: code.rawValue) ?? .internalError
  }

  /// Whether the change that failed is sent again without the app: it stays pending.
  func keepsChangePending(_ choices: CloudKitChoices) -> Bool {
    // What an owner and a participant may differ in is final for both.
    switch ErrorPolicy.verdict(on: cloudCode, as: .owner) {
    case .retry, .resend: true
    case .outOfQuota: choices.quotaExceededInEngine == .pending
    case .merge, .split, .zoneMissing, .gone, .refused, .fail: false
    }
  }

  /// Whether nothing else can work now either.
  var endsTurn: Bool {
    switch ErrorPolicy.reach(of: cloudCode) {
    case .stopped, .suspended, .offline, .database: true
    case .zone: code == .operationCancelled
    }
  }

  /// For the waiting time before another attempt.
  var failure: SyncFailure {
    .cloud(CloudError(cloudCode, localizedDescription, retryAfterSeconds: retryAfterSeconds))
  }
}

/// The errors of a turn: it goes on after most, and throws when it is done.
struct TurnFailures {
  /// The first error of a whole call.
  private(set) var call: CKError?
  private var items: [AnyHashable: CKError] = [:]
  private(set) var mustEnd = false

  mutating func add(_ error: CKError, of item: AnyHashable) { items[item] = error }

  mutating func add(call error: CKError) {
    call = call ?? error
    if error.endsTurn { mustEnd = true }
  }

  /// What the turn throws; nil if nothing failed.
  var error: CKError? { call ?? (items.isEmpty ? nil : .partial(items)) }
}
