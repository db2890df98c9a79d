/// A copy of a container's data and schema: the one for development, or the one that people use.
package enum CloudEnvironment: String, Hashable, KnownWord {
  case development
  case production

  /// Clients write it in small letters and in capitals.
  package static let ignoresCase = true
}
