import CloudClient
import Foundation
import TestSupport
import Testing

/// What is said of a certificate that was refused, from what the server shows.
struct TLSTroubleTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let ownNames = CertificateNames(hosts: ["chat.example"])

  private static func days(_ count: Double) -> Date { now.addingTimeInterval(count * 86_400) }

  private static func leaf(
    from: Double = -10, to: Double = 10, names: CertificateNames = Self.ownNames,
    issuer: String = "R3"
  ) -> ShownCertificate {
    ShownCertificate(
      subject: "chat.example", issuer: issuer, notValidBefore: days(from), notValidAfter: days(to),
      names: names)
  }

  private static func authority(
    _ subject: String, by issuer: String, from: Double = -100, to: Double = 100
  ) -> ShownCertificate {
    ShownCertificate(
      subject: subject, issuer: issuer, notValidBefore: days(from), notValidAfter: days(to),
      isAuthority: true)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var chain: [ShownCertificate]
    var trust = ServerTrust.system
    var serverTime: Date?
    var trouble: TLSTrouble
  }

  private static let pinned = ServerTrust.authorities(pem: "PEM")
  private static let elsewhere = CertificateNames(hosts: ["www.example.org"])

  private static let cases: [Case] = [
    Case(
      testDescription: "an issuer that is on no list",
      chain: [leaf()], trouble: .unknownAuthority(issuer: "R3")),
    Case(
      testDescription: "the end of a chain, in any order",
      chain: [leaf(), authority("Root", by: "Top"), authority("R3", by: "Root")],
      trouble: .unknownAuthority(issuer: "Top")),
    Case(
      testDescription: "an authority that vouches for itself",
      chain: [leaf(issuer: "Home"), authority("Home", by: "Home")],
      trouble: .unknownAuthority(issuer: "Home")),
    Case(
      testDescription: "two that vouch for each other",
      chain: [leaf(issuer: "A"), authority("A", by: "B"), authority("B", by: "A")],
      trouble: .unknownAuthority(issuer: "A")),
    Case(
      testDescription: "a file of authorities is a list too",
      chain: [leaf()], trust: .file("/a.pem"), trouble: .unknownAuthority(issuer: "R3")),
    Case(
      testDescription: "its own certificate",
      chain: [leaf(issuer: "chat.example")], trouble: .selfSigned),
    Case(
      testDescription: "another authority than the chosen one",
      chain: [leaf()], trust: pinned, trouble: .otherAuthority(isKnownHere: false)),
    Case(
      testDescription: "a chosen authority, and its own certificate",
      chain: [leaf(issuer: "chat.example")], trust: pinned,
      trouble: .otherAuthority(isKnownHere: false)),
    Case(
      testDescription: "another name comes before the authority",
      chain: [leaf(names: elsewhere)], trust: pinned, trouble: .wrongName(["www.example.org"])),
    Case(
      testDescription: "no name at all",
      chain: [leaf(names: CertificateNames())], trouble: .wrongName([])),
    Case(
      testDescription: "expired comes before the name",
      chain: [leaf(to: -1, names: elsewhere)], trouble: .expired(on: days(-1))),
    Case(
      testDescription: "an authority of the chain has expired",
      chain: [leaf(), authority("R3", by: "Root", to: -2)], trouble: .expired(on: days(-2))),
    Case(
      testDescription: "what vouches for nothing here may have expired",
      chain: [leaf(), authority("Old", by: "Root", to: -2)],
      trouble: .unknownAuthority(issuer: "R3")),
    Case(
      testDescription: "not valid yet",
      chain: [leaf(from: 3)], trouble: .notYetValid(from: days(3))),
    Case(
      testDescription: "not valid yet, by the server's clock neither",
      chain: [leaf(from: 3)], serverTime: days(2), trouble: .notYetValid(from: days(3))),
    Case(
      testDescription: "valid by the server's clock",
      chain: [leaf(from: 3)], serverTime: days(4),
      trouble: .wrongClock(here: now, there: days(4))),
    Case(
      testDescription: "valid by the server's clock, which is behind",
      chain: [leaf(to: -2)], serverTime: days(-5),
      trouble: .wrongClock(here: now, there: days(-5))),
    Case(
      testDescription: "the clocks differ by less than a day",
      chain: [leaf(to: -0.1)], serverTime: days(-0.2), trouble: .expired(on: days(-0.1))),
    Case(
      testDescription: "the clocks differ, and the certificate is valid by both",
      chain: [leaf()], serverTime: days(5), trouble: .unknownAuthority(issuer: "R3")),
    Case(
      testDescription: "nothing is shown",
      chain: [], trouble: .other("its certificate cannot be read")),
  ]

  @Test(arguments: cases)
  func `the reason follows from the chain, the trust and the clocks`(_ example: Case) {
    #expect(
      TLSTrouble(
        refused: example.chain, by: example.trust, for: "chat.example", now: Self.now,
        serverTime: example.serverTime) == example.trouble)
  }

  @Test func `a chosen authority that is not valid now is not called another one`() throws {
    // Its certificate is valid from 2000 to 2096.
    let authority = try TestAuthority()
    func trouble(at now: Date, _ issuer: String) -> TLSTrouble {
      let leaf = ShownCertificate(
        subject: "chat.example", issuer: issuer, notValidBefore: .distantPast,
        notValidAfter: .distantFuture, names: Self.ownNames)
      return TLSTrouble(
        refused: [leaf], by: .authorities(pem: authority.pem), for: "chat.example", now: now)
    }
    let (start, end) = (
      Date(timeIntervalSince1970: 946_684_800), Date(timeIntervalSince1970: 4_000_000_000)
    )
    #expect(trouble(at: start - 3600, "Test authority") == .notYetValid(from: start))
    #expect(trouble(at: end + 3600, "Test authority") == .expired(on: end))
    #expect(trouble(at: Self.now, "Test authority") == .otherAuthority(isKnownHere: false))
    #expect(trouble(at: start - 3600, "Somebody") == .otherAuthority(isKnownHere: false))
  }

  @Test func `clocks that differ are told where the certificate is valid by both`() {
    func trouble(_ date: Date?) -> String? {
      ServerSight(certificate: Self.leaf(), date: date).clockTrouble(at: Self.now)
    }
    for date in [nil, Self.now, Self.now - 60, Self.now + 60] { #expect(trouble(date) == nil) }
    #expect(
      trouble(Self.days(-730))
        == "this machine's says 2027-01-15T08:00:00Z, the server's 2025-01-15T08:00:00Z, "
        + "which is 730 days earlier, so messages get wrong times. "
        + "Set the clock; if this one is right, tell the server's administrator")
    for (seconds, words) in [
      (61, "1 minute later"), (-7140, "119 minutes earlier"), (7200, "2 hours later"),
      (-172_799, "2 days earlier"), (172_800, "2 days later"),
    ] as [(Double, String)] {
      #expect(trouble(Self.now + seconds)?.contains("which is \(words), so") == true, "\(words)")
    }
  }

  @Test func `each reason says what it is, and what to do`() throws {
    let address = try CloudAddress("https://chat.example:8443")
    func sentence(_ trouble: TLSTrouble) -> String { trouble.sentence(at: address) }
    let untrusted = "The server at chat.example:8443 cannot be trusted: "
    #expect(
      sentence(.wrongClock(here: Self.now, there: Self.days(400)))
        == untrusted
        + "the clock of this machine says 2027-01-15, the server's 2028-02-19. Set the clock; "
        + "if this one is right, tell the server's administrator.")
    #expect(
      sentence(.notYetValid(from: Self.now))
        == untrusted
        + "its certificate is not valid before 2027-01-15T08:00:00Z. Look at the clock of this machine; "
        + "if it is right, tell the server's administrator.")
    #expect(
      sentence(.expired(on: Self.now))
        == untrusted
        + "its certificate expired on 2027-01-15. Tell its administrator; here nothing needs to be changed."
    )
    #expect(
      sentence(.wrongName(["a.example", "b.example", "c.example"]))
        == untrusted
        + "its certificate is for a.example and 2 more, not for chat.example. Check the address; "
        + "a network that asks you to sign in (hotel, train) does this too.")
    #expect(
      sentence(.notTLS)
        == "The server at chat.example:8443 speaks no TLS at this port. Check the port of the address."
    )
    let adoption =
      " An account that is signed in there takes it with ‘zonechat account move --force "
    for trouble in [.selfSigned, .unknownAuthority(issuer: "R3")] as [TLSTrouble] {
      #expect(sentence(trouble).hasSuffix("or use --ca FILE.\(adoption)LINK’."))
    }
    #expect(
      sentence(.otherAuthority(isKnownHere: false)).hasSuffix(
        "or its file.\(adoption)LINK’ or ‘zonechat account move --force --ca FILE https://chat.example:8443’."
      ))
    #expect(
      sentence(.otherAuthority(isKnownHere: true))
        == untrusted
        + "another authority vouches for it than the one that you trust for it, one of this machine's own list. "
        + "Ask its administrator whether that is right.\(adoption)https://chat.example:8443/join’.")
    for trouble in [
      .notYetValid(from: Self.now), .otherAuthority(isKnownHere: true),
      .otherAuthority(isKnownHere: false), .selfSigned, .unknownAuthority(issuer: "R3"),
      .noAuthorities(file: nil), .noAuthorities(file: "/a.pem"), .closed,
      .other("HANDSHAKE_FAILURE"),
    ] as [TLSTrouble] {
      #expect(sentence(trouble).count { $0 == "." } >= 3, "\(sentence(trouble))")
      #expect(sentence(trouble).hasPrefix("The server at chat.example:8443 "))
    }
  }

  @Test func `what a server writes into its certificate cannot move the terminal`() throws {
    let address = try CloudAddress("https://chat.example")
    let issuer = "R3\u{1B}[2J\u{202E}\n" + String(repeating: "x", count: 5000)
    for trouble in [TLSTrouble.unknownAuthority(issuer: issuer), .wrongName([issuer])] {
      let sentence = trouble.sentence(at: address)
      #expect(sentence.contains("R3[2Jxxx") && sentence.count < 400, "\(sentence)")
      #expect(sentence.unicodeScalars.allSatisfy { $0.properties.isGraphemeBase })
    }
  }
}
