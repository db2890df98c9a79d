import CloudKitCore
import CloudModel
import Foundation
import LocationValues
import Testing

/// Orders by keys and by distances.
@Suite struct SortDescriptorTests {
  @Test func `the key can be read back, also from a reversed descriptor`() throws {
    let descriptor = NSSortDescriptor(key: "createdAt", ascending: false)
    #expect(descriptor.key == "createdAt")
    let reversed = try #require(descriptor.reversedSortDescriptor as? NSSortDescriptor)
    #expect(reversed.key == "createdAt" && reversed.ascending)
    let ofSwift = NSSortDescriptor(keyPath: \Date.timeIntervalSince1970, ascending: true)
    #expect(ofSwift.key == nil)
    #expect(throws: UnsupportedQuery.self) { try PredicateCompiler().sortDescriptors([ofSwift]) }
  }

  @Test func `descriptors become orders of the cloud`() throws {
    let place = CLLocation(latitude: 1, longitude: 2)
    let orders = try PredicateCompiler().sortDescriptors([
      NSSortDescriptor(key: "name", ascending: true),
      NSSortDescriptor(key: "modificationDate", ascending: false),
      CKLocationSortDescriptor(key: "location", relativeLocation: place),
    ])
    #expect(orders.map(\.key) == [.field("name"), .systemField("___modTime"), .field("location")])
    #expect(orders.map(\.isAscending) == [true, false, true])
    #expect(orders[2].relativeLocation?.latitude == 1 && orders[0].relativeLocation == nil)
    #expect(throws: UnsupportedQuery.self) {
      try PredicateCompiler().sortDescriptors([NSSortDescriptor(key: "a.b", ascending: true)])
    }
  }

  @Test func `the cloud and the comparison here give the same orders`() async throws {
    let paris = try #require(SampleCloud.places["Paris"])
    let table: [(NSSortDescriptor, String)] = [
      (NSSortDescriptor(key: "name", ascending: true), "n a b c"),
      (NSSortDescriptor(key: "name", ascending: false), "c b a n"),
      (NSSortDescriptor(key: "price", ascending: false), "c b a n"),
      (NSSortDescriptor(key: "creationDate", ascending: false), "n c b a"),
      (NSSortDescriptor(key: "___modTime", ascending: true), "a b c n"),
      (CKLocationSortDescriptor(key: "location", relativeLocation: paris), "a b c n"),
    ]
    try await SampleCloud.run { cloud in
      for (descriptor, expected) in table {
        let query = CKQuery(recordType: "T", predicate: NSPredicate(value: true))
        query.sortDescriptors = [descriptor]
        let found = try await cloud.found(by: query)
        #expect(found.joined(separator: " ") == expected)
        let sorted = cloud.objects.sorted {
          descriptor.compare($0.value, to: $1.value) == .orderedAscending
        }
        #expect(sorted.map(\.key).joined(separator: " ") == expected)
      }
    }
  }
}
