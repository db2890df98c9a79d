extension RecordsResponse: PlainJSON {
  package init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var records: [WireRecord]?
    var token: String?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "records": records = try [WireRecord](from: &reader)
      case "syncToken": token = try reader.string()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    guard let records else { throw JSONReader.UnusualSyntax() }
    self.init(records: records, syncToken: token)
  }

  package func write(to writer: inout JSONWriter) throws {
    try writer.object { writer in
      writer.key("records")
      try records.write(to: &writer)
      writer.member("syncToken", syncToken)
    }
  }
}

extension RecordsQueryResponse: PlainJSON {
  package init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var records: [WireRecord]?
    var marker: String?
    var token: String?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "records": records = try [WireRecord](from: &reader)
      case "continuationMarker": marker = try reader.string()
      case "syncToken": token = try reader.string()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    guard let records else { throw JSONReader.UnusualSyntax() }
    self.init(records: records, continuationMarker: marker, syncToken: token)
  }

  package func write(to writer: inout JSONWriter) throws {
    try writer.object { writer in
      writer.key("records")
      try records.write(to: &writer)
      writer.member("continuationMarker", continuationMarker)
      writer.member("syncToken", syncToken)
    }
  }
}
