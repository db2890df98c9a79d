package import CloudModel
package import CloudRules
package import CloudWire

extension RecordModification {
  /// An operation of a request as the rules take it.
  ///
  /// A conditional deletion without a tag can match nothing; only `forceDelete` is unconditional.
  ///
  /// `owner` owns a zone that is named without an owner.
  package init(
    _ operation: RecordsModifyRequest.Operation, in zoneID: RecordZoneID, owner: String,
    desiredKeys: [String]? = nil
  ) throws {
    var wire = operation.record
    let zone = wire.zoneID?.zoneID(currentUser: owner) ?? zoneID
    wire.zoneID = WireZoneID(zone)
    let recordID = RecordID(recordName: wire.recordName ?? "", zoneID: zone)
    let keys = operation.desiredKeys ?? desiredKeys
    switch operation.operationType {
    case .delete:
      self.init(.delete(recordID, recordChangeTag: wire.recordChangeTag ?? ""), desiredKeys: keys)
    case .forceDelete:
      self.init(.delete(recordID, recordChangeTag: nil), desiredKeys: keys)
    case .create, .update, .forceUpdate, .replace, .forceReplace:
      wire.recordName = recordID.recordName
      wire.recordType = wire.recordType ?? ""
      wire.deleted = nil
      wire.serverErrorCode = nil
      let refusal = wire.takeRefusal()
      guard var record = wire.record(in: zone) else {
        throw CloudError(.invalidArguments, "BadRequestException: an operation has no record")
      }
      // Without a type it may be a share, as the stored record is.
      if record.recordType.isEmpty { record.share = try wire.shareContents() }
      self.init(
        .save(record, operation.operationType), omittedShareKeys: wire.omittedShareKeys,
        desiredKeys: keys)
      clearsParent = wire.parent == .cleared
      untypedKeys = wire.untypedKeys
      self.refusal = refusal
      createsShortGUID = wire.createShortGUID ?? false
      rootChangeTag = wire.forRecord?.recordChangeTag
    }
  }
}

extension WireRecord {
  /// Removes what says who may use a share where it has a word that nobody knows, and returns why; otherwise why the
  /// first invalid value is refused; nil if all are valid.
  fileprivate mutating func takeRefusal() -> CloudError? {
    do throws(CloudError) {
      _ = try shareContents()
      return valueRefusal
    } catch {
      publicPermission = nil
      participants = nil
      return error
    }
  }

  /// The refusal of the first invalid value, in the order of the field names; nil if all values are valid.
  private var valueRefusal: CloudError? {
    guard let fields, fields.values.contains(where: { $0.fault != nil }) else { return nil }
    let reason = fields.sorted { $0.key < $1.key }.lazy.compactMap(\.value.refusal).first
    return reason.map { CloudError(.invalidArguments, $0) }
  }

  fileprivate var untypedKeys: Set<String> {
    Set((fields ?? [:]).filter { $0.value.isTypeOmitted }.keys)
  }

  fileprivate var omittedShareKeys: Set<RecordModification.ShareKey> {
    var keys: Set<RecordModification.ShareKey> = []
    if participants == nil { keys.insert(.participants) }
    if publicPermission == nil { keys.insert(.publicPermission) }
    return keys
  }
}
