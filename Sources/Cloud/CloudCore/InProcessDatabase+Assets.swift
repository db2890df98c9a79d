package import CloudModel
import CloudRules
import CloudStorage
import Foundation

extension InProcessDatabase {
  func beginAssetUpload(
    of fieldName: String, in recordID: RecordID, recordType: String
  ) async throws(CloudError) -> AssetUpload {
    let place = AssetPlace(
      recordType: recordType, fieldName: fieldName, recordName: recordID.recordName)
    let links = try await operations.perform(
      "assets/upload", in: scope, about: [.init(recordID, recordType: recordType)]
    ) { service throws(CloudError) in
      try service.prepareUploads(
        for: [place], zoneID: recordID.zoneID, by: operations.caller, in: scope)
    }
    return AssetUpload(link: AssetLinks.uploadPrefix + links.map(\.token).joined())
  }

  func continueAssetUpload(
    _ upload: AssetUpload, from file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) -> Asset {
    try await withAssets { assets in
      let reader = try AssetFileReader(file)
      let token = String(upload.link.trimmingPrefix(AssetLinks.uploadPrefix))
      let state = try await assets.state(ofLink: token)
      try reader.check(state)
      if let asset = state.asset { return asset }
      guard let found = try await assets.upload(forLink: token) else {
        throw AssetFailure.linkInvalid
      }
      return try await operations.move(.upload(found.upload, in: found.partition)) {
        try await assets.receive(
          reader, from: state.uploadOffset, token: token, progress: progress)
      }
    }
  }

  func downloadAsset(
    _ asset: Asset, to file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) {
    try await withAssets { assets in
      let writer = try AssetFileWriter(file, for: asset)
      progress(writer.size)
      guard !writer.isComplete else { return try await writer.finish() }
      let target = try assets.target(of: try asset.address())
      guard target.checksum.wireForm == asset.fileChecksum else { throw try writer.mismatch() }
      try await operations.move(.download(target.holder)) {
        try await assets.give(
          target.checksum, for: target.holder, to: writer, progress: progress)
      }
    }
  }

  /// The record with the download URLs of its assets, as it is read over HTTP.
  func addressed(_ record: Record) -> Record {
    guard let assets, record.fields.values.contains(where: { !$0.assets.isEmpty }) else {
      return record
    }
    let holder = AssetHolder(operations.caller, in: operations.service.partition, scope)
    var record = record
    record.fields = record.fields.mapValues { value in
      value.mapAssets { asset, _ in
        var asset = asset
        asset.downloadURL = assets.path(of: asset, for: holder)
        return asset
      }
    }
    return record
  }

  /// The same for the outcome of a record, and for the server's record in a conflict.
  func addressed(_ result: Result<Record, CloudError>) -> Result<Record, CloudError> {
    result.map(addressed).mapError { error in
      var error = error
      error.serverRecord = error.serverRecord.map(addressed)
      return error
    }
  }

  private func withAssets<R>(
    _ body: (AssetService) async throws -> R
  ) async throws(CloudError) -> R {
    guard let assets else {
      throw CloudError(.assetNotAvailable, "This cloud does not support assets.")
    }
    do {
      return try await body(assets)
    } catch {
      throw CloudError(assetTransfer: error)
    }
  }
}

extension AssetService {
  /// The asset and the holder of an address, from its path and its query.
  fileprivate func target(
    of address: URLComponents
  ) throws -> (checksum: AssetChecksum, holder: AssetHolder) {
    let parts = address.path.split(separator: "/")
    let holder = address.queryItems?.first { $0.name == "o" }?.value
    do {
      return try target(
        ofToken: parts.dropFirst().first.map(String.init) ?? "", holder: holder ?? "")
    } catch {
      switch error {
      case .expired: throw CloudError.assetLinkExpired
      case .invalid: throw CloudError(.unknownItem, "There is no such asset.")
      }
    }
  }
}

extension CloudError {
  package static let assetLinkExpired = CloudError(
    .assetNotAvailable, "The link has expired. Look the record up for a new one.")

  /// The error that a client over HTTP would receive.
  fileprivate init(assetTransfer error: any Error) {
    self =
      switch error {
      case let error as CloudError: error
      case let failure as AssetFailure: failure.error
      case let failure as FileFailure: failure.error
      case let trouble as RequestTrouble: trouble.error
      case is CancellationError: CloudError(.operationCancelled, "The operation was cancelled.")
      default: CloudError(.internalError, "The cloud failed; its log may say why.")
      }
  }
}
