/// Where the bytes of one asset go; good for a quarter of an hour, also after a restart of its holder.
package struct AssetUpload: Sendable, Hashable, Codable {
  /// A path in the cloud that gave it.
  ///
  /// A secret: knowing it is the whole right.
  package var link: String

  package init(link: String) { self.link = link }
}
