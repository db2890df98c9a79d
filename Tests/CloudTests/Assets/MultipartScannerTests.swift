import CloudRules
import CloudStorage
import NIOCore
import Testing

/// The file in a form, however its bytes arrive.
@Suite struct MultipartScannerTests {
  private static let type = "multipart/form-data; boundary=\"b-0\""
  private static let form =
    "--b-0\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
    + "--b-0\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a; name=x\"\r\n"
    + "Content-Type: image/png\r\n\r\n\(file)\r\n--b-0--\r\ntrailing"
  private static let file = "line\r\n--b-\r\r\n--b-1 \r\n\r\nend"

  private func scan(_ body: String, type: String = type, by length: Int) throws -> (String, Bool) {
    var scanner = try #require(try MultipartScanner(contentType: type))
    var buffer = ByteBuffer(string: body)
    var found = ""
    while buffer.readableBytes > 0 {
      let chunk = buffer.readSlice(length: min(length, buffer.readableBytes)) ?? ByteBuffer()
      for piece in try scanner.consume(chunk) { found += String(buffer: piece) }
    }
    return (found, scanner.isFinished && scanner.hasFile)
  }

  @Test func `the file comes out whole, in chunks of any length`() throws {
    for length in 1...Self.form.utf8.count {
      let (found, isWhole) = try scan(Self.form, by: length)
      #expect(found == Self.file, "in chunks of \(length)")
      #expect(isWhole)
    }
  }

  @Test func `a form that ends early or has no file is not whole`() throws {
    #expect(try !scan(String(Self.form.dropLast(14)), by: 7).1)
    #expect(try !scan("--b-0\r\nContent-Disposition: x; name=other\r\n\r\n.\r\n--b-0--", by: 7).1)
  }

  @Test func `other content types are no forms`() throws {
    #expect(try MultipartScanner(contentType: nil) == nil)
    #expect(try MultipartScanner(contentType: "application/octet-stream") == nil)
  }

  @Test func `nonsense is refused`() throws {
    #expect(throws: AssetFailure.self) { try MultipartScanner(contentType: "multipart/form-data") }
    let long = "--b-0\r\n" + String(repeating: "x", count: 10_000)
    #expect(throws: AssetFailure.self) { try scan(long, by: 4096) }
    #expect(throws: AssetFailure.self) { try scan("--b-0nonsense\r\n\r\n", by: 4096) }
    let part = "--b-0\r\nContent-Disposition: form-data; name=files\r\n\r\nx\r\n"
    #expect(throws: AssetFailure.self) { try scan(part + part + "--b-0--", by: 4096) }
  }
}
