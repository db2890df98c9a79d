/// Asks a connection's guard to be told when the client will send nothing more on it.
struct InputWatch: Sendable {
  /// Called once; immediately if the client has already finished sending.
  var onClose: @Sendable () -> Void
}
