/// Which copy of a container's data and schema: the one to try things in, or the one people use.
package enum CloudEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
  case development
  case production
}
