import ChatCore
import ChatModel
import ChatWords
import TerminalUI
import Testing

@testable import ChatUI

/// Addresses that lead elsewhere than they look.
@MainActor
struct LinkHostTests {
  @Test(arguments: [
    // Cyrillic letters only, of which all look Latin.
    ("https://аррӏе.com/login", "xn--80ak6aa92e.com"),
    // One letter of another alphabet.
    ("https://www.pаypal.com", "www.xn--pypal-4ve.com"),
    ("https://gοοgle.com:8443/x", "xn--ggle-0nda.com"),
    // A small capital, wide letters, a joiner that nobody sees, a sign that looks like a slash.
    ("https://paypaʟ.com", "xn--paypa-ixc.com"),
    ("https://ｅｘａｍｐｌｅ.com", "example.com"),
    ("https://bank.com∕login.evil.com", "bank.xn--comlogin-0f7d.evil.com"),
    ("https://%D0%B0pple.com", "xn--pple-43d.com"),
  ])
  func `a host that can pass for another one is seen in plain letters`(
    address: String, ascii: String
  ) throws {
    let host = try #require(LinkHost(of: address))
    #expect(host.isLookAlike)
    #expect(host.ascii == ascii)
  }

  @Test(arguments: [
    "https://example.org/notes/4?q=а#б", "http://localhost:8080", "https://[::1]:8080/",
    "https://bücher.de", "https://пример.рф", "https://пример.com", "https://例え.jp",
    "https://łódź.pl", "https://smørrebrød.dk", "https://παράδειγμα.gr", "https://münchen-3.de:80",
    "https://uk.wikipedia.org/wiki/Україна", "https://한국.kr", "https://xn--80ak6aa92e.com",
    "https://сор.рф",
  ])
  func `an ordinary host is opened without a question`(address: String) throws {
    #expect(try #require(LinkHost(of: address)).isDoubtful == false)
    #expect(StyledLine.address(of: .link(address)) == address)
  }

  @Test(arguments: ["https://bank.com@evil.com/a", "https://bank.com:80@evil.com"])
  func `a text before the host is not the host`(address: String) throws {
    let host = try #require(LinkHost(of: address))
    #expect(host.ascii == "evil.com")
    #expect(host.hasUserName)
  }

  @Test(arguments: [
    "https://good.com\\@evil.com/", "https://good.com\\.evil.com", "https://\\good.com",
  ])
  func `a backslash behind the host is a reason to ask`(address: String) throws {
    #expect(try #require(LinkHost(of: address)).isDoubtful)
    #expect(WebAddress.all(in: address) == [address])
    #expect(StyledLine.address(of: .link(address)) == nil)
    let elsewhere = try #require(LinkHost(of: "https://good.com/a\\b"))
    #expect(!elsewhere.isDoubtful)
  }

  @Test func `such an address is opened after a question, and not by a click`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    try await world.say(
      "See https://аррӏе.com and https://example.org", by: "ada", in: zone, at: Scenes.minutes(-5))
    let driver = try await ScreenDriver.drawn(world)
    #expect(StyledLine.address(of: .link("https://аррӏе.com")) == nil)
    try await driver.type("/open\n")
    #expect(driver.opened.isEmpty)
    #expect(driver.text.contains("It leads to the host ‘xn--80ak6aa92e.com’."))
    try await driver.press(.escape)
    #expect(driver.opened.isEmpty)
    try await driver.type("/open\n")
    #expect(driver.opened == ["https://example.org"], "the same command goes on to the next one")
    try await driver.type("/open\n")
    try await driver.press(.enter)
    #expect(driver.opened == ["https://example.org", "https://аррӏе.com"])
  }

  @Test func `a host that is too long for one is not opened`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    let host = String(repeating: "a", count: 60_000)
    try await world.say("https://bank.com@\(host)", by: "ada", in: zone, at: Scenes.minutes(-5))
    let driver = try await ScreenDriver.drawn(world)
    try await driver.type("/open\n")
    #expect(driver.text.contains("This address leads nowhere: no host has so long a name."))
    #expect(driver.opened.isEmpty)
  }
}
