/// The rules for a profile's name; it names a folder.
package enum ProfileName {
  package static let `default` = "default"

  /// Words for people about what a name may be.
  package static let rule = "Use 1 to 32 letters, digits, - _ and ."

  package static func isValid(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// The profile of a command that names none: that in `ZONECHAT_PROFILE`, or the default.
  package static func preset(in environment: [String: String]) -> String {
    let named = environment["ZONECHAT_PROFILE"] ?? ""
    return named.isEmpty ? `default` : named
  }

  /// The words by which another command uses a profile; none where every shell does so by itself.
  package static func words(
    for profile: String, in environment: [String: String]
  ) -> [String] {
    let isUsual = profile == `default` && preset(in: environment) == `default`
    return isUsual ? [] : ["--profile", profile]
  }

  /// A command of the program as somebody types it who uses a profile.
  package static func command(
    _ command: String, for profile: String, in environment: [String: String]
  ) -> String {
    (["zonechat"] + words(for: profile, in: environment) + [command]).joined(separator: " ")
  }
}
