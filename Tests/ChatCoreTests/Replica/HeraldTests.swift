import ChatStore
import Foundation
import TestSupport
import Testing

struct HeraldTests {
  @Test func `one window of a profile tells of new messages, and another when it has ended`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let file = folder.appendingPathComponent("herald.lock")
      let second = Herald(file: file)
      do {
        let first = Herald(file: file)
        #expect(first.mayTell())
        #expect(!second.mayTell())
        #expect(first.mayTell())
      }
      #expect(second.mayTell())
    }
  }

  @Test func `a window tells where no lock can be had`() {
    #expect(Herald(file: URL(fileURLWithPath: "/nowhere/at/all")).mayTell())
  }
}
