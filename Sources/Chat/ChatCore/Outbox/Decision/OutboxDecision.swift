package import ChatModel
import CloudModel
package import CloudSync

/// Decides what happens to a row of the outbox when the cloud answers, and to the cloud's copy of a
/// record while a local change of that record waits.
///
/// The decisions are pure; `ChatTransaction` carries them out.
///
/// | answer | the row | the local record, zone or share |
/// |---|---|---|
/// | from another epoch | waits again | stays |
/// | acknowledged, for an older generation | waits again | is merged with the cloud's copy |
/// | failed, for an older generation | waits again | stays |
/// | acknowledged | leaves: sent | takes over the cloud's copy |
/// | conflict | leaves, or waits again on the cloud's copy | is merged with the cloud's copy |
/// | conflict with somebody else's record of that name | fails | stays |
/// | gone | leaves: gone | is deleted; the session is looked for, or made again |
/// | gone, for a zone, a share or an own message | fails | stays |
/// | failed: a save of a zone or message, a share, a name | fails | texts stay, an old name is restored |
/// | failed: anything else | leaves | the change is undone |
/// | failed with an upload that the cloud has forgotten | waits for another upload, or leaves | stays |
/// | undecided | waits again | stays |
///
/// Source: docs/sync.md, “Outbox”.
package enum OutboxDecision {
  /// One action of the transaction on the row.
  package enum Step: Equatable {
    /// The row is not on its way any more; the cloud may have stored what was sent.
    case land(mayBeStored: Bool)
    /// The row leaves the queue; nil if the journal already says why.
    case clear(because: JournalEntry.Kind?, detail: String? = nil)
    /// The row stays as failed.
    case fail(reason: String)
    case note(JournalEntry.Kind, detail: String? = nil)
    /// Takes in the cloud's copy, which may be the answer to an entry.
    case absorb(CloudRecord, answers: OutboxEntry.ID?)
    /// The record is not in the cloud any more, so its local copy goes.
    case absorbDeletion
    /// The record is saved as a new one.
    case forgetTag
    /// Restores the cloud's last version in the local copy.
    case restore
    /// Keeps an own message that the cloud has lost, as failed.
    case keepLost
    /// Uploads the message's file once more.
    case uploadAgain
    /// Another session takes its place, or the owner makes one.
    case replaceSession
    case applyToLife(ChatLife.Event)
  }

  /// Facts about a message that the decision needs.
  package struct Facts {
    package var user: String
    /// The message as it is here, after a conflict or where it is gone; nil if the row is about something
    /// else.
    package var message: MessageRecord?
    /// Whether the entry carried the receipt of an upload, and the file may be uploaded once more.
    package var mayUploadAgain = false
    /// Whether the message here differs from the cloud's copy in more than its file.
    package var saysMoreThanFile = true

    package init(
      user: String, message: MessageRecord? = nil, mayUploadAgain: Bool = false,
      saysMoreThanFile: Bool = true
    ) {
      self.user = user
      self.message = message
      self.mayUploadAgain = mayUploadAgain
      self.saysMoreThanFile = saysMoreThanFile
    }
  }

  /// The steps to take with `row` after `outcome`.
  ///
  /// `isPresent` says whether the batch was made in the zone's present epoch.
  package static func steps(
    for row: OutboxRow, after outcome: OutboxOutcome, isPresent: Bool, _ facts: Facts
  ) -> [Step] {
    guard isPresent else { return [.land(mayBeStored: true)] }
    let isNewest = outcome.id.generation == row.generation
    switch outcome.result {
    case .acknowledged(let server?):
      return (isNewest ? [] : [.land(mayBeStored: true)]) + [.absorb(server, answers: outcome.id)]
    case .acknowledged(nil):
      return acknowledged(row, isNewest: isNewest)
    case .conflict(let server):
      return conflict(row, with: server, facts)
    case .gone(let reason):
      return gone(row, reason: reason, facts)
    case .failed(let reason, let cloudWords):
      guard isNewest else { return [.land(mayBeStored: false)] }
      guard facts.mayUploadAgain else {
        return failure(of: row, reason: reason, detail: cloudWords)
      }
      return [
        .uploadAgain, .note(.reuploading, detail: cloudWords ?? reason),
        facts.saysMoreThanFile ? .land(mayBeStored: false) : .clear(because: .superseded),
      ]
    case .undecided(let mayBeStored):
      return [.land(mayBeStored: mayBeStored)] + (mayBeStored ? [.note(.undecided)] : [])
    }
  }

  /// The steps to take with a row that has failed for good.
  ///
  /// Local changes that nobody else will ever see are undone, except texts.
  ///
  /// - Parameters:
  ///   - row: the failed row.
  ///   - reason: the reason, for the person.
  ///   - detail: the text that the journal has instead of the reason.
  /// - Returns: the steps.
  package static func failure(
    of row: OutboxRow, reason: String, detail: String? = nil
  ) -> [Step] {
    let note = Step.note(.failed, detail: detail ?? reason)
    return switch (row.kind, row.operation) {
    case (.zone, .delete):
      [note, .clear(because: nil), .applyToLife(.refused)]
    case (.message, .delete):
      [note, .restore, .clear(because: .superseded, detail: "the cloud keeps it")]
    case (.zone, .save), (.share, _), (.message, .save):
      [note, .fail(reason: reason)]
    case (.session, _) where row.priority == .urgent:
      [note, .restore, .fail(reason: reason)]
    // A low-priority session row only updates `lastMessageAt`; it holds nothing that a person has written.
    // A record of an unknown type is kept here all the same, and nobody could retry or drop its row.
    case (.session, _), (.mark, _), (.settings, _), (.block, _), (.unknown, _):
      [note, .restore, .clear(because: nil)]
    }
  }

  /// The cloud has done it, and has no copy: a zone, or a deletion.
  private static func acknowledged(_ row: OutboxRow, isNewest: Bool) -> [Step] {
    guard isNewest else {
      // The cloud has deleted the record, but a newer intent is to save it: it is saved as a new one.
      return row.kind != .zone && row.operation == .save
        ? [.forgetTag, .land(mayBeStored: true)] : [.land(mayBeStored: true)]
    }
    let clear = Step.clear(because: .sent)
    return switch (row.kind, row.operation) {
    case (.zone, .save): [clear]
    case (.zone, .delete): [clear, .applyToLife(.confirmed)]
    case (_, .delete): [clear, .absorbDeletion]
    case (_, .save): [.forgetTag, .land(mayBeStored: false)]
    }
  }

  /// The cloud has somebody else's version, or this device's version, whose answer was lost.
  private static func conflict(
    _ row: OutboxRow, with server: CloudRecord, _ facts: Facts
  ) -> [Step] {
    let land = Step.land(mayBeStored: true)
    if let message = facts.message, server.recordType == MessageRecord.recordType,
      row.operation == .save, row.failure == nil, !message.isVersion(of: MessageRecord(server))
    {
      let reason = "Another record has taken its place. Copy the text and send it again."
      return [land] + failure(of: row, reason: reason)
    }
    return [land, .absorb(server, answers: nil)]
  }

  /// Somebody has deleted the record that was to be changed.
  ///
  /// A message that the cloud has never had cannot have been deleted, so it fails. An own message is
  /// kept, as failed: taking it back would have left a mark, so the cloud has lost it.
  private static func gone(_ row: OutboxRow, reason: String, _ facts: Facts) -> [Step] {
    switch row.kind {
    case .message:
      guard let message = facts.message, message.changeTag != nil else {
        return failure(of: row, reason: reason)
      }
      return message.isKeptWhenGone(byDeviceOf: facts.user)
        ? [.keepLost] : [.clear(because: .gone), .absorbDeletion]
    case .zone, .share:
      return failure(of: row, reason: "The cloud does not have it any more.")
    case .session:
      return [.clear(because: .gone), .replaceSession]
    case .mark, .settings, .block, .unknown:
      return [.clear(because: .gone), .absorbDeletion]
    }
  }

  // MARK: - The cloud's copy

  /// The transaction's decision about the cloud's copy of a record.
  package enum CopyDecision<R: ChatRecord>: Equatable {
    /// It is taken over, and the row leaves for this reason.
    case take(clearing: JournalEntry.Kind)
    /// It is what was restored here after the cloud had refused the row, which stays failed.
    case takeBeside
    /// It is kept beside a row that waits to delete the record, in case the cloud refuses the deletion.
    case remember
    /// It is somebody else's record under the same name: the local one stays, and fails when it is sent.
    case ignore
    /// Both versions have changes: the merged record is stored, and the row waits, based on the
    /// cloud's copy.
    case merge(R)
  }

  /// Decides about the cloud's copy `server` where `row` waits; `answers` is the entry that it answers.
  package static func arrival<R>(
    of server: R, meeting row: OutboxRow, local: R?, answers: OutboxEntry.ID?
  ) -> CopyDecision<R> {
    if answers == row.id { return .take(clearing: .sent) }
    if row.operation == .delete { return .remember }
    guard let local else { return .take(clearing: .superseded) }
    guard local.isVersion(of: server) else { return .ignore }
    var merged = R.merge(local: local, server: server)
    if merged.addsNothing(to: server) {
      let isSame = local.addsNothing(to: server) && server.addsNothing(to: local)
      // A title that failed is not here any more: that both are the same says nothing of it.
      if isSame, row.kind == .session, row.failure != nil { return .takeBeside }
      return .take(clearing: isSame ? .sent : .superseded)
    }
    merged.changeTag = server.changeTag
    return .merge(merged)
  }
}
