extension ChangesZoneResponse: PlainJSON {
  package init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var zones: [Zone] = []
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      guard key == "zones" else { throw JSONReader.UnusualSyntax() }
      zones = try reader.array { reader throws(JSONReader.UnusualSyntax) in try Zone(from: &reader)
      }
    }
    self.init(zones: zones)
  }

  package func write(to writer: inout JSONWriter) throws {
    try writer.object { writer in
      writer.key("zones")
      try writer.array(zones) { writer, zone in try zone.write(to: &writer) }
    }
  }
}

extension ChangesZoneResponse.Zone {
  fileprivate init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var zoneID: WireZoneID?
    var token: String?
    var moreComing: Bool?
    var records: [WireRecord]?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "zoneID": zoneID = try WireZoneID(from: &reader)
      case "syncToken": token = try reader.string()
      case "moreComing": moreComing = try reader.bool()
      case "records": records = try [WireRecord](from: &reader)
      default: throw JSONReader.UnusualSyntax()
      }
    }
    guard let zoneID else { throw JSONReader.UnusualSyntax() }
    self.init(zoneID: zoneID, syncToken: token, moreComing: moreComing, records: records)
  }

  fileprivate func write(to writer: inout JSONWriter) throws {
    guard serverErrorCode == nil, reason == nil, retryAfter == nil, ckErrorCode == nil else {
      return try writer.value(self)
    }
    try writer.object { writer in
      writer.key("zoneID")
      zoneID.write(to: &writer)
      writer.member("syncToken", syncToken)
      writer.member("moreComing", moreComing)
      if let records {
        writer.key("records")
        try records.write(to: &writer)
      }
    }
  }
}

extension [WireRecord] {
  init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    self = try reader.array { reader throws(JSONReader.UnusualSyntax) in
      try reader.object { reader throws(JSONReader.UnusualSyntax) in
        try WireRecord.read(from: &reader)
      }
    }
  }

  func write(to writer: inout JSONWriter) throws {
    try writer.array(self) { writer, record in try record.write(to: &writer) }
  }
}
