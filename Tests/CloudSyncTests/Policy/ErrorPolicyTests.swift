import CloudModel
import CloudSync
import Testing

struct ErrorPolicyTests {
  /// Code by code: how far a whole call's failure reaches, and what becomes of an item.
  private static let picture = """
    1 internalError: zone, retry
    2 partialFailure: zone, retry
    3 networkUnavailable: account, retry
    4 networkFailure: account, retry
    5 badContainer: account, retry
    6 serviceUnavailable: account, retry
    7 requestRateLimited: database, retry
    8 missingEntitlement: account, retry
    9 notAuthenticated: account, retry
    10 permissionFailure: zone, fail
    11 unknownItem: zone, fail
    12 invalidArguments: zone, fail
    13 resultsTruncated: zone, retry
    14 serverRecordChanged: zone, merge
    15 serverRejectedRequest: zone, fail
    16 assetFileNotFound: zone, fail
    17 assetFileModified: zone, fail
    18 incompatibleVersion: account, retry
    19 constraintViolation: zone, fail
    20 operationCancelled: zone, retry
    21 changeTokenExpired: zone, retry
    22 batchRequestFailed: zone, retry
    23 zoneBusy: zone, retry
    24 badDatabase: zone, fail
    25 quotaExceeded: zone, retry
    26 zoneNotFound: zone, zoneMissing
    27 limitExceeded: zone, split
    28 userDeletedZone: zone, zoneMissing
    29 tooManyParticipants: zone, fail
    30 alreadyShared: zone, merge
    31 referenceViolation: zone, fail
    32 managedAccountRestricted: account, retry
    33 participantMayNeedVerification: zone, fail
    34 serverResponseLost: account, retry
    35 assetNotAvailable: zone, retry
    36 accountTemporarilyUnavailable: account, retry
    """

  @Test func `every code has its row`() {
    let rows = CloudError.Code.allCases.map { code in
      "\(code.rawValue) \(code): \(ErrorPolicy.reach(of: code)), \(ErrorPolicy.verdict(on: code))"
    }
    #expect(rows.joined(separator: "\n") == Self.picture)
  }

  @Test(arguments: CloudError.Code.allCases)
  func `no failure of a whole call loses a want or repeats at once`(code: CloudError.Code) {
    let zone = MachineDriver.ownZone("chat-a")
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.surveyed(.success(.sending(zone))))
    #expect(driver.handle(.sent(zone, .failure(.test(code, retryAfter: 1)))) == [], "no hot loop")
    var effects: [SyncMachine.Effect] = []
    for _ in 0..<3 where !effects.contains(.send(zone, limit: 200)) {
      effects += driver.wake()
      if effects.contains(.openChannel) {
        effects += driver.handle(
          .channelOpened(.success(NotificationChannel(courierPath: "/courier/2"))))
      }
    }
    #expect(effects.contains(.send(zone, limit: 200)))
  }
}
