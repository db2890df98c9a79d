/// The address for the bytes of one asset; valid for a quarter of an hour, also after a restart of
/// its holder.
package struct AssetUpload: Sendable, Hashable, Codable {
  /// A path in the cloud that gave it.
  ///
  /// A secret: every client that knows it may upload.
  package var link: String

  package init(link: String) { self.link = link }
}
