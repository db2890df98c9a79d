import CloudKit
import Testing

/// `docs/cloudkit.md`: a package that must not see a module named CloudKit gives the name to another one.
@Suite struct ModuleAliasTests {
  @Test func `another module is known under the name CloudKit, with its members`() {
    #if canImport(CloudKit)
    let record = CloudKit.CKRecord(recordType: "Note")
    #expect(record.recordType == "Note")
    let options = CloudKit.CKSyncEngine.FetchChangesOptions()
    #expect(String(reflecting: type(of: options)).hasPrefix("CloudKitSyncEngine."))
    #else
    Issue.record("The module cannot be imported under its other name.")
    #endif
  }

  /// In Swift 6 the compiler refuses the same, with either framework.
  @Test func `a handler may change what its caller has, in an app of Swift 5`() async {
    var found: [CKOperation.ID]?
    await withCheckedContinuation { done in
      CKContainer(identifier: "iCloud.com.example").fetchAllLongLivedOperationIDs { ids, _ in
        found = ids
        done.resume()
      }
    }
    #expect(found == [])
  }

  @Test func `the modules that stand in for Apple's are seen only by those who depend on them`() {
    #if canImport(os) || canImport(OSLog) || canImport(CoreLocation)
    Issue.record("Packages of this build take Linux for a system with a log and with places.")
    #endif
  }
}
