/// A device between two crashes.
struct DeviceKey: Sendable, Hashable {
  /// Its place in the world's list.
  var index: Int
  /// Grows with every crash.
  var life: Int
}
