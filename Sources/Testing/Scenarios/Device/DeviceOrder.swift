/// A request to a device in a process of its own, as one line of JSON: `{"send": {"texts": ["Hello"], "chat": "z"}}`.
///
/// `docs/scenarios.md` describes it for programs of others.
package enum DeviceOrder: Sendable, Equatable, Codable {
  case act(DeviceAction)
  case look
  /// Seconds.
  case advance(Double)
  case skew(Double)

  private enum CodingKeys: String, CodingKey {
    case look, advance, skew
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    switch fields.allKeys.first {
    case .look: self = .look
    case .advance: self = .advance(try fields.decode(Double.self, forKey: .advance))
    case .skew: self = .skew(try fields.decode(Double.self, forKey: .skew))
    case nil: self = .act(try DeviceAction(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    if case .act(let action) = self { return try action.encode(to: encoder) }
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .act: break
    case .look: try fields.encode(true, forKey: .look)
    case .advance(let seconds): try fields.encode(seconds, forKey: .advance)
    case .skew(let seconds): try fields.encode(seconds, forKey: .skew)
    }
  }
}

/// The answer of that device, as one line of JSON; what is missing has its usual value.
package struct DeviceReply: Sendable, Equatable, Codable {
  package var answer: DeviceAnswer?
  package var view: DeviceView?
  /// The sentence with which it was refused.
  package var refusal: String?
  /// Whether something other than the product refused the order.
  ///
  /// Then the scenario asks for something that is not there, or the device could not go on.
  package var isMistake = false

  package init(answer: DeviceAnswer? = nil, view: DeviceView? = nil) {
    self.answer = answer
    self.view = view
  }

  package init(refusal error: any Error) {
    refusal = "\(error)"
    isMistake = !DeviceRefusal.isOne(error)
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    answer = try fields.decodeIfPresent(DeviceAnswer.self, forKey: .answer)
    view = try fields.decodeIfPresent(DeviceView.self, forKey: .view)
    refusal = try fields.decodeIfPresent(String.self, forKey: .refusal)
    isMistake = try fields.decode(.isMistake, or: false)
  }
}

extension KeyedDecodingContainer {
  /// The value of a key, or a usual one where the key is missing.
  func decode<Field: Decodable>(_ key: Key, or usual: Field) throws -> Field {
    try decodeIfPresent(Field.self, forKey: key) ?? usual
  }
}
