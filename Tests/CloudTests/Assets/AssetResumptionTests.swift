import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// Uploads that are continued, by clients that ask for extensions, and by others.
@Suite struct AssetResumptionTests {
  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  private static let extended: HTTPHeaders = [ExtensionHeader.name: "1"]

  private func offset(of link: String, _ cloud: RawCloud) async throws -> Int? {
    try await cloud.send(.GET, url: link, headers: Self.extended).json["uploadOffset"] as? Int
  }

  private func send(
    _ bytes: [UInt8], at offset: String, of link: String, _ cloud: RawCloud,
    headers: HTTPHeaders = extended
  ) async throws -> RawCloud.Answer {
    var headers = headers
    headers.add(name: "Upload-Offset", value: offset)
    headers.replaceOrAdd(name: "Content-Length", value: String(bytes.count))
    return try await cloud.send(.POST, url: link, headers: headers, bytes: bytes)
  }

  @Test(arguments: [1, 120_000, 299_999])
  func `a connection that dies loses nothing that came`(count: Int) async throws {
    try await RawCloud.run(over: .tcp) { cloud in
      let whole = try await cloud.upload(Self.bytes)
      let link = try await cloud.uploadLink()
      let address = try #require(URLComponents(string: link))
      try await RawConnection.with(port: try #require(address.port)) { connection in
        try await connection.send(
          "POST \(address.path) HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n"
            + "\(ExtensionHeader.name): 1\r\nUpload-Offset: 0\r\n\r\n")
        try await connection.send(Array(Self.bytes.prefix(count)))
      }
      let administrator = try cloud.wire.administrator
      let hasEnded = try await eventually(attempts: 100_000) {
        let figures = try await cloud.send(
          .GET, "/extension/metrics", query: "", headers: administrator
        ).text
        return figures.contains(/zonechat_requests_total{code="BAD_REQUEST",operation="uploads/)
      }
      #expect(hasEnded)
      #expect(try await offset(of: link, cloud) == count)
      let answer = try await send(
        Array(Self.bytes.dropFirst(count)), at: "\(count)", of: link, cloud)
      let asset = try #require(answer.json["singleFile"] as? [String: Any], "\(answer.text)")
      #expect(asset["fileChecksum"] as? String == whole["fileChecksum"] as? String)
      #expect(asset["size"] as? Int == Self.bytes.count)
      let read = try await cloud.attach(asset, to: "r")
      let url = try #require(read["downloadURL"] as? String)
      #expect(try await cloud.send(.GET, url: url).body == Self.bytes)
      // The asset is attached, so that nothing is left to be said of the link.
      #expect(try await cloud.send(.GET, url: link, headers: Self.extended).status == 400)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an upload goes on at one place only, and is told again once it is done`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let link = try await cloud.uploadLink()
      #expect(try await offset(of: link, cloud) == 0)
      let elsewhere = try await send([1, 2, 3], at: "5", of: link, cloud)
      #expect(elsewhere.status == 409)
      #expect(elsewhere.json["serverErrorCode"] as? String == "CONFLICT")
      #expect(elsewhere.json["reason"] as? String == "The upload continues at byte 0.")
      for wrong in ["-1", "", "1e3", "99999999999999999999"] {
        #expect(try await send([1], at: wrong, of: link, cloud).status == 400, "\(wrong)")
      }
      #expect(try await send([1], at: "\(50 * 1024 * 1024)", of: link, cloud).status == 413)
      #expect(try await send([1], at: "\(Int64.max)", of: link, cloud).status == 413)
      let done = try await send(Self.bytes, at: "0", of: link, cloud)
      let asset = try #require(done.json["singleFile"] as? [String: Any], "\(done.text)")
      let again = try await cloud.send(.GET, url: link, headers: Self.extended)
      #expect(again.json["uploadOffset"] as? Int == Self.bytes.count)
      #expect(
        (again.json["singleFile"] as? [String: Any])?["receipt"] as? String
          == asset["receipt"] as? String)
      #expect(try await send(Self.bytes, at: "0", of: link, cloud).status == 400)
      #expect(try await offset(of: link + "x", cloud) == nil)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `other clients see none of it`(kind: WireKind) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let link = try await cloud.uploadLink()
      for method in [HTTPMethod.GET, .HEAD] {
        #expect(try await cloud.send(method, url: link).status == 405)
      }
      let answer = try await send(Self.bytes, at: "7", of: link, cloud, headers: [:])
      let asset = try #require(answer.json["singleFile"] as? [String: Any], "\(answer.text)")
      #expect(asset["size"] as? Int == Self.bytes.count)
      #expect(try await cloud.send(.POST, url: link, bytes: [1]).status == 400)
    }
  }

  @Test func `an interrupted upload is removed when its link expires`() async throws {
    try await AssetWorld.run { world in
      let link = try world.link()
      await breakOff("by", of: link, in: world)
      #expect(try world.files() == (0, 1))
      #expect(try await world.assets.state(ofLink: link).uploadOffset == 2)
      try world.assets.sweep()
      #expect(try world.files() == (0, 1))
      world.time.advance(seconds: 15 * 60)
      try world.assets.sweep()
      #expect(try world.files() == (0, 0))
    }
  }

  /// Sends bytes that end before the upload does.
  private func breakOff(_ text: String, of link: String, in world: AssetWorld) async {
    await #expect(throws: AssetFailure.interrupted) {
      try await world.assets.receive(
        world.chunks([text]), from: 0, contentLength: 5, token: link)
    }
  }

  @Test func `of two that go on together the later one wins, and the bytes are right`() async throws
  {
    try await AssetWorld.run { world in
      let link = try world.link()
      // Somebody else comes and sends a beginning before this one's bytes are there.
      let slow = Late(text: "byt") { await breakOff("by", of: link, in: world) }
      await #expect(throws: AssetFailure.interrupted) {
        try await world.assets.receive(slow, from: 0, contentLength: 5, token: link)
      }
      let asset = try await world.assets.receive(
        world.chunks(["tes"]), from: 2, contentLength: 3, token: link)
      #expect(asset.fileChecksum == (try await world.upload("bytes")).fileChecksum)
    }
  }
}

/// A body of one chunk, before which something else happens.
private struct Late: AsyncSequence {
  var text: String
  var before: () async -> Void

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: Late?

    mutating func next() async throws -> ByteBuffer? {
      guard let late = rest else { return nil }
      rest = nil
      await late.before()
      return ByteBuffer(string: late.text)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: self) }
}
