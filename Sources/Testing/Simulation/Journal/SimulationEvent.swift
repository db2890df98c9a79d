package import CloudModel

/// One thing that happened in a simulated world, as the checkers see it.
///
/// Indirect, because every event is passed to every checker.
package indirect enum SimulationEvent: Sendable {
  /// The devices, each with the record name of its user.
  case began(devices: [UserDevice])
  /// A person did something, and the replica has stored it.
  case intended(device: String, Intent)
  /// A person tried something, and it was refused.
  case refused(device: String, what: String, why: String)
  case requested(Request)
  /// A request did its work in the cloud, or was refused there.
  case reached(CloudResult)
  /// A request of a device ended; `error` is nil if the device received the cloud's answer.
  case answered(number: Int, device: String, error: CloudError?)
  /// A transaction of a device's store, as the engine asked for it.
  case stored(device: String, Transaction)
  case died(device: String)
  case restarted(device: String)
  /// A new device of a person who has others, added at the end.
  case joined(UserDevice)
  /// The simulation imposed an event on the cloud or on a device.
  case disrupted(Disruption)
  case stated(device: String, SyncStatus)
  /// Whether a window on the device says that all is up to date, after its engine has stated
  /// something.
  case claimed(device: String, isUpToDate: Bool)
  /// The entries of a device's own journal since it was read last.
  case told(device: String, [JournalLine])
  /// The zones of the chats that a device lists, after its database's feed has named some.
  case listed(device: String, [String])
  /// The view that a person would see on a device.
  case seen(device: String, Moment, DeviceSnapshot)
  /// The contents of the cloud for a user, read past every fault.
  case held(user: String, CloudSnapshot)
  case faultsEnded
  case cameToRest
  /// From now on no person does anything.
  case leftAlone
  /// The world was not at rest in time; `why` names the work that was still going on.
  case neverRested(why: String)
  case ended

  /// When a snapshot was taken.
  package enum Moment: String, Sendable {
    case beforeCrash, afterRestart, anytime, atRest, fresh
  }

  /// A person's device.
  package struct UserDevice: Sendable, Equatable {
    package var device: String
    package var user: String
  }
}

extension SimulationEvent {
  /// Whether the event concerns everyone.
  package var isLandmark: Bool {
    switch self {
    case .began, .faultsEnded, .cameToRest, .leftAlone, .neverRested, .ended: true
    case .intended, .refused, .requested, .reached, .answered, .stored, .died, .restarted, .joined,
      .disrupted, .stated, .claimed, .told, .listed, .seen, .held:
      false
    }
  }
}
