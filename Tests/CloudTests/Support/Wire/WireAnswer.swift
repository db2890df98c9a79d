/// The answer to one request.
struct WireAnswer: Sendable {
  var status: Int
  /// By names in lower case.
  var headers: [String: String]
  var body: [UInt8]

  /// Null where the body is no JSON.
  var json: JSON { JSON(bytes: body) ?? .null }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The status and the error's code, for tables.
  var outcome: String {
    status == 200 ? "200" : "\(status) \(json["serverErrorCode"].string ?? "?")"
  }
}
