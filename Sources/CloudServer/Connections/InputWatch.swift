/// Asks a connection's guard to be told when the client will send nothing more on it.
struct InputWatch: Sendable {
  /// Called once, at once where it is so already.
  var onClose: @Sendable () -> Void
}
