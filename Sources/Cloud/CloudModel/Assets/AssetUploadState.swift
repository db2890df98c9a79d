/// How much of an upload the cloud has.
package struct AssetUploadState: Sendable, Equatable {
  /// Bytes that the cloud has.
  package var uploadOffset: Int64
  /// Present once it has them all: the asset to save in its field.
  package var asset: Asset?

  package init(uploadOffset: Int64, asset: Asset? = nil) {
    self.uploadOffset = uploadOffset
    self.asset = asset
  }
}
