import CloudCore
import CloudRules
import CloudServer
import Crypto
import Foundation
import Testing

/// Valid server-to-server signatures, and all the invalid ones.
@Suite struct ServerSignatureTests {
  private static let key = P256.Signing.PrivateKey()
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let path = "/database/1/iCloud.test/development/public/records/query"

  private func sign(
    _ body: String, path: String = path, at date: Date = now, hash: String? = nil,
    key: P256.Signing.PrivateKey = key
  ) throws -> ServerSignature {
    let digest = Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
    let text = date.formatted(.iso8601)
    let message = "\(text):\(hash ?? digest):\(path)"
    let signature = try key.signature(for: Data(message.utf8))
    return ServerSignature(
      date: text, signature: signature.derRepresentation.base64EncodedString())
  }

  private func isValid(_ signature: ServerSignature, _ body: String) -> Bool {
    signature.isValid(
      by: Self.key.publicKey, body: Data(body.utf8), subpath: Self.path, now: Self.now)
  }

  @Test func `a signed request is recognised`() throws {
    #expect(isValid(try sign("{}"), "{}"))
  }

  @Test func `without a body both spellings of its hash are good`() throws {
    #expect(isValid(try sign(""), ""))
    #expect(isValid(try sign("", hash: ""), ""))
    #expect(!isValid(try sign("{}", hash: ""), "{}"))
  }

  @Test(arguments: [(-600, true), (600, true), (-601, false), (601, false)])
  func `the clock may be ten minutes off`(seconds: Int, isGood: Bool) throws {
    let date = Self.now.addingTimeInterval(Double(seconds))
    #expect(isValid(try sign("{}", at: date), "{}") == isGood)
  }

  @Test func `another body, path, key or date is refused`() throws {
    #expect(!isValid(try sign("{}"), "{ }"))
    #expect(!isValid(try sign("{}", path: Self.path + "?a=b"), "{}"))
    #expect(!isValid(try sign("{}", key: P256.Signing.PrivateKey()), "{}"))
    var signature = try sign("{}")
    signature.date = Self.now.addingTimeInterval(1).formatted(.iso8601)
    #expect(!isValid(signature, "{}"))
  }

  @Test(arguments: [
    "", "AA==", "not base64", "MEUCIQ", String(repeating: "A", count: 100_000),
  ])
  func `a text that is no signature is refused`(text: String) throws {
    var signature = try sign("{}")
    signature.signature = text
    #expect(!isValid(signature, "{}"))
  }

  @Test(arguments: ["", "yesterday", "2027-01-15T08:00:00+00:00", "2027-01-15 08:00:00Z"])
  func `a text that is no date in UTC is refused`(text: String) throws {
    let message = "\(text):\(Data(SHA256.hash(data: Data("{}".utf8))).base64EncodedString())"
    let der = try Self.key.signature(for: Data("\(message):\(Self.path)".utf8))
    let signature = ServerSignature(
      date: text, signature: der.derRepresentation.base64EncodedString())
    #expect(!isValid(signature, "{}"))
  }
}
