extension WireRecord {
  /// Reads a record with usual fields, or the mark that one is gone.
  static func read(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) -> WireRecord {
    var record = WireRecord(recordName: nil)
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "recordName": record.recordName = try reader.string()
      case "recordType": record.recordType = try reader.string()
      case "recordChangeTag": record.recordChangeTag = try reader.string()
      case "fields": record.fields = try [String: WireField](from: &reader)
      case "pluginFields": record.pluginFields = try [String: WireField](from: &reader)
      case "created": record.created = try Stamp(from: &reader)
      case "modified": record.modified = try Stamp(from: &reader)
      case "deleted": record.deleted = try reader.bool()
      case "zoneID": record.zoneID = try WireZoneID(from: &reader)
      default: throw JSONReader.UnusualSyntax()
      }
    }
    return record
  }

  func write(to writer: inout JSONWriter) throws {
    guard isUsual else { return try writer.value(self) }
    try writer.object { writer in
      writer.member("recordName", recordName)
      writer.member("recordType", recordType)
      if let fields {
        writer.key("fields")
        try fields.write(to: &writer)
      }
      if let pluginFields {
        writer.key("pluginFields")
        try pluginFields.write(to: &writer)
      }
      writer.member("recordChangeTag", recordChangeTag)
      if let created {
        writer.key("created")
        created.write(to: &writer)
      }
      if let modified {
        writer.key("modified")
        modified.write(to: &writer)
      }
      writer.member("deleted", deleted)
      if let zoneID {
        writer.key("zoneID")
        zoneID.write(to: &writer)
      }
    }
  }

  /// Whether this code can write all keys of the record: it is in no hierarchy, shares nothing and has not failed.
  private var isUsual: Bool {
    parent == .omitted && share == nil && createShortGUID == nil && forRecord == nil
      && shortGUID == nil && stableUrl == nil && displayedHostname == nil
      && publicPermission == nil && participants == nil && owner == nil
      && currentUserParticipant == nil && serverErrorCode == nil && reason == nil
      && retryAfter == nil && ckErrorCode == nil && serverRecord == nil
  }
}

extension WireRecord.Stamp {
  fileprivate init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var stamp = Self()
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "timestamp": stamp.timestamp = try reader.integer()
      case "userRecordName": stamp.userRecordName = try reader.string()
      case "deviceID": stamp.deviceID = try reader.string()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    self = stamp
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("timestamp", timestamp)
      writer.member("userRecordName", userRecordName)
      writer.member("deviceID", deviceID)
    }
  }
}

extension WireZoneID {
  init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var zoneName: String?
    var owner: String?
    var type: String?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "zoneName": zoneName = try reader.string()
      case "ownerRecordName": owner = try reader.string()
      case "zoneType": type = try reader.string()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    guard let zoneName else { throw JSONReader.UnusualSyntax() }
    self.init(zoneName: zoneName, ownerRecordName: owner, zoneType: type)
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("zoneName", zoneName)
      writer.member("ownerRecordName", ownerRecordName)
      writer.member("zoneType", zoneType)
    }
  }
}
