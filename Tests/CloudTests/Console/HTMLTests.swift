import CloudModel
import CloudServer
import Foundation
import Testing

/// Markup comes from literals alone.
@Suite struct HTMLTests {
  @Test func `a text in an interpolation is never markup`() {
    let text = "<b a=\"1\" b='2'>&amp;</b>"
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    let escaped = "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;"
    #expect(html.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func `markup in an interpolation is escaped once, when it is made`() {
    let name: HTML = "<b>\("a & b")</b>"
    let list: HTML = "\([name, name])\(Optional(name))\(HTML?.none)\(name, if: false)\(7)"
    #expect(list.markup == String(repeating: "<b>a &amp; b</b>", count: 3) + "7")
  }

  @Test(arguments: [
    ("\u{202E}", "⟨U+202E⟩"), ("\u{0}", "⟨U+0000⟩"), ("\u{1B}[31m", "⟨U+001B⟩[31m"),
    ("\u{200B}", "⟨U+200B⟩"), ("\u{2028}", "⟨U+2028⟩"), ("\u{E000}", "⟨U+E000⟩"),
    ("\u{E0041}", "⟨U+E0041⟩"), ("e\u{301}<\u{338}", "e\u{301}&lt;\u{338}"),
    ("👨\u{200D}👩", "👨\u{200D}👩"), ("a\n\tb", "a\n\tb"),
  ])
  func `invisible characters and those that change the direction of writing are shown as numbers`(
    text: String, shown: String
  ) {
    let html: HTML = "\(text)"
    #expect(html.markup == shown)
  }

  @Test func `the form of a fault sends what its effect needs, and nothing else`() {
    var values: [FaultForm.Field: String] = [
      .effect: "delay", .code: "ZONE_BUSY", .milliseconds: "20", .account: "", .count: "many",
    ]
    #expect(
      FaultForm(values).json
        == ["effect": .text("delay"), "milliseconds": .integer(20), "count": .text("many")])
    values[.effect] = "fail"
    values[.count] = "2"
    #expect(
      FaultForm(values).json
        == ["effect": .text("fail"), "code": .text("ZONE_BUSY"), "count": .integer(2)])
  }
}
