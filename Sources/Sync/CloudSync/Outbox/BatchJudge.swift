import CloudModel
import SyncRules

/// Turns the cloud's answers to a batch into an outcome for each entry and a report for the
/// machine, by `ErrorPolicy`.
struct BatchJudge {
  let role: ErrorPolicy.Role
  /// Whether the cloud refused a whole call because of its contents; a refusal is an answer, not a failure.
  private(set) var isWholeRefusal = false
  private var report = SyncMachine.SendReport()

  init(role: ErrorPolicy.Role) { self.role = role }

  func report(on batch: OutboxBatch, _ remainder: OutboxRemainder) -> SyncMachine.SendReport {
    var report = report
    report.count = batch.ids.count
    report.progress = remainder.progress
    report.hasMore = remainder.hasMore
    report.hasMoreLowPriority = remainder.hasMoreLowPriority
    report.hasTransfers = remainder.hasTransfers
    return report
  }

  /// The outcomes of the entries, from the answer to each.
  mutating func outcomes(
    of batch: OutboxBatch, answered answers: [BatchSender.Answer]
  ) -> [OutboxOutcome] {
    answers.map { answer in
      switch answer.result {
      case .success(let record):
        OutboxOutcome(id: answer.id, result: .acknowledged(record))
      case .failure(let error):
        OutboxOutcome(id: answer.id, result: result(error))
      }
    }
  }

  /// The outcomes of the entries after the whole call has failed.
  ///
  /// If one entry may be the cause, no entry fails; the machine halves the batch until that entry
  /// is sent alone.
  mutating func outcomes(
    of batch: OutboxBatch, refusedWith error: CloudError
  ) -> [OutboxOutcome] {
    switch ErrorPolicy.verdict(on: error.code, as: role) {
    case .retry, .resend:
      let mayBeStored = ErrorPolicy.isOutcomeUnknown(error.code)
      return batch.ids.map {
        OutboxOutcome(id: $0, result: .undecided(mayBeStored: mayBeStored))
      }
    case .split, .fail, .gone, .merge:
      isWholeRefusal = true
      guard batch.ids.count > 1 else { break }
      if error.code == .limitExceeded {
        report.isTooLarge = true
      } else {
        report.isRefusedWhole = true
      }
      return batch.ids.map {
        OutboxOutcome(id: $0, result: .undecided(mayBeStored: false))
      }
    case .zoneMissing, .refused, .outOfQuota:
      isWholeRefusal = true
    }
    return batch.ids.map { OutboxOutcome(id: $0, result: result(error)) }
  }

  private mutating func result(_ error: CloudError) -> OutboxOutcome.Result {
    switch ErrorPolicy.verdict(on: error.code, as: role) {
    case .merge:
      if let server = error.serverRecord { return .conflict(server: server) }
      report.note(error)
    case .retry:
      report.note(error)
      return .undecided(mayBeStored: ErrorPolicy.isOutcomeUnknown(error.code))
    case .resend:
      break
    case .zoneMissing:
      report.wantsFetch = true
      report.note(error)
    case .outOfQuota:
      report.outOfQuota = error
    case .gone:
      return .gone(reason: FailureWords.reason(error.code, as: role))
    case .refused:
      report.wantsFetch = true
      return failed(error)
    case .split, .fail:
      return failed(error)
    }
    return .undecided(mayBeStored: false)
  }

  private func failed(_ error: CloudError) -> OutboxOutcome.Result {
    .failed(reason: FailureWords.reason(error.code, as: role), cloudWords: error.reason)
  }
}
