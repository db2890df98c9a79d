import Testing

/// Serves one cloud for all tests of a suite; each brings people of its own.
struct ServedCloudTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await ServedCloud.with { cloud in
      try await ServedCloud.$current.withValue(cloud) { try await function() }
    }
  }
}

extension Trait where Self == ServedCloudTrait {
  static var servedCloud: Self { Self() }
}
