/// Why a figure could not be measured.
package enum BenchFailure: Error, CustomStringConvertible {
  /// A window has not shown in time what it should, but something else.
  case nothingCame(String, instead: String)

  package var description: String {
    switch self {
    case .nothingCame(let what, let instead):
      "A window did not show \(what) in time. It wrote: \(instead.debugDescription)"
    }
  }
}
