package import CloudModel
import Foundation

/// The rules for the values of a container's plan.
package enum ContainerRules {
  /// Letters, digits, hyphens, underscores and dots, as in a reverse domain name.
  package static func checkIdentifier(_ identifier: String) throws(CloudError) {
    let isWellFormed = identifier.utf8.allSatisfy { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isASCII
        && (character.isLetter || character.isNumber || "-_.".contains(character))
    }
    let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
    guard isWellFormed, (1...CloudLimits.nameLength).contains(identifier.utf8.count),
      parts.allSatisfy({ !$0.isEmpty })
    else { throw malformed }
  }

  /// The same for one that is to be made, which has a dot: a single word tells nobody whose app it is.
  ///
  /// Source: CloudKit has containers like iCloud.com.example.app only.
  static func checkIdentifier(ofNew identifier: String) throws(CloudError) {
    try checkIdentifier(identifier)
    guard identifier.contains(".") else { throw malformed }
  }

  private static var malformed: CloudError {
    CloudError(
      .invalidArguments,
      "The name of a container must have at most \(CloudLimits.nameLength) letters, digits, "
        + "hyphens, underscores and dots, and at least one dot, for example "
        + "iCloud.com.example.app.")
  }

  static func checkName(_ name: String, of what: String) throws(CloudError) {
    guard (1...64).contains(name.utf8.count),
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw CloudError(
        .invalidArguments,
        "The name of a \(what) must have 1 to 64 bytes and no control characters.")
    }
  }

  static func check(_ token: ContainerPlan.APIToken) throws(CloudError) {
    try checkName(token.name, of: "token")
    if let text = token.token {
      guard text.utf8.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        throw CloudError(
          .invalidArguments, "The API token ‘\(token.name)’ must be 64 hexadecimal digits.")
      }
    }
    if let callback = token.callbackURL { try checkCallback(callback) }
    let origins = token.allowedOrigins ?? []
    guard origins.count <= mostOrigins else {
      throw CloudError(
        .limitExceeded, "limit exceeded: a token has at most \(mostOrigins) allowed origins")
    }
    for origin in origins { try checkOrigin(origin) }
  }

  /// Our choice: the page that hands over the key names them all.
  private static let mostOrigins = 16

  /// A scheme and a host, as browsers spell an origin; never a pattern.
  ///
  /// Source: RFC 6454, section 6.1.
  private static func checkOrigin(_ text: String) throws(CloudError) {
    let url = PublicURL(text)
    let hosts = URLComponents(string: text.lowercased())
    guard let url, url.text.lowercased() == text.lowercased(), let hosts,
      let host = hosts.host, !host.isEmpty, !host.contains("%"),
      hosts.port != (hosts.scheme == "https" ? 443 : 80)
    else {
      throw CloudError(
        .invalidArguments,
        "‘\(text)’ is not an origin. Write a scheme and a host, for example "
          + "https://app.example.com or http://localhost:3000, without a path and without the "
          + "usual port."
      )
    }
  }

  /// An absolute URL of a scheme that opens a page or an application, and runs nothing here.
  private static func checkCallback(_ text: String) throws(CloudError) {
    let refused = ["javascript", "data", "vbscript", "file", "blob", "about"]
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let components = URLComponents(string: text), let scheme = components.scheme,
      !refused.contains(scheme.lowercased()), components.host?.isEmpty == false,
      components.fragment == nil
    else {
      throw CloudError(
        .invalidArguments,
        "The callback of a token must be an absolute URL without a fragment, for example "
          + "https://example.com/signed-in or myapp://signed-in.")
    }
  }

  /// As for the limits of the whole cloud.
  private static let mostIndexLagMilliseconds: Int64 = 86_400_000

  static func check(_ settings: EnvironmentSettings) throws(CloudError) {
    for (name, value, most, unit) in [
      ("quota", settings.defaultQuotaBytes, CloudLimitSettings.unlimitedBytes, "bytes"),
      ("index lag", settings.indexLagMilliseconds, mostIndexLagMilliseconds, "ms"),
    ] {
      guard let value, !(0...most).contains(value) else { continue }
      throw CloudError(
        .invalidArguments, "The \(name) of an environment must be 0 to \(most) \(unit).")
    }
  }
}
