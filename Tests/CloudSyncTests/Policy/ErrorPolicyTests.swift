import CloudModel
import SyncRules
import Testing

struct ErrorPolicyTests {
  /// Code by code: how far a whole call's failure reaches, and what becomes of an owner's and of a
  /// participant's item.
  private static let picture = """
    1 internalError: zone, retry, retry
    2 partialFailure: zone, retry, retry
    3 networkUnavailable: offline, retry, retry
    4 networkFailure: offline, retry, retry
    5 badContainer: stopped, retry, retry
    6 serviceUnavailable: zone, retry, retry
    7 requestRateLimited: database, retry, retry
    8 missingEntitlement: stopped, retry, retry
    9 notAuthenticated: suspended, retry, retry
    10 permissionFailure: zone, fail, refused
    11 unknownItem: zone, gone, gone
    12 invalidArguments: zone, fail, fail
    13 resultsTruncated: zone, retry, retry
    14 serverRecordChanged: zone, merge, merge
    15 serverRejectedRequest: zone, fail, fail
    16 assetFileNotFound: zone, fail, fail
    17 assetFileModified: zone, fail, fail
    18 incompatibleVersion: stopped, retry, retry
    19 constraintViolation: zone, fail, fail
    20 operationCancelled: zone, retry, retry
    21 changeTokenExpired: zone, retry, retry
    22 batchRequestFailed: zone, resend, resend
    23 zoneBusy: zone, retry, retry
    24 badDatabase: zone, fail, fail
    25 quotaExceeded: zone, outOfQuota, outOfQuota
    26 zoneNotFound: zone, zoneMissing, zoneMissing
    27 limitExceeded: zone, split, split
    28 userDeletedZone: zone, zoneMissing, zoneMissing
    29 tooManyParticipants: zone, fail, fail
    30 alreadyShared: zone, merge, merge
    31 referenceViolation: zone, fail, fail
    32 managedAccountRestricted: stopped, retry, retry
    33 participantMayNeedVerification: zone, fail, fail
    34 serverResponseLost: offline, retry, retry
    35 assetNotAvailable: zone, retry, retry
    36 accountTemporarilyUnavailable: suspended, retry, retry
    37 participantAlreadyInvited: zone, fail, fail
    """

  @Test func `every code has its row`() {
    let rows = CloudError.Code.allCases.map { code in
      let verdicts = ErrorPolicy.Role.allCases.map { "\(ErrorPolicy.verdict(on: code, as: $0))" }
      return "\(code.rawValue) \(code): \(ErrorPolicy.reach(of: code)), "
        + verdicts.joined(separator: ", ")
    }
    #expect(rows.joined(separator: "\n") == Self.picture)
  }

  @Test(arguments: CloudError.Code.allCases)
  func `no failure of a whole call loses a want or repeats at once`(code: CloudError.Code) {
    let zone = MachineDriver.ownZone("chat-a")
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    #expect(driver.handle(.sent(zone, .failure(.test(code, retryAfter: 1)))) == [], "no hot loop")
    var effects: [SyncMachine.Effect] = []
    func isSent() -> Bool {
      effects.contains { if case .send(zone, 200, _) = $0 { true } else { false } }
    }
    for _ in 0..<3 where !isSent() {
      effects += driver.wake()
      if effects.contains(.openChannel) {
        effects += driver.handle(
          .channelOpened(.success(NotificationChannel(courierPath: "/courier/2"))))
      }
    }
    #expect(isSent())
  }
}
