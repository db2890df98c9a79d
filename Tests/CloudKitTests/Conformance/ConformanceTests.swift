import CloudKit
import Foundation
import Testing

/// The conformance table: (call, state) → (result, error code).
///
/// The rows lie in the files of this folder by their subjects; `CloudFixture` is what a Mac needs of its own.
@Suite struct ConformanceTests {
  @Test(arguments: ConformanceTable.rows)
  func `a call answers in a state as CloudKit does`(_ row: Row) async throws {
    let fixture = try await LocalFixture.shared.fixture()
    let place = try await row.state.prepare(fixture)
    let answer: String
    do {
      answer = try await row.call.run(place)
    } catch {
      answer = ErrorText.text(error)
    }
    await fixture.endTroubles(of: place.me)
    #expect(answer == row.expected, "\(row.name)")
  }

  @Test func `the table has four hundred rows, and no row twice`() {
    let names = ConformanceTable.rows.map(\.name)
    #expect(names.count >= 400)
    #expect(Set(names).count == names.count)
  }

  @Test func `every operation and every form occurs`() {
    let rows = ConformanceTable.rows
    for name in ConformanceTable.operations {
      #expect(rows.contains { $0.call.name.hasPrefix(name) }, "\(name)")
    }
    for form in Form.allCases { #expect(rows.contains { $0.call.form == form }, "\(form)") }
  }

  @Test func `every error code is the answer of a call, or says why not`() {
    let answers = ConformanceTable.rows.map(\.expected).joined(separator: "\n")
    let missing = ErrorCodes.all.map(\.name).filter { !answers.contains("!" + $0) }
    #expect(missing == ["missingEntitlement", "resultsTruncated", "serverResponseLost"])
  }

  @Test func `the page says how many rows there are, and which codes have no cause`() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/cloudkit.md"), encoding: .utf8)
    let rows = ConformanceTable.rows
    let least = try #require(page.firstMatch(of: /A table of at least ([0-9,]+) rows/))
    #expect(rows.count >= (try #require(Int(least.output.1.filter { $0 != "," }))))

    func codes(after words: String) throws -> [String] {
      let start = try #require(page.range(of: "* **\(words)** ")).upperBound
      return page[start...].prefix { $0 != "." }.split(separator: ", ").map {
        $0.filter { $0 != "`" }
      }
    }
    // A service that is told to refuse with a code has no other cause for it.
    let caused = rows.filter { !$0.state.name.contains("refused with") }.map(\.expected)
    func isMissing(_ code: String, _ answers: [String]) -> Bool {
      !answers.contains { $0.contains("!" + code) }
    }
    let all = ErrorCodes.all.map(\.name)
    let never = all.filter { isMissing($0, rows.map(\.expected)) }
    #expect(try codes(after: "In the table no call gives") == never)
    let onlyByFault = all.filter { isMissing($0, caused) && !never.contains($0) }
    let listed = try codes(after: "In the table only a fault gives")
    #expect(listed == onlyByFault)
  }
}

enum ConformanceTable {
  static let rows: [Row] =
    RecordRows.all + BatchRows.all + ZoneRows.all + QueryRows.all + ChangeRows.all
    + SubscriptionRows.all + SharingRows.all + AccountRows.all + OperationRows.all + ErrorRows.all
    + ConfigurationRows.all
    + olderForms.flatMap { $0.older }

  private static var olderForms: [any OlderForms.Type] {
    [
      RecordRows.self, BatchRows.self, ZoneRows.self, QueryRows.self, ChangeRows.self,
      SubscriptionRows.self, SharingRows.self,
    ]
  }

  static let operations = [
    "CKModifyRecordsOperation", "CKFetchRecordsOperation", "CKQueryOperation",
    "CKFetchRecordZonesOperation", "CKModifyRecordZonesOperation",
    "CKFetchDatabaseChangesOperation", "CKFetchRecordZoneChangesOperation",
    "CKModifySubscriptionsOperation", "CKFetchSubscriptionsOperation",
    "CKFetchShareMetadataOperation", "CKAcceptSharesOperation",
    "CKFetchShareParticipantsOperation",
  ]
}
