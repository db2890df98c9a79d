import CloudModel
import CloudWire
import Foundation
import Testing

/// What a server says of a code, as a client takes it: people paste the link that is made of it into a shell.
struct CodeAnswerTests {
  private static let pin = String(repeating: "A", count: 43)

  private static func answer(
    code: String, id: String = "ab23cd45", pin: String? = nil
  ) -> CodeAnswer {
    CodeAnswer(
      code: code,
      entry: CodeEntry(
        id: id, kind: .device, state: .open, name: nil, issuer: nil, createdAt: 0, expiresAt: 1,
        uses: 1, lastUsedBy: nil), authorityPin: pin)
  }

  private static func isTaken(_ answer: CodeAnswer) throws -> Bool {
    let body = try JSONEncoder().encode(answer)
    return (try? JSONDecoder().decode(CodeAnswer.self, from: body)) == answer
  }

  @Test func `an answer is taken that a link can hold`() throws {
    #expect(try Self.isTaken(Self.answer(code: "aZ09-_")))
    #expect(try Self.isTaken(Self.answer(code: String(repeating: "a", count: 128), pin: Self.pin)))
  }

  @Test(arguments: [
    "", "a'; rm -rf ~; '", "a b", "a\n", "\u{1B}[2J", "ä", "a,ca=b",
    String(repeating: "a", count: 129),
  ])
  func `an answer is refused that a link cannot hold`(text: String) throws {
    #expect(try !Self.isTaken(Self.answer(code: text)))
    #expect(try !Self.isTaken(Self.answer(code: "a", id: text)))
    #expect(try !Self.isTaken(Self.answer(code: "a", pin: text)))
  }

  @Test(arguments: ["a\u{1B}]0;x\u{7}", "a b", "a\nb", "\u{202E}a"])
  func `keys with characters that a terminal obeys are refused`(text: String) throws {
    for place in 0..<3 {
      let credentials = AccountCredentials(
        name: place == 0 ? text : "anna",
        userRecordName: "_" + String(repeating: "0", count: 32),
        containerIdentifier: "iCloud.net.zonechat", environment: "development",
        apiToken: place == 1 ? text : "key", webAuthToken: place == 2 ? text : "key")
      let body = try JSONEncoder().encode(credentials)
      #expect((try? JSONDecoder().decode(AccountCredentials.self, from: body)) == nil)
    }
  }
}
