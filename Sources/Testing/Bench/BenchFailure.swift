/// The reason why a figure could not be measured.
package enum BenchFailure: Error, CustomStringConvertible {
  /// A window has not shown in time what it should, but something else.
  case nothingCame(String, instead: String)
  /// The cloud has not let a device wait.
  case refused(String)
  /// A command has failed.
  case commandFailed(String)
  /// No message has a whole way in the file of a trace.
  case noWay(String)

  package var description: String {
    switch self {
    case .nothingCame(let what, let instead):
      "A window did not show \(what) in time. It wrote: \(instead.debugDescription)"
    case .refused(let answer): "A device may not wait. The cloud wrote: \(answer.debugDescription)"
    case .commandFailed(let command): "‘zonechat \(command)’ has failed."
    case .noWay(let path): "The trace in \(path) has no message with all its steps."
    }
  }
}
