/// The kinds of rows that can be inspected in a cloud.
package enum InspectionSubject: String, Codable, Sendable, CaseIterable {
  case accounts, containers, zones, shares, records, feeds, subscriptions, assets
  /// Rows that could not be read, as they were.
  case setAside = "set-aside"
}

/// A value in a row of an inspection.
package indirect enum InspectionValue: Codable, Sendable, Equatable {
  case null
  case flag(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([InspectionValue])
  case object([String: InspectionValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {  // Else it is something else.
      self = .flag(flag)
    } else if let integer = try? container.decode(Int64.self) {  // As above, and below.
      self = .integer(integer)
    } else if let real = try? container.decode(Double.self) {
      self = .real(real)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([InspectionValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: InspectionValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .real(let real): try container.encode(real)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}

/// One page of the rows of a subject.
package struct InspectionPage: Codable, Sendable, Equatable {
  package var subject: InspectionSubject
  /// The keys of the rows, in the order in which people read them.
  package var columns: [String]
  package var rows: [[String: InspectionValue]]
  /// The start of the next page, as the value of `after`; nil on the last page.
  package var next: String?

  package init(
    subject: InspectionSubject, columns: [String], rows: [[String: InspectionValue]],
    next: String? = nil
  ) {
    self.subject = subject
    self.columns = columns
    self.rows = rows
    self.next = next
  }
}
