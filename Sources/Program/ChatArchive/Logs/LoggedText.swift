import ChatModel
import Crypto
import Foundation

/// Texts and names of other programs, as messages of this one may have them.
enum LoggedText {
  /// Our choice: the names of people in logs are shorter.
  private static let nameLimit = 64
  /// A heading that names the sender and a file has less.
  private static let headingBytes = 1024

  /// The text of a line; bytes that are not UTF-8 are read as Latin-1, which older programs have written.
  static func text(_ bytes: [UInt8]) -> (text: String, isUTF8: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
    return (String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), false)
  }

  /// What somebody wrote, without the codes for colours that IRC has, and not longer than a message may be.
  static func body(_ text: some StringProtocol) -> String {
    var body = String.UnicodeScalarView()
    var bytes = 0
    var scalars = String(text)[...].unicodeScalars
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{3}": dropColor(&scalars)
      case _ where isControl(scalar): break
      default:
        bytes += UTF8.width(scalar)
        guard bytes <= Message.textLimitBytes - headingBytes else {
          return String(body) + "…"
        }
        body.append(scalar)
      }
    }
    return String(body)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && scalar.properties.generalCategory == .control
  }

  /// `4` or `4,12` behind the code for a colour.
  private static func dropColor(_ scalars: inout Substring.UnicodeScalarView) {
    func dropNumber() -> Bool {
      var count = 0
      while count < 2, let digit = scalars.first, ("0"..."9").contains(digit) {
        scalars.removeFirst()
        count += 1
      }
      return count > 0
    }
    guard dropNumber(), scalars.first == "," else { return }
    let behind = scalars.dropFirst()
    guard let digit = behind.first, ("0"..."9").contains(digit) else { return }
    scalars.removeFirst()
    _ = dropNumber()
  }

  /// The name of a sender in the signs that the name of an account may have; others become `_`.
  ///
  /// The name stands before “(imported)”, as the name of a member would. A name that reads as the importer's own does
  /// not stay.
  static func name(_ text: some StringProtocol) -> String {
    let folded = String(text).folding(
      options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
    let name = folded.unicodeScalars.prefix(nameLimit).map { scalar in
      let sign = String(Character(scalar))
      return PersonName.isShownAccount(sign) ? sign : "_"
    }.joined()
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
      return "unknown-" + digest(String(text)).prefix(8)
    }
    return ["i", "you", "me"].contains(name.lowercased()) ? name + "_" : name
  }

  /// Half of the SHA-256 of a text, in hexadecimal digits: enough to tell all messages of a log apart.
  static func digest(_ text: String) -> String {
    String(AssetDigest(SHA256.hash(data: Data(text.utf8))).text.prefix(32))
  }
}
