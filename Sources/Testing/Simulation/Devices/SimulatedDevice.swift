import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules

/// One person's device: the product's replica, engine core and repository, and where they stand.
///
/// A class, because the world reads or changes a part of it at every step.
final class SimulatedDevice {
  let name: String
  let account: Account
  let directory: URL
  let clock: DeviceClock
  /// Grows with every crash.
  var life = 0
  /// The parts of the device while it runs.
  var parts: Parts?
  /// The state of its engine, while it is alive.
  var shell: Shell?
  /// Whether the device dies at the end of this step, because of a failed transaction or from outside.
  var isDying = false
  var offlineUntil: Duration = .zero
  /// Whether nobody is signed in on it.
  var isSignedOut = false
  /// The entry of its own journal that was read last.
  var toldUpTo: Int64 = 0

  init(name: String, account: Account, directory: URL, clock: DeviceClock) {
    self.name = name
    self.account = account
    self.directory = directory
    self.clock = clock
  }

  struct Parts: Sendable {
    let replica: Replica
    let repository: ChatRepository
    let sharing: ChatSharing
    let performer: EffectPerformer
    let container: SimulatedContainer
    let startedAt: Duration
  }

  struct Shell {
    var machine: SyncMachine
    /// The last report that was written.
    var published: SyncReport?
    /// Whether a report is being written now; inputs of the machine wait until it is.
    var isPublishing = false
    var inbox: [SyncMachine.Input] = []
    /// Whether the doorbell has rung, and the engine has not reacted yet.
    var isRung = false
    /// The channel that is listened on; an older one is ignored.
    var channel: NotificationChannel?
    /// Effects and actions that have begun and not ended.
    var running = 0
  }
}

/// A device between two crashes.
struct DeviceKey: Sendable, Hashable {
  /// Its place in the world's list.
  var index: Int
  /// Grows with every crash.
  var life: Int
}
