import CloudModel
import SyncRules

/// Moves the bytes of one asset, from the point that an earlier attempt reached.
///
/// 1. The place of an upload is durable before the first byte leaves.
/// 2. A link or an address that the cloud no longer knows is replaced once by a new one, obtained through the
///    record.
struct AssetCarrier: Sendable {
  /// The number of bytes between two progress notes.
  static let progressStep: Int64 = 256 * 1024

  let container: any CloudContainer
  let store: any TransferStore

  /// Moves the bytes, and finishes the transfer if it has ended.
  ///
  /// Throws a `CloudError` if the transfer is to be tried again later.
  func carry(_ id: AssetTransfer.ID) async throws {
    guard let transfer = try await store.transfer(id) else { return }
    let outcome: AssetTransfer.Outcome
    do {
      outcome =
        switch id.direction {
        case .upload: .uploaded(try await upload(transfer))
        case .download: try await download(transfer)
        }
    } catch let error as CloudError {
      guard let reason = reasonToEnd(error, id) else {
        var waiting = error
        waiting.reason = await reasonToWait(error, id)
        try await store.note(waiting: waiting.reason, for: id)
        throw waiting
      }
      outcome = .failed(reason: reason)
    }
    try await store.finishTransfer(id, outcome)
  }

  /// The reason why another attempt cannot help; nil if it may.
  private func reasonToEnd(_ error: CloudError, _ id: AssetTransfer.ID) -> String? {
    let role = ErrorPolicy.Role(database(of: id).scope)
    switch ErrorPolicy.verdict(on: error.code, as: role) {
    case .retry, .resend, .merge, .zoneMissing, .outOfQuota: return nil
    case .split, .gone, .refused, .fail: return FailureWords.reason(error.code, as: role)
    }
  }

  /// The reason why the transfer is tried again later.
  ///
  /// The bytes of an upload count against the quota of who uploads them, also in another's chat.
  private func reasonToWait(_ error: CloudError, _ id: AssetTransfer.ID) async -> String {
    guard error.code == .quotaExceeded, error.memberBytes == nil else {
      return FailureWords.waiting(
        .cloud(error), as: ErrorPolicy.Role(database(of: id).scope))
    }
    return FailureWords.waiting(
      .cloud(error), as: .owner, fullest: await FullestChat.find(container, store))
  }

  // MARK: - Uploading

  private func upload(_ transfer: AssetTransfer) async throws -> Asset {
    if let begun = transfer.upload {
      do {
        return try await send(transfer, to: begun)
      } catch let error as CloudError where error.code == .assetNotAvailable {
        try await store.keep(nil, for: transfer.id)
      }
    }
    let begun = try await database(of: transfer.id).beginAssetUpload(
      of: transfer.fieldName, in: transfer.id.recordID, recordType: transfer.recordType)
    try await store.keep(begun, for: transfer.id)
    return try await send(transfer, to: begun)
  }

  private func send(_ transfer: AssetTransfer, to upload: AssetUpload) async throws -> Asset {
    try await reporting(transfer.id) { progress in
      try await database(of: transfer.id).continueAssetUpload(
        upload, from: transfer.file, progress: progress)
    }
  }

  // MARK: - Downloading

  private func download(_ transfer: AssetTransfer) async throws -> AssetTransfer.Outcome {
    do {
      return try await receive(transfer)
    } catch let error as CloudError where error.code == .assetNotAvailable {
      return try await receive(transfer)
    }
  }

  /// Looks the record up for a fresh address, and fetches what is missing.
  private func receive(_ transfer: AssetTransfer) async throws -> AssetTransfer.Outcome {
    let recordID = transfer.id.recordID
    let database = database(of: transfer.id)
    let found = try await database.records(
      for: [recordID], desiredKeys: [transfer.fieldName])
    guard let asset = try found[recordID]?.get()[transfer.fieldName]?.assets.first else {
      return .failed(reason: "The cloud does not have the file.")
    }
    guard transfer.size == nil || transfer.size == asset.size else {
      return .failed(reason: FailureWords.otherBytes)
    }
    try await reporting(transfer.id) { progress in
      try await database.downloadAsset(asset, to: transfer.file, progress: progress)
    }
    return .downloaded
  }

  private func database(of id: AssetTransfer.ID) -> any CloudDatabase {
    container.database(
      with: id.recordID.zoneID.databaseScope(for: container.userRecordName))
  }

  // MARK: - Progress

  /// Runs `body`, and tells the store now and then how far it is.
  private func reporting<Success: Sendable>(
    _ id: AssetTransfer.ID,
    _ body:
      @escaping @Sendable (_ progress: @escaping @Sendable (Int64) -> Void) async throws ->
      Success
  ) async throws -> Success {
    // A reader that is slower than the transfer needs only the newest count.
    let (counts, counter) = AsyncStream.makeStream(
      of: Int64.self, bufferingPolicy: .bufferingNewest(1))
    async let _: Void = note(counts, for: id)
    defer { counter.finish() }
    return try await body { counter.yield($0) }
  }

  private func note(_ counts: AsyncStream<Int64>, for id: AssetTransfer.ID) async {
    var told: Int64 = 0
    for await count in counts where abs(count - told) >= Self.progressStep {
      // A lost progress note does no harm: the end of the transfer is written in any case.
      try? await store.note(transferred: count, for: id)
      told = count
    }
  }
}
