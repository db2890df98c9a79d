import CloudKitCore
import CloudModel
import Foundation
import Testing

/// The cloud finds exactly the records for which a predicate holds in this process.
@Suite struct PredicateCorpusTests {
  private static func query(_ corpus: PredicateCorpus) -> CKQuery {
    CKQuery(
      recordType: "T",
      predicate: NSPredicate(format: corpus.format, argumentArray: corpus.arguments))
  }

  @Test func `the cloud and the evaluation here give the same answers`() async throws {
    #expect(PredicateCorpus.accepted.count >= 80)
    try await SampleCloud.run { cloud in
      for corpus in PredicateCorpus.accepted {
        let query = Self.query(corpus)
        let expected = corpus.expected.split(separator: " ").map(String.init)
        let found = try await cloud.found(by: query).sorted()
        #expect(found == expected, "\(corpus.format)")
        #expect(cloud.held(by: query.predicate) == expected, "\(corpus.format)")
      }
    }
  }

  @Test func `eighty of the formats have a source in public`() {
    let formats = Set(PredicateCorpus.accepted.map(\.format))
    let known = PredicateCorpus.sources.values.joined()
    #expect(known.count >= 80 && Set(known).count == known.count)
    for format in known { #expect(formats.contains(format), "\(format)") }
  }

  @Test func `the user of the records is found by the name and by the default name`() async throws {
    try await SampleCloud.run { cloud in
      for format in [
        "creatorUserRecordID == %@", "___createdBy == %@", "lastModifiedUserRecordID = %@",
      ] {
        let predicate = NSPredicate(format: format, TestReference(cloud.me))
        let query = CKQuery(recordType: "T", predicate: predicate)
        let found = try await cloud.found(by: query).sorted()
        #expect(found == ["a", "b", "c", "n"])
        #expect(cloud.held(by: predicate) == ["a", "b", "c", "n"])
      }
      let me = NSPredicate(
        format: "%K == %@", "creatorUserRecordID", TestReference("__defaultOwner__"))
      let found = try await cloud.found(by: CKQuery(recordType: "T", predicate: me))
      #expect(found.count == 4)
    }
  }

  @Test func `a predicate that CloudKit does not support is refused with a reason`() {
    for corpus in PredicateCorpus.refused {
      let error = #expect(throws: UnsupportedQuery.self) {
        try SampleCloud.compiler.query(Self.query(corpus))
      }
      #expect(error?.reason == corpus.expected, "\(corpus.format)")
    }
  }

  @Test func `the cloud refuses a query that does not fit its schema`() async throws {
    try await SampleCloud.run { cloud in
      for corpus in PredicateCorpus.refusedByCloud {
        let error = await #expect(throws: CloudError.self) {
          try await cloud.found(by: Self.query(corpus))
        }
        #expect(error?.code == .invalidArguments)
        #expect(error?.reason == corpus.expected, "\(corpus.format)")
      }
    }
  }

  /// The cloud's documented limits, where Foundation would answer in another way.
  @Test func `NOT of an order finds no record without a value`() async throws {
    try await SampleCloud.run { cloud in
      let predicate = NSPredicate(format: "NOT (score < 20)")
      let found = try await cloud.found(by: CKQuery(recordType: "T", predicate: predicate))
      #expect(found.sorted() == ["b", "c"])
      #expect(cloud.held(by: predicate) == ["b", "c", "n"])
    }
  }
}
