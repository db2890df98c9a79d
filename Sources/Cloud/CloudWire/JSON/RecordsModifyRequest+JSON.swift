import CloudModel

extension RecordsModifyRequest: PlainJSON {
  package init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var operations: [Operation]?
    var zoneID: WireZoneID?
    var atomic: Bool?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "operations":
        operations = try reader.array { reader throws(JSONReader.UnusualSyntax) in
          try Operation(from: &reader)
        }
      case "zoneID": zoneID = try WireZoneID(from: &reader)
      case "atomic": atomic = try reader.bool()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    guard let operations else { throw JSONReader.UnusualSyntax() }
    self.init(operations: operations, zoneID: zoneID, atomic: atomic)
  }

  package func write(to writer: inout JSONWriter) throws {
    guard desiredKeys == nil, numbersAsStrings == nil else { return try writer.value(self) }
    try writer.object { writer in
      writer.key("operations")
      try writer.array(operations) { writer, operation in try operation.write(to: &writer) }
      if let zoneID {
        writer.key("zoneID")
        zoneID.write(to: &writer)
      }
      writer.member("atomic", atomic)
    }
  }
}

extension RecordsModifyRequest.Operation {
  fileprivate init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var type: RecordOperationType?
    var record: WireRecord?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "operationType": type = RecordOperationType(rawValue: try reader.string())
      case "record":
        record = try reader.object { reader throws(JSONReader.UnusualSyntax) in
          try WireRecord.read(from: &reader)
        }
      default: throw JSONReader.UnusualSyntax()
      }
    }
    guard let type, let record else { throw JSONReader.UnusualSyntax() }
    self.init(operationType: type, record: record)
  }

  fileprivate func write(to writer: inout JSONWriter) throws {
    guard desiredKeys == nil else { return try writer.value(self) }
    try writer.object { writer in
      writer.member("operationType", operationType.rawValue)
      writer.key("record")
      try record.write(to: &writer)
    }
  }
}
