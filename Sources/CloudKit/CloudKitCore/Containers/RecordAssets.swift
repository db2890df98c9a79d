import CloudModel
import Foundation

/// The bytes of records' assets, on their way to the cloud and back.
struct RecordAssets {
  private let database: any CloudDatabase

  init(_ database: any CloudDatabase) { self.database = database }

  /// Uploads the files of the assets that a save sends, and puts the answers in their places.
  ///
  /// Throws `.assetFileNotFound` for a file that is not there, `.assetFileModified` for one that has changed until the
  /// last file was sent, whatever became of the upload, and otherwise what the upload throws.
  func upload(
    _ wire: Record, of record: CKRecord, progress: @escaping @Sendable (Double) -> Void
  ) async throws(CloudError) -> Record {
    let files = wire.fields.keys.sorted().flatMap { key in
      record.content.assets(in: key).map { (key: key, asset: $0) }
    }
    guard !files.isEmpty else { return wire }
    let versions = files.map { FileVersion($0.asset.fileURL) }
    let sending: Result<[String: [Asset]], CloudError>
    do throws(CloudError) {
      sending = .success(try await send(files, of: wire, progress: progress))
    } catch {
      sending = .failure(error)
    }
    for (file, version) in zip(files, versions) where FileVersion(file.asset.fileURL) != version {
      throw CloudError(
        .assetFileModified,
        "The file of the asset in the field ‘\(file.key)’ was changed while it was sent.")
    }
    let uploaded = try sending.get()
    var wire = wire
    for (key, assets) in uploaded {
      wire.fields[key] = wire.fields[key]?.mapAssets { _, position in assets[position] }
    }
    progress(1)
    return wire
  }

  private func send(
    _ files: [(key: String, asset: CKAsset)], of record: Record,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(CloudError) -> [String: [Asset]] {
    var uploaded: [String: [Asset]] = [:]
    for (index, (key, asset)) in files.enumerated() {
      guard let file = asset.fileURL else {
        throw CloudError(.assetFileNotFound, "The asset in the field ‘\(key)’ has no file.")
      }
      let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
      let (done, count) = (Double(index), Double(files.count))
      let upload = try await database.beginAssetUpload(
        of: key, in: record.recordID, recordType: record.recordType)
      let stored = try await database.continueAssetUpload(upload, from: file) { sent in
        let part = size > 0 ? min(1, Double(sent) / Double(size)) : 1
        progress((done + part) / count)
      }
      uploaded[key, default: []].append(stored)
    }
    return uploaded
  }

  /// Writes the bytes of all assets into files of this process; the answer has each by its address.
  func download(
    _ record: Record, progress: @escaping @Sendable (Double) -> Void
  ) async throws(CloudError) -> [String: URL] {
    let assets = record.assets.filter { $0.asset.downloadURL != nil }
    guard !assets.isEmpty else { return [:] }
    var files: [String: URL] = [:]
    for (index, placed) in assets.enumerated() {
      guard let address = placed.asset.downloadURL, files[address] == nil else { continue }
      let file = try AssetStaging.ofProcess.newFile()
      let (done, count, size) = (Double(index), Double(assets.count), placed.asset.size)
      try await database.downloadAsset(placed.asset, to: file) { bytes in
        let part = size > 0 ? min(1, Double(bytes) / Double(size)) : 1
        progress((done + part) / count)
      }
      files[address] = file
    }
    progress(1)
    return files
  }
}

/// What a file's attributes say of its bytes; two are equal if nobody has written meanwhile.
private struct FileVersion: Equatable {
  private let size: Int?
  private let modified: Date?

  init(_ file: URL?) {
    let attributes = file.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }
    size = (attributes?[.size] as? NSNumber)?.intValue
    modified = attributes?[.modificationDate] as? Date
  }
}

extension RecordContent {
  /// The assets in a field, in their order in a list.
  func assets(in key: CKRecord.FieldKey) -> [CKAsset] {
    switch values[key] {
    case let asset as CKAsset: [asset]
    case let list as NSArray: list.compactMap { $0 as? CKAsset }
    default: []
    }
  }

  /// The same with the other's assets where this one has none: what was sent is there already.
  func keepingAssets(of other: RecordContent) -> RecordContent {
    var result = self
    for (key, value) in other.values where !other.assets(in: key).isEmpty {
      result.take(value, for: key)
    }
    return result
  }
}
