import CloudModel
import GRDB

extension StoredChat {
  /// By hand, because almost every transaction reads one: the general decoder takes several times
  /// as long.
  init(row: Row) throws {
    self.init(
      zoneID: .init(zoneName: row["zoneName"], ownerName: row["ownerName"]), name: row["name"],
      createdAt: row["createdAt"], permission: try row.decode(forColumn: "permission"))
    id = row["id"]
    renamedAt = row["renamedAt"]
    lastMessageAt = row["lastMessageAt"]
    sessionChangeTag = row["sessionChangeTag"]
    sessionUnknownFields = row["sessionUnknownFields"]
    publicPermission = try row.decode(forColumn: "publicPermission")
    shortGUID = row["shortGUID"]
    changeToken = row["changeToken"]
    hasChanges = row["hasChanges"]
    epoch = row["epoch"]
    lifeBegan = row["lifeBegan"]
    isResyncing = row["isResyncing"]
    isListed = row["isListed"]
    ending = try row.decode(forColumn: "ending")
    lastSeenMessageID = row["lastSeenMessageID"]
    isHistoryComplete = row["isHistoryComplete"]
    completeFrom = row["completeFrom"]
    wantsGlance = row["wantsGlance"]
    changeOrder = row["changeOrder"]
    isOpen = row["isOpen"]
  }

  /// By hand for the same reason: every page and every batch writes one.
  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["zoneName"] = zoneName
    container["ownerName"] = ownerName
    container["name"] = name
    container["renamedAt"] = renamedAt
    container["createdAt"] = createdAt
    container["lastMessageAt"] = lastMessageAt
    container["sessionChangeTag"] = sessionChangeTag
    container["sessionUnknownFields"] = sessionUnknownFields
    container["permission"] = permission
    container["publicPermission"] = publicPermission
    container["shortGUID"] = shortGUID
    container["changeToken"] = changeToken
    container["hasChanges"] = hasChanges
    container["epoch"] = epoch
    container["lifeBegan"] = lifeBegan
    container["isResyncing"] = isResyncing
    container["isListed"] = isListed
    container["ending"] = ending
    container["lastSeenMessageID"] = lastSeenMessageID
    container["isHistoryComplete"] = isHistoryComplete
    container["completeFrom"] = completeFrom
    container["wantsGlance"] = wantsGlance
    container["changeOrder"] = changeOrder
    container["isOpen"] = isOpen
  }
}

extension Participant.Permission: DatabaseValueConvertible {}
extension ChatLife.Ending: DatabaseValueConvertible {}
