import CloudModel

/// The status as windows see it: work that takes only a moment does not change it.
///
/// A message is sent and fetched within a moment, and no window has to be drawn for a word that nobody can read. Work
/// that fails, or has more than one page, is reported at once, and so is the first work of a connection.
struct ReportedStatus: Sendable {
  /// Our choice: shorter than a person notices, longer than a message takes.
  static let moment: Duration = .milliseconds(300)

  /// The status before the present work, as long as the connection has been open since; nil before that.
  private var atRest: SyncStatus?
  /// When the present work began, and when the present sending.
  private var workBegan: Duration?
  private var sendingBegan: Duration?
  /// Whether all of the present work has succeeded at the first attempt and with one page.
  private var isOrdinary = true

  /// Takes note of the status after an input.
  mutating func note(
    _ status: SyncStatus, isSending: Bool, after input: SyncMachine.Input, now: Duration
  ) {
    sendingBegan = isSending ? sendingBegan ?? now : nil
    switch status.state {
    case .syncing:
      workBegan = workBegan ?? now
      if !input.isOrdinary { isOrdinary = false }
    case .connecting, .offline, .suspended, .stopped:
      (workBegan, atRest, isOrdinary) = (nil, nil, true)
    case .waiting, .upToDate:
      (workBegan, atRest, isOrdinary) = (nil, status, true)
    }
  }

  /// The status to report while the machine is in `status`.
  func shown(_ status: SyncStatus, now: Duration) -> SyncStatus {
    guard status == .syncing, isOrdinary, !Self.isLong(workBegan, now: now) else { return status }
    return atRest ?? status
  }

  /// Whether something has been on its way for longer than a moment.
  func isSendingLong(now: Duration) -> Bool { Self.isLong(sendingBegan, now: now) }

  /// The times at which something has to be reported that was too short before.
  var wakeTimes: [Duration] {
    // Work that is reported already needs no waking.
    [atRest == nil ? nil : workBegan, sendingBegan].compactMap { $0.map { $0 + Self.moment } }
  }

  private static func isLong(_ began: Duration?, now: Duration) -> Bool {
    began.map { now >= $0 + moment } ?? false
  }
}
