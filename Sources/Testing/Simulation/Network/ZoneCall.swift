import CloudModel

/// One `modifyRecordZones` as it arrives in the cloud, with what goes wrong there.
struct ZoneCall: Sendable {
  typealias Results = (
    saveResults: CloudDatabase.SaveZoneResults, deleteResults: CloudDatabase.DeleteZoneResults
  )

  var saves: [RecordZone]
  var deletions: [RecordZoneID]

  func make(
    on database: any CloudDatabase, networkOutcome: NetworkOutcome
  ) async throws(CloudError) -> (Results, RequestTrace) {
    var answer: Results = ([:], [:])
    if case .failItems(let error, _) = networkOutcome.injectedFault {
      for zone in saves { answer.saveResults[zone.zoneID] = .failure(error) }
      for zoneID in deletions { answer.deleteResults[zoneID] = .failure(error) }
    } else {
      answer = try await database.modifyRecordZones(saving: saves, deleting: deletions)
    }
    var trace = RequestTrace()
    for zone in saves {
      trace.add(zone.zoneID.zoneName, answer.saveResults[zone.zoneID]) { _ in .saved(tag: "") }
    }
    for zoneID in deletions {
      trace.add(zoneID.zoneName, answer.deleteResults[zoneID]) { _ in .deleted }
    }
    if networkOutcome.injectedFault == .forgetItem { answer = ([:], [:]) }
    return (answer, trace)
  }
}
