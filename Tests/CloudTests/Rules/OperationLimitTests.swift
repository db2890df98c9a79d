import CloudModel
import CloudRules
import Testing

/// How many operations a request has.
@Suite struct OperationLimitTests {
  @Test(arguments: [(isNative: false, most: 200), (isNative: true, most: 400)])
  func `a native client changes twice as many records at once as a web client`(
    isNative: Bool, most: Int
  ) throws {
    let world = try RulesWorld()
    try world.save([:])  // A web client does not teach the schema a type.
    var caller = world.caller
    caller.isNative = isNative
    let saves = (0...most).map { number in
      let id = RecordID(recordName: "n\(number)", zoneID: world.zoneID)
      return RecordModification(.save(Record(recordType: "T", recordID: id), .create))
    }
    let refusal = #expect(throws: CloudError.self) {
      try world.service.modifyRecords(saves, atomically: true, by: caller, in: .private)
    }
    #expect(refusal?.code == .limitExceeded)
    #expect(refusal?.reason == "limit exceeded: at most \(most) operations in a request")
    let outcomes = try world.service.modifyRecords(
      saves.dropLast(), atomically: true, by: caller, in: .private)
    #expect(outcomes.count == most && outcomes.allSatisfy { (try? $0.result.get()) != nil })
  }
}
