import ChatCore
import CloudModel
import CloudSync
import Foundation

/// One person's device: the product's replica, engine core and repository, and where they stand.
///
/// An object, because the world asks it for one thing or another at every step.
final class SimulatedDevice {
  let name: String
  let account: Account
  let directory: URL
  let clock: DeviceClock
  /// Grows with every crash.
  var life = 0
  /// What the device works with while it is alive.
  var parts: Parts?
  /// What its engine is at, while it is alive.
  var shell: Shell?
  /// Its store has refused a transaction, or somebody has pulled the plug: it dies with this step.
  var isDying = false
  var offlineUntil: Duration = .zero
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
    /// What was written of the machine's state.
    var published: SyncReport?
    /// Whether it is being written now; what the machine is to learn waits until it is.
    var isPublishing = false
    var inbox: [SyncMachine.Input] = []
    /// Whether the doorbell has rung, and nobody has come to the door yet.
    var isRung = false
    /// The channel that is listened on; an older one is of no interest.
    var channel: NotificationChannel?
    /// Effects and actions that have begun and not ended.
    var running = 0
  }
}
