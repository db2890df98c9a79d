/// The identity of a store, by which clients know it under another address: `ServerDescription.cloudID`.
///
/// It is made once, and a backup has it. An export leaves it out, so that a cloud that takes an import is another one.
package enum StoreIdentity {
  /// The setting that keeps it.
  package static let settingName = "cloud.id"
  /// The setting that keeps the pin of the cloud's own authority, by which links name the cloud.
  ///
  /// It is noted when the cloud uses the authority first, and a backup has it, unlike the authority. An export leaves
  /// it out.
  package static let authoritySettingName = "cloud.authority"
}

extension RegistryTransaction {
  /// The identity of the store, made where it is missing.
  package func ensureIdentity(surroundings: Surroundings) throws -> String {
    if let known = try lockSetting(StoreIdentity.settingName) { return known }
    let identity = surroundings.randomHex(byteCount: 16)
    try setSetting(StoreIdentity.settingName, to: identity)
    return identity
  }
}
