import CloudKit
import Foundation

/// The parts that a Mac does not have: a cloud of the tests' own, other people, and failures on demand.
///
/// With Apple's framework, a fixture for two test accounts can serve the rows that need no failure.
protocol CloudFixture: Sendable {
  /// The tests' container on a new device of a person, whose account is made if it is missing; nil for nobody.
  func container(of person: String?) async throws -> CKContainer

  /// The same on a device that reaches no cloud.
  func containerWithoutNetwork(of person: String) async throws -> CKContainer

  /// The same where the service's own copies of all files are damaged after `save`.
  func containerWithDamagedFiles(
    of person: String, after save: (CKContainer) async throws -> Void
  ) async throws -> CKContainer

  /// A container of another name.
  func container(named name: String, of person: String) async throws -> CKContainer

  /// The e-mail address under which others find a person who has an account, and invite one who has none.
  func address(of person: String) -> String

  /// A link of the right form that leads to no share.
  var linkToNothing: URL { get }

  /// Does in the person's settings what removes the data of an app: the zone goes, and its owner has wanted that.
  func purge(_ zoneName: String, of person: String) async throws

  /// Does in the person's settings what makes encrypted data unreadable: zones with such data go.
  func resetEncryptedData(in zoneName: String, of person: String) async throws

  /// Ends the failures of a person's calls, and what is damaged: the row is over.
  func endTroubles(of person: String) async

  /// Makes all later calls of a person fail, or some.
  func add(_ trouble: Trouble, for person: String) async throws
}

/// A failure that a state wants.
enum Trouble: Sendable, Hashable {
  /// Connections break before the cloud has read the request.
  case connectionLost
  /// The same, for the next request only.
  case connectionLostOnce
  /// The next request passes, and the one after it fails in this way; later ones pass.
  indirect case afterOneRequest(Trouble)
  /// Answers come later.
  case slow(milliseconds: Int)
  /// The cloud does what was asked, and the connection breaks before the answer.
  case answerLost
  /// 7 seconds.
  case rateLimited
  /// 3 seconds.
  case zoneBusy
  /// 30 seconds.
  case serviceUnavailable
  case quotaExceeded
  case tokensExpired
  case accountRestricted
  case accountTemporarilyUnavailable
  case signedOutElsewhere
  /// The service refuses requests with this code, for reasons of its own.
  case refused(CKError.Code)
  /// The service refuses each record of a save with this code.
  case recordsRefused(CKError.Code)
}
