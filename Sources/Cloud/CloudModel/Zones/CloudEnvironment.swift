/// Which copy of a container's data and schema: the one to try things in, or the one people use.
package enum CloudEnvironment: String, Hashable, WireWord {
  case development
  case production

  /// Clients write it in small letters and in capitals.
  package static let ignoresCase = true
}
