import CloudModel
import Testing

/// What a status says in each state: the words that are stored, and whether a reason belongs to them.
struct SyncStatusTests {
  @Test func `a status keeps its reason only where something is not sent or fetched`() {
    let statuses = SyncStatus.State.allCases.map { SyncStatus($0, reason: "why") }
    #expect(
      statuses.map { "\($0.state.rawValue): \($0.reason ?? "-"), \($0.obstacle ?? "-")" } == [
        "connecting: -, -", "syncing: -, -", "waiting: why, -", "offline: why, why",
        "suspended: why, why", "stopped: why, why", "upToDate: -, -",
      ])
    #expect(
      statuses.map(\.description) == [
        "connecting", "syncing", "waiting (why)", "offline (why)", "suspended (why)",
        "stopped (why)", "up to date",
      ])
  }

  @Test func `a status made from stored words is the one that the engine reports`() {
    #expect(SyncStatus(.upToDate, reason: "") == .upToDate)
    #expect(SyncStatus(.waiting, reason: "busy") == .waiting(reason: "busy"))
    #expect(SyncStatus(.offline, reason: "no route") != .offline(reason: "busy"))
  }
}
