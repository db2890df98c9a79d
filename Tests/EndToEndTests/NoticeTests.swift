import Foundation
import Subprocess
import Testing

/// `NOTICE` names everything that is linked into the program; `make notice` writes it.
struct NoticeTests {
  @Test func `every package in the program is named, with a licence that follows`() async throws {
    let notice = try Checkout.text("NOTICE")
    let listed = notice.split(separator: "\n").compactMap {
      $0.wholeMatch(of: #/ {2}(\S+) +(\d+)/#)
    }
    for entry in listed {
      #expect(notice.contains("\nLicence \(entry.output.2)\n"), "\(entry.output.1)")
    }
    try await World.with { world in
      let result = try await world.program.run(
        .name("bash"), [Checkout.path("scripts/notice.sh"), "names"])
      #expect(result.code == 0, "\(result.words)")
      let linked = result.output.split(separator: "\n")
      #expect(["Swift"] + linked == listed.map(\.output.1), "run ‘make notice’")
    }
  }
}
