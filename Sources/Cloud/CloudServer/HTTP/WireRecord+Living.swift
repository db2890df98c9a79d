import CloudCore
import CloudModel
import CloudWire
import Foundation

extension WireRecord {
  /// A record that is not deleted, with the extra keys of the live server's answers.
  ///
  /// `extended` is whether the client asked for keys that CloudKit's answers do not have.
  init(living record: Record, extended: Bool) {
    self.init(record)
    pluginFields = [:]
    deleted = false
    if !extended { withholdExtensions() }
    guard let shortGUID else { return }
    let stableURL = WireStableURL(shortGUID: shortGUID)
    stableUrl = stableURL
    displayedHostname = stableURL.displayedHostname
  }
}

extension WireStableURL {
  /// In the service's form, as far as it is known: the routing key is the beginning of the short
  /// GUID.
  fileprivate init(shortGUID: String) {
    self.init(
      routingKey: String(shortGUID.prefix(3)),
      shortTokenHash: Data(TokenHash.of(shortGUID)).base64EncodedString(),
      protectedFullToken: "", displayedHostname: "www.icloud.com")
  }
}
