import Foundation
import NIOHTTP1
import Testing

extension RawCloud {
  /// Sends to a whole address, as an answer gave it.
  func send(
    _ method: HTTPMethod, url: String, headers: HTTPHeaders = [:], bytes: [UInt8] = []
  ) async throws -> Answer {
    let target = url.trimmingPrefix(/https?:\/\/[^\/]+/)
    return try await wire.send(method, String(target), headers: headers, body: bytes)
  }

  /// A link for the field `image` of a `Photo` in alice's database.
  func uploadLink(
    in database: String = "private", headers: HTTPHeaders = [:]
  ) async throws -> String {
    let answer = try await send(
      .POST, "/database/1/iCloud.net.zonechat/development/\(database)/assets/upload",
      headers: headers, body: #"{"tokens":[{"recordType":"Photo","fieldName":"image"}]}"#)
    let token = try #require(answer.entries("tokens").first)
    #expect(Set(token.keys) == ["recordName", "fieldName", "url"])
    return try #require(token["url"] as? String)
  }

  /// Uploads to a new link; returns the dictionary for the field, as JSON.
  func upload(_ bytes: [UInt8], in database: String = "private") async throws -> [String: Any] {
    let answer = try await send(
      .POST, url: try await uploadLink(in: database),
      headers: ["Content-Type": "application/octet-stream"], bytes: bytes)
    return try #require(answer.json["singleFile"] as? [String: Any])
  }

  /// Saves a `Photo` with the asset; returns the field's value as it is read.
  func attach(
    _ asset: [String: Any], to name: String, in database: String = "private"
  ) async throws -> [String: Any] {
    let value = try JSONSerialization.data(withJSONObject: asset)
    let answer = try await send(
      .POST, "/database/1/iCloud.net.zonechat/development/\(database)/records/modify",
      body: """
        {"operations":[{"operationType":"create","record":{"recordName":"\(name)",
        "recordType":"Photo","fields":{"image":{"value":\(String(decoding: value, as: UTF8.self)),
        "type":"ASSETID"}}}}]}
        """)
    let fields = answer.entries("records").first?["fields"] as? [String: Any]
    let field = try #require(fields?["image"] as? [String: Any], "\(answer.text)")
    #expect(field["type"] as? String == "ASSETID")
    return try #require(field["value"] as? [String: Any])
  }
}
