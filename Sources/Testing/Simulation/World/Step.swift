import CloudModel
import CloudRules
import SyncRules

/// One thing that happens at a moment of the virtual time.
///
/// Indirect, because the queue moves them about.
indirect enum Step: Sendable {
  /// A device begins an effect that its machine has asked for.
  case perform(SyncMachine.Effect, DeviceKey)
  /// A device's machine learns something.
  case deliver(SyncMachine.Input, DeviceKey)
  /// The doorbell of a device's replica.
  case ring(DeviceKey)
  /// A device writes its status into its replica.
  case publish(SyncReport, DeviceKey)
  /// An engine begins on a device.
  case recover(DeviceKey)
  /// A device that has waited in the middle of an effect goes on.
  case goOn(DeviceKey, Int)
  /// A request arrives in the cloud, for the first time or again.
  case reach(request: Int, copy: Int)
  /// A request of a device ends with this error; nil delivers the cloud's own answer.
  case answer(request: Int, CloudError?)
  case announce(Announcement)
  /// Somebody does something, on this device or on any.
  case act(DeviceKey?)
  /// Somebody attaches a file, or asks for one.
  case handleFile
  case disrupt
  case restart(Int)
  /// The troubles of chance begin, and end.
  case stir
  case heal
  /// Nothing happens; time has come here.
  case pause
}
