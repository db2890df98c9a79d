import CloudKit
import Foundation

extension ZoneRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    rows(
      [
        Call("CKModifyRecordZonesOperation(recordZoneIDsToDelete:)", .olderOperation) { place in
          let operation = CKModifyRecordZonesOperation(
            recordZonesToSave: nil, recordZoneIDsToDelete: [place.zoneID])
          return await run(operation, on: place.database) { operation, log in
            operation.modifyRecordZonesCompletionBlock = { _, deleted, error in
              if let error {
                if let items = (error as? CKError)?.partialErrorsByItemID {
                  for error in items.values { log.item(nil, error) }
                }
              } else if deleted == [place.zoneID] {
                log.item("deleted", nil)
              }
              log.end(error)
            }
          }
        }
      ], deleted)
      + [
        row(
          "CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()", .operation, .saved,
          "2, end ok"
        ) { place in
          await run(
            CKFetchRecordZonesOperation.fetchAllRecordZonesOperation(), on: place.database
          ) { operation, log in
            operation.fetchRecordZonesCompletionBlock = { zones, error in
              log.add("\(zones?.count ?? 0)")
              log.end(error)
            }
          }
        },
        row(
          "CKFetchRecordZonesOperation", .olderOperation, .noZone,
          "0, end !partialFailure[!zoneNotFound]"
        ) { place in
          await run(CKFetchRecordZonesOperation(recordZoneIDs: [place.zoneID]), on: place.database)
          {
            operation, log in
            operation.fetchRecordZonesCompletionBlock = { zones, error in
              log.add("\(zones?.count ?? 0)")
              log.end(error)
            }
          }
        },
        row(
          "CKModifyRecordZonesOperation", .olderOperation, .saved,
          "1 made, end !partialFailure[!invalidArguments]"
        ) { place in
          let operation = CKModifyRecordZonesOperation(
            recordZonesToSave: [CKRecordZone(zoneName: "More"), CKRecordZone.default()])
          return await run(operation, on: place.database) { operation, log in
            operation.modifyRecordZonesCompletionBlock = { saved, _, error in
              log.add("\(saved?.count ?? 0) made")
              log.end(error)
            }
          }
        },
      ]
  }
}

extension SubscriptionRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    [
      row(
        "CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()", .olderOperation,
        subscribed, "1, end ok"
      ) { place in
        await run(
          CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation(), on: place.database
        ) { operation, log in
          operation.fetchSubscriptionCompletionBlock = { found, error in
            log.add("\(found?.count ?? 0)")
            log.end(error)
          }
        }
      },
      row(
        "CKFetchSubscriptionsOperation", .olderOperation, .saved,
        "0, end !partialFailure[!unknownItem]"
      ) { place in
        await run(CKFetchSubscriptionsOperation(subscriptionIDs: ["all"]), on: place.database) {
          operation, log in
          operation.fetchSubscriptionCompletionBlock = { found, error in
            log.add("\(found?.count ?? 0)")
            log.end(error)
          }
        }
      },
      row("CKModifySubscriptionsOperation", .olderOperation, .saved, "1 saved, end ok") { place in
        let operation = CKModifySubscriptionsOperation(subscriptionsToSave: [new()])
        return await run(operation, on: place.database) { operation, log in
          operation.modifySubscriptionsCompletionBlock = { saved, _, error in
            log.add("\(saved?.count ?? 0) saved")
            log.end(error)
          }
        }
      },
    ]
  }
}

extension SharingRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    rows(
      [
        Call("CKFetchShareMetadataOperation", .olderOperation) { place in
          let operation = CKFetchShareMetadataOperation(shareURLs: [try place.link()])
          return await run(operation, in: place.container) { operation, log in
            operation.perShareMetadataBlock = { log.item($1.map(words), $2) }
            operation.fetchShareMetadataCompletionBlock = { log.end($0) }
          }
        }
      ], seen)
      + rows(
        [
          Call("CKAcceptSharesOperation", .olderOperation) { place in
            let operation = CKAcceptSharesOperation(shareMetadatas: [try metadata(place)])
            return await run(operation, in: place.container) { operation, log in
              operation.perShareCompletionBlock = { log.item($1.map(status), $2) }
              operation.acceptSharesCompletionBlock = { log.end($0) }
            }
          }
        ], accepted)
      + [
        row(
          "CKFetchShareParticipantsOperation", .olderOperation, otherExists,
          "item readOnly pending, end !partialFailure[!unknownItem]"
        ) { place in
          let operation = CKFetchShareParticipantsOperation(userIdentityLookupInfos: [
            .init(emailAddress: address(place)), .init(emailAddress: "nobody-" + place.me),
          ])
          return await run(operation, in: place.container) { operation, log in
            operation.shareParticipantFetchedBlock = { log.item(participant($0), nil) }
            operation.fetchShareParticipantsCompletionBlock = { log.end($0) }
          }
        }
      ]
  }
}
