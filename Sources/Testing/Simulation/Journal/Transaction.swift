package import CloudModel

/// One transaction of a device's store that the engine asked for and that was committed.
package enum Transaction: Sendable, Equatable {
  case databasePage(DatabaseScope, changed: [String], deleted: [String], moreComing: Bool)
  case forgotToken(DatabaseScope)
  /// A page of a zone's changes.
  ///
  /// `isTaken` is false if the store's position was not where the page began. `canWrite` is what the page's
  /// share says about the device's user; nil without a share.
  case zonePage(
    RecordZoneID, since: ServerChangeToken?, token: ServerChangeToken, epoch: Int64,
    moreComing: Bool, isTaken: Bool, canWrite: Bool?)
  case preview(RecordZoneID, [String])
  case resync(RecordZoneID)
  case sealed(RecordZoneID)
  /// A batch of entries was taken for sending.
  case batch(RecordZoneID, count: Int)
  case applied(RecordZoneID, [Outcome])
  case invitations(Int)
  /// The cloud has a file's bytes, and its message is to be saved with them.
  case uploaded(RecordID)
  case downloaded(RecordID)
  case gaveUpFile(RecordID, why: String)

  package struct Outcome: Sendable, Equatable {
    package enum Result: String, Sendable {
      case acknowledged, conflict, gone, failed, undecided
    }

    package var record: String
    package var generation: Int64
    package var result: Result
  }

  /// The kind of the transaction, in words.
  package enum Kind: String, Sendable, CaseIterable {
    case databasePage = "a page of a database's changes"
    case forgotToken = "a forgotten token"
    case zonePage = "a page of a zone's changes"
    case preview = "a preview"
    case resync = "the start of a resync"
    case sealed = "the seal of a chat"
    case batch = "a batch taken for sending"
    case applied = "the answers to a batch"
    case invitations = "invitations"
    case uploaded = "an upload"
    case downloaded = "a download"
    case gaveUpFile = "a file given up"
  }

  package var kind: Kind {
    switch self {
    case .databasePage: .databasePage
    case .forgotToken: .forgotToken
    case .zonePage: .zonePage
    case .preview: .preview
    case .resync: .resync
    case .sealed: .sealed
    case .batch: .batch
    case .applied: .applied
    case .invitations: .invitations
    case .uploaded: .uploaded
    case .downloaded: .downloaded
    case .gaveUpFile: .gaveUpFile
    }
  }

  var line: String {
    switch self {
    case .databasePage(let scope, let changed, let deleted, let moreComing):
      (["\(scope.pathComponent) page"] + changed.map { "+" + $0 } + deleted.map { "-" + $0 }
        + (moreComing ? ["more"] : [])).joined(separator: " ")
    case .forgotToken(let scope): "no token of \(scope.pathComponent)"
    case .zonePage(
      let zone, let since, let token, let epoch, let moreComing, let isTaken, let canWrite):
      "page of \(zone.zoneName) from \(since.label) to \(Optional(token).label) epoch \(epoch)"
        + (moreComing ? " more" : "") + (isTaken ? "" : " (not taken)")
        + (canWrite.map { $0 ? " may write" : " may read" } ?? "")
    case .preview(let zone, let records): "preview of \(zone.zoneName): \(records.count) records"
    case .batch(let zone, let count): "\(count) of \(zone.zoneName) as being sent"
    case .resync(let zone): "resync of \(zone.zoneName)"
    case .sealed(let zone): "seal of \(zone.zoneName)"
    case .applied(let zone, let outcomes):
      (["answers in \(zone.zoneName)"]
        + outcomes.map { "\($0.record) g\($0.generation) \($0.result.rawValue)" })
        .joined(separator: " ")
    case .uploaded(let recordID): "the file of \(recordID.recordName) is in the cloud"
    case .downloaded(let recordID): "the file of \(recordID.recordName) is here"
    case .gaveUpFile(let recordID, let why): "no file of \(recordID.recordName): \(why)"
    case .invitations(let count): "\(count) invitations"
    }
  }
}
