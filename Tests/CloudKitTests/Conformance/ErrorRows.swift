import CloudKit
import Foundation

/// The codes of errors: numbers, names, and what the service refuses.
///
/// Codes that no row has as an answer have their number and alias here, and nothing else:
/// - `missingEntitlement`: programs on Linux have no entitlements.
/// - `resultsTruncated`: deprecated by Apple, and not returned since.
/// - `serverResponseLost`: a lost answer is `networkFailure` here, unless the choice `lostAnswer` says otherwise.
enum ErrorRows {
  static let all: [Row] = numbers + names + keys + refused + partial + resets

  private static let numbers: [Row] = ErrorCodes.all.map { code, name, number in
    row("CKError.Code.\(name)", .asynchronous, .nowhere, "\(number)") { _ in "\(code.rawValue)" }
  }

  private static let names: [Row] = ErrorCodes.aliases.map { alias, number in
    row("CKError alias \(number)", .asynchronous, .nowhere, "caught \(number) CKErrorDomain") { _ in
      do {
        throw CKError(alias)
      } catch let error as CKError where error.code == alias {
        return "caught \((error as NSError).code) \((error as NSError).domain)"
      }
    }
  }

  private static let keys: [Row] = [
    ("CKErrorDomain", CKErrorDomain, "CKErrorDomain"),
    ("CKPartialErrorsByItemIDKey", CKPartialErrorsByItemIDKey, "CKPartialErrors"),
    ("CKErrorRetryAfterKey", CKErrorRetryAfterKey, "CKRetryAfter"),
    (
      "CKRecordChangedErrorServerRecordKey", CKRecordChangedErrorServerRecordKey, "ServerRecord"
    ),
    (
      "CKRecordChangedErrorClientRecordKey", CKRecordChangedErrorClientRecordKey, "ClientRecord"
    ),
    (
      "CKRecordChangedErrorAncestorRecordKey", CKRecordChangedErrorAncestorRecordKey,
      "AncestorRecord"
    ),
    ("CKCurrentUserDefaultName", CKCurrentUserDefaultName, "__defaultOwner__"),
    ("CKRecordNameZoneWideShare", CKRecordNameZoneWideShare, "cloudkit.zoneshare"),
    ("CKRecordZone.ID.defaultZoneName", CKRecordZone.ID.defaultZoneName, "_defaultZone"),
    ("CKRecord.SystemType.userRecord", CKRecord.SystemType.userRecord, "Users"),
    ("CKRecord.SystemType.share", CKRecord.SystemType.share, "cloudkit.share"),
    ("CKShare.SystemFieldKey.title", CKShare.SystemFieldKey.title, "cloudkit.title"),
  ].map { name, value, expected in row(name, .asynchronous, .nowhere, expected) { _ in value } }

  // MARK: - What the service refuses for reasons of its own

  /// The service's refusal of a whole request, with any code that it can send.
  private static let refused: [Row] = [
    CKError.Code.internalError, .badContainer, .permissionFailure, .serverRejectedRequest,
    .incompatibleVersion, .constraintViolation, .badDatabase, .limitExceeded, .invalidArguments,
    .participantMayNeedVerification, .assetNotAvailable, .managedAccountRestricted,
    .tooManyParticipants, .alreadyShared, .participantAlreadyInvited, .assetFileModified,
  ].flatMap { code in
    rows(
      [RecordRows.fetching[0], RecordRows.fetching[4], RecordRows.saving[1]],
      [.refused(code): .call(code)])
  }

  // MARK: - Encrypted data that was reset

  /// Whether the error of a call says that the zone is gone because the user has reset encrypted data.
  private static func reset(_ call: () async throws -> Result<Void, any Error>) async -> String {
    let failure: any Error
    do {
      guard case .failure(let error) = try await call() else { return "no error" }
      failure = error
    } catch {
      failure = error
    }
    let isReset = (failure as? CKError)?.userInfo[CKErrorUserDidResetEncryptedDataKey] as? Bool
    return ErrorText.text(failure) + (isReset.map { ", reset: \($0)" } ?? "")
  }

  private static let resets: [Row] = [
    (State.encryptedDataReset, "!zoneNotFound, reset: true"), (.deletedZone, "!zoneNotFound"),
    (.noZone, "!zoneNotFound"), (.purgedZone, "!userDeletedZone"),
  ].flatMap { state, expected -> [Row] in
    let name = "CKErrorUserDidResetEncryptedDataKey"
    return [
      row("\(name), save(record)", .asynchronous, state, expected) { place in
        await reset { .success(_ = try await place.database.save(place.record)) }
      },
      row("\(name), record(for:)", .asynchronous, state, expected) { place in
        await reset { .success(_ = try await place.database.record(for: place.recordID)) }
      },
      row("\(name), modifyRecords", .batch, state, expected) { place in
        await reset {
          let results = try await place.database.modifyRecords(
            saving: [place.newRecord("new")], deleting: [])
          return results.saveResults.values.first?.map { _ in } ?? .success(())
        }
      },
      row("\(name), recordZoneChanges", .asynchronous, state, expected) { place in
        await reset {
          .success(
            _ = try await place.database.recordZoneChanges(inZoneWith: place.zoneID, since: nil))
        }
      },
      row("\(name), recordZone(for:)", .asynchronous, state, expected) { place in
        await reset { .success(_ = try await place.database.recordZone(for: place.zoneID)) }
      },
    ]
  }

  // MARK: - Partial failures

  private static let partial: [Row] = [
    row("partialErrorsByItemID of another error", .asynchronous, .nowhere, "none") { _ in
      CKError(.zoneBusy).partialErrorsByItemID == nil ? "none" : "some"
    },
    row("retryAfterSeconds", .asynchronous, .nowhere, "3.5") { _ in
      "\(CKError(.zoneBusy, userInfo: [CKErrorRetryAfterKey: 3.5]).retryAfterSeconds ?? 0)"
    },
    row("retryAfterSeconds without a time", .asynchronous, .nowhere, "none") { _ in
      CKError(.zoneBusy).retryAfterSeconds.map { "\($0)" } ?? "none"
    },
    row("localizedDescription of a refusal", .asynchronous, .noRecord, "a sentence") { place in
      do {
        try await place.database.record(for: place.recordID)
        return "found"
      } catch {
        return error.localizedDescription.isEmpty ? "nothing" : "a sentence"
      }
    },
  ]
}
