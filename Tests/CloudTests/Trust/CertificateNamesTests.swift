import CloudClient
import Testing

/// RFC 6125, section 6.4, as a table.
struct CertificateNamesTests {
  @Test(arguments: [
    ("chat.example", "chat.example", true),
    ("chat.example", "CHAT.Example", true),
    ("chat.example.", "chat.example", true),
    ("chat.example", "chat.example.", true),
    ("chat.example", "www.chat.example", false),
    ("chat.example", "example", false),
    ("example", "chat.example", false),
    ("*.example.org", "chat.example.org", true),
    ("*.example.org", "a.chat.example.org", false),
    ("*.example.org", "example.org", false),
    ("*.example.org", ".example.org", false),
    ("c*t.example.org", "chat.example.org", true),
    ("c*t.example.org", "cat.example.org", true),
    ("c*t.example.org", "ct.example.org", false),
    ("c*t.example.org", "chap.example.org", false),
    ("*.*.example.org", "a.b.example.org", false),
    ("**.example.org", "a.example.org", false),
    ("chat.*.org", "chat.example.org", false),
    ("*", "localhost", false),
    ("*.example.org", "xn--bcher-kva.example.org", false),
    ("xn--*.example.org", "xn--bcher-kva.example.org", false),
    ("xn--bcher-kva.example.org", "xn--bcher-kva.example.org", true),
    // A name is no address, and an address no name.
    ("192.168.0.2", "192.168.0.2", false),
    ("*.168.0.2", "192.168.0.2", false),
  ])
  func `a certificate is for its names, and a star is a part of a name`(
    name: String, host: String, isMatch: Bool
  ) {
    #expect(CertificateNames(hosts: ["elsewhere.example", name]).matches(host) == isMatch)
  }

  @Test func `an address is compared with addresses, however it is spelled`() {
    let names = CertificateNames(addresses: ["192.168.0.2", "fe80::1"])
    for host in ["192.168.0.2", "fe80::1", "FE80:0:0::1"] {
      #expect(names.matches(host), "\(host)")
    }
    for host in ["192.168.0.3", "fe80::2", "chat.example", ""] {
      #expect(!names.matches(host), "\(host)")
    }
  }
}
