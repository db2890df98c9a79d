import CloudKitCore
import Testing

/// Expects that a call throws a `CKError` with this code.
func expect<Value>(
  _ code: CKError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws -> Value
) async {
  do {
    _ = try await call()
    Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
  } catch let error as CKError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(error) is no CKError.", sourceLocation: sourceLocation)
  }
}
