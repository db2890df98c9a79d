package import CloudModel

/// Body of `POST /extension/1/faults`: one fault, or an array of them.
///
/// An unknown key is refused, because a misspelt condition would otherwise be ignored.
package struct FaultsAddRequest: Codable, Sendable {
  package var faults: [CloudFault]

  package init(faults: [CloudFault]) { self.faults = faults }

  package init(from decoder: any Decoder) throws {
    let one = try? decoder.container(keyedBy: AnyKey.self)  // Otherwise it is an array, or nothing.
    if one != nil {
      faults = [try Strict(from: decoder).fault]
    } else {
      faults = try decoder.singleValueContainer().decode([Strict].self).map(\.fault)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(faults)
  }

  private struct Strict: Decodable {
    var fault: CloudFault

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: AnyKey.self)
      for key in values.allKeys where FaultKey(rawValue: key.stringValue) == nil {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: values.codingPath + [key],
            debugDescription: "There is no such key. A fault has the keys "
              + FaultKey.allCases.map(\.rawValue).joined(separator: ", ")))
      }
      fault = try CloudFault(from: decoder)
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}

/// Answer of every route under `/extension/1/faults` that shows faults.
package struct FaultsResponse: Codable, Sendable {
  package var faults: [FaultStatus]

  package init(faults: [FaultStatus]) { self.faults = faults }
}

/// Answer to `DELETE /extension/1/faults`.
package struct FaultsClearResponse: Codable, Sendable {
  package var removed: Int

  package init(removed: Int) { self.removed = removed }
}
