import TerminalUI
import Testing

struct QRCodeTests {
  private static let link = "zonechat://join/AbCdEfGhIjKlMnOpQrStUvWx"

  @Test(arguments: [0, 1, 14, 17, 32, 40, 60, 78, 99, 112, 120, 134, 150, 154, 185, 192, 230])
  func `a code holds the text that was put into it, in the smallest size`(byteCount: Int) throws {
    let text = String(repeating: "zonechat://", count: 21).prefix(byteCount)
    let code = try #require(QRCode(String(text)))
    let reader = try QRReader(code)
    #expect(try reader.bytes() == Array(text.utf8))
    let capacities = [17, 32, 53, 78, 106, 134, 154, 192, 230]
    #expect(reader.version == (capacities.firstIndex { $0 >= byteCount } ?? 9) + 1)
  }

  @Test func `a text that does not fit has no code`() throws {
    #expect(QRCode(String(repeating: "x", count: 231)) == nil)
    #expect(QRCode(String(repeating: "é", count: 116)) == nil)
    #expect(try QRReader(#require(QRCode("你好 👋"))).bytes() == Array("你好 👋".utf8))
  }

  /// The library `qrcode` 8.2 for Python draws the same modules for this text, level M and mask 6.
  @Test func `a code looks as others draw it`() throws {
    let code = try #require(QRCode(Self.link))
    #expect(
      code.halfBlocks(quietZone: 2).joined(separator: "\n") == """
        █████████████████████████████████
        ██ ▄▄▄▄▄ █ ██▄▄ █▄█ ▄ ▀█ ▄▄▄▄▄ ██
        ██ █   █ █▄ ▀ ▀ ▄▄█▀██ █ █   █ ██
        ██ █▄▄▄█ █▄▄▄  ▀▀█▄▀ ▄▀█ █▄▄▄█ ██
        ██▄▄▄▄▄▄▄█▄█▄█ ▀ ▀▄█ ▀▄█▄▄▄▄▄▄▄██
        ██ █▀  ▄▄▄▄▄  ▀▄▄▄█▀▀▄█▄█▀ ▀ ▄▄██
        ██ █▀▀▄ ▄██▄ █▄▄▀ ▀ ▄█ ▀▄ █ ▄████
        ██▀▄   █▄█  ██▄██ ▀▀▀▄▄█  ▀ ▀█▀██
        ██▄▄ ▀ ▄▄██▄▄▀▄▄▀▄▀▄    ▀ █▀ ▀▄██
        ██ ███ ▄▄ ▀███▀▀▄▄▄▄▀█ ██ ▀█▀█▄██
        ██  ▄▀ ▄▄▀▀█▀█ █▀▄▄█▄▄ █▀▀█▄ █ ██
        ██▄▄▄▄▄█▄▄ ▀▄▄ ▄  █ ▀▄ ▄▄▄ ▄  ███
        ██ ▄▄▄▄▄ █ █ ▄▄█  ▄ ▀  █▄█  ▄█▀██
        ██ █   █ █  █  ▄▄█  ▀▄ ▄▄▄▄█▀▄▀██
        ██ █▄▄▄█ ███▀ ▄▀█ ▄██▄▀ ██▄▄▀▄ ██
        ██▄▄▄▄▄▄▄█▄▄▄▄▄▄▄████▄▄█▄▄█▄█████
        ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
        """)
  }

  @Test func `the quiet zone is light on every side`() throws {
    let code = try #require(QRCode(Self.link))
    let rows = code.halfBlocks(quietZone: 4)
    #expect(rows.count == (code.size + 9) / 2)
    #expect(rows.allSatisfy { $0.count == code.size + 8 })
    let light = String(repeating: "█", count: code.size + 8)
    #expect(rows.prefix(2).allSatisfy { $0 == light })
    #expect(rows.dropLast().allSatisfy { $0.hasPrefix("████") && $0.hasSuffix("████") })
    #expect(rows.last == light.replacing("█", with: "▀"))
  }
}
