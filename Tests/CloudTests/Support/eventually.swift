/// Asks again until the answer is yes; whether it ever was.
///
/// Each question takes its own time, so that nothing sleeps.
func eventually(
  attempts: Int = 2000, _ question: () async throws -> Bool
) async throws -> Bool {
  for _ in 0..<attempts {
    if try await question() { return true }
    await Task.yield()
  }
  return false
}
