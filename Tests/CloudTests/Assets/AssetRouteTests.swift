import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// Assets over HTTP, as any client of the web protocol sees them.
@Suite struct AssetRouteTests {
  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  private func downloadURL(_ cloud: RawCloud) async throws -> String {
    let read = try await cloud.attach(try await cloud.upload(Self.bytes), to: "r")
    return try #require(read["downloadURL"] as? String)
  }

  @Test(arguments: WireKind.allCases) func `uploaded bytes are downloaded unchanged`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let uploaded = try await cloud.upload(Self.bytes)
      #expect(
        Set(uploaded.keys) == [
          "fileChecksum", "size", "receipt", "wrappingKey", "referenceChecksum",
        ])
      let checksum = try #require(uploaded["fileChecksum"] as? String)
      let decoded = try #require(Data(base64Encoded: checksum))
      #expect(decoded.count == 21 && decoded.first == 1)
      let read = try await cloud.attach(uploaded, to: "r")
      #expect(
        Set(read.keys) == [
          "fileChecksum", "size", "downloadURL", "wrappingKey", "referenceChecksum",
        ])
      let url = try #require(read["downloadURL"] as? String)
      let whole = try await cloud.send(.GET, url: url)
      #expect(whole.status == 200)
      #expect(whole.body == Self.bytes)
      #expect(whole.headers["Content-Type"] == ["application/octet-stream"])
      #expect(whole.headers["X-Content-Type-Options"] == ["nosniff"])
      #expect(whole.headers["Content-Length"] == ["300000"])
    }
  }

  @Test func `an address has a place for the file's name, and works whatever stands there`()
    async throws
  {
    try await RawCloud.run(over: .tcp) { cloud in
      let url = try await downloadURL(cloud)
      let parts = url.components(separatedBy: "/${f}?")
      try #require(parts.count == 2)
      for name in ["/photo.png", "/a%20b%C3%A4.txt", "/$%7Bf%7D", "/$f", ""] {
        let answer = try await cloud.send(.GET, url: "\(parts[0])\(name)?\(parts[1])")
        #expect(answer.body == Self.bytes, "\(name)")
      }
      let address = try #require(URLComponents(string: parts[0]))
      let literal = try await RawConnection.with(port: try #require(address.port)) { connection in
        let target = url[try #require(url.firstRange(of: "/assets/")).lowerBound...]
        try await connection.send("HEAD \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try await connection.answer(hasBody: false)
      }
      #expect(literal?.status == 200)
    }
  }

  @Test(arguments: WireKind.allCases) func `a form's file is the asset, and public assets say less`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let form = Array("--x\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\n".utf8)
      let answer = try await cloud.send(
        .POST, url: try await cloud.uploadLink(in: "public"),
        headers: ["Content-Type": "multipart/form-data; boundary=x"],
        bytes: form + Self.bytes + Array("\r\n--x--\r\n".utf8))
      let uploaded = try #require(answer.json["singleFile"] as? [String: Any])
      #expect(Set(uploaded.keys) == ["fileChecksum", "size", "receipt"])
      #expect(uploaded["size"] as? Int == Self.bytes.count)
      let read = try await cloud.attach(uploaded, to: "r", in: "public")
      #expect(Set(read.keys) == ["fileChecksum", "size", "downloadURL"])
      let other = try await cloud.upload(Self.bytes)
      #expect(other["fileChecksum"] as? String == uploaded["fileChecksum"] as? String)
    }
  }

  @Test(arguments: WireKind.allCases) func `parts, heads and unchanged files`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let url = try await downloadURL(cloud)
      for (range, expected) in [
        ("bytes=0-0", 0..<1), ("bytes=299990-", 299_990..<300_000), ("bytes=-7", 299_993..<300_000),
        ("bytes=100000-199999", 100_000..<200_000),
      ] {
        let part = try await cloud.send(.GET, url: url, headers: ["Range": range])
        #expect(part.status == 206)
        #expect(part.body == Array(Self.bytes[expected]))
        #expect(
          part.headers["Content-Range"]
            == ["bytes \(expected.lowerBound)-\(expected.upperBound - 1)/300000"])
      }
      let beyond = try await cloud.send(.GET, url: url, headers: ["Range": "bytes=300000-"])
      #expect(beyond.status == 416)
      #expect(beyond.headers["Content-Range"] == ["bytes */300000"])
      let head = try await cloud.send(.HEAD, url: url)
      #expect(head.status == 200)
      #expect(head.headers["Content-Length"] == ["300000"])
      #expect(head.body.isEmpty)
      let tag = try #require(head.headers["ETag"].first)
      let same = try await cloud.send(.GET, url: url, headers: ["If-None-Match": tag])
      #expect(same.status == 304)
      let changed = try await cloud.send(
        .GET, url: url, headers: ["Range": "bytes=0-0", "If-Range": "\"other\""])
      #expect(changed.status == 200)
    }
  }

  @Test(arguments: WireKind.allCases) func `a link works for ten minutes and is not to be bent`(
    kind: WireKind
  ) async throws {
    let time = ManualTime()
    try await RawCloud.run(over: kind, surroundings: time.surroundings()) { cloud in
      let url = try await downloadURL(cloud)
      time.advance(seconds: 600)
      #expect(try await cloud.send(.GET, url: url).status == 200)
      time.advance(seconds: 61)
      let expired = try await cloud.send(.GET, url: url)
      #expect(expired.status == 410)
      #expect(expired.json["serverErrorCode"] as? String == "NOT_FOUND")
      let base = try #require(url.range(of: "/assets/"))
      for token in [
        "", "..%2F..%2Fcloud.sqlite", "../../cloud.sqlite", "%00", "a/../../b", "\(url.suffix(40))",
        String(url[base.upperBound...].dropLast()) + "A",
        String(url[base.upperBound...].prefix { $0 != "?" }),
      ] {
        let bent = try await cloud.send(.GET, url: url[..<base.upperBound] + token)
        #expect(bent.status == 404, "\(token)")
      }
      #expect(try await cloud.send(.POST, url: url, bytes: []).status == 405)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an upload link is refused when it is used, unknown or asked wrongly`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let link = try await cloud.uploadLink()
      #expect(try await cloud.send(.POST, url: link, bytes: [1, 2, 3]).status == 200)
      let again = try await cloud.send(.POST, url: link, bytes: [1, 2, 3])
      #expect(again.status == 400)
      #expect(again.json["serverErrorCode"] as? String == "BAD_REQUEST")
      #expect(try await cloud.send(.POST, url: link + "x", bytes: [1]).status == 400)
      #expect(try await cloud.send(.GET, url: link).status == 405)
      let form = try await cloud.send(
        .POST, url: try await cloud.uploadLink(), headers: ["Content-Type": "multipart/form-data"],
        bytes: [1])
      #expect(form.status == 400)
    }
  }

  @Test(arguments: WireKind.allCases) func `addresses begin as the client reached the cloud`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for (headers, beginning) in [
        (["Host": "cloud.example"], "http://cloud.example/"),
        (["Host": "a\"b"], "http://localhost/"),
        // Anybody may write this header; only a proxy that the cloud knows is believed.
        (
          ["Host": "cloud.example:8443", "X-Forwarded-Proto": "https"],
          "http://cloud.example:8443/"
        ),
      ] as [(HTTPHeaders, String)] {
        let link = try await cloud.uploadLink(headers: headers)
        #expect(link.hasPrefix(beginning))
      }
    }
  }

  @Test func `addresses begin as the client reached a proxy that the cloud trusts`() async throws {
    let proxies = try #require(TrustedProxies(["127.0.0.1"]))
    try await RawCloud.run(over: .tcp, configure: { $0.trustedProxies = proxies }) { cloud in
      for (scheme, beginning) in [
        ("https", "https://cloud.example/"), ("HTTPS", "https://cloud.example/"),
        ("http", "http://cloud.example/"), ("javascript", "http://cloud.example/"),
      ] {
        let link = try await cloud.uploadLink(
          headers: ["Host": "cloud.example", "X-Forwarded-Proto": scheme])
        #expect(link.hasPrefix(beginning))
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `addresses begin with the public URL where there is one`(
    kind: WireKind
  ) async throws {
    let publicURL = try #require(PublicURL("https://cloud.example:8443/"))
    try await RawCloud.run(over: kind, configure: { $0.publicURL = publicURL }) { cloud in
      let link = try await cloud.uploadLink(headers: ["Host": "other.example"])
      #expect(link.hasPrefix("https://cloud.example:8443/uploads/"))
      let sent = try await cloud.send(.POST, url: link, bytes: Self.bytes)
      let asset = try #require(sent.json["singleFile"] as? [String: Any])
      let read = try await cloud.attach(asset, to: "r")
      let url = try #require(read["downloadURL"] as? String)
      #expect(url.hasPrefix("https://cloud.example:8443/assets/"))
      let anonymous = try await cloud.send(
        .POST, "/database/1/iCloud.net.zonechat/development/private/zones/list",
        query: "ckAPIToken=\(cloud.alice.apiToken)")
      let redirect = try #require(anonymous.json["redirectURL"] as? String)
      #expect(redirect.hasPrefix("https://cloud.example:8443/extension/1/signin?"))
    }
  }

  @Test func `a public URL is a scheme and a name`() {
    #expect(PublicURL("HTTPS://cloud.example")?.text == "https://cloud.example")
    #expect(PublicURL("http://[::1]:8080/")?.text == "http://[::1]:8080")
    for wrong in [
      "", "cloud.example", "https://", "ftp://cloud.example", "https://a@b", "https://a/b",
      "https://a?b", "https://a#b", "https://a b", "https://a\"b",
    ] {
      #expect(PublicURL(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `a link is given where an asset can be saved, and nowhere else`() async throws {
    try await WireKind.inProcess.run(plan: CloudPlan()) { cloud in
      let alice = try await cloud.signUp("alice")
      try await cloud.makeZone("Z", of: alice)
      let target = "\(WireCloud.place)/private/assets/upload?\(alice.query)"
      func ask(_ type: String, _ field: String, native: Bool) async throws -> WireAnswer {
        try await cloud.send(
          "POST", target, headers: native ? [ExtensionHeader.name: "1"] : [:],
          body: Array(
            #"{"tokens":[{"recordType":"\#(type)","fieldName":"\#(field)"}]}"#.utf8))
      }
      #expect(try await ask("Photo", "image", native: false).outcome == "404 NOT_FOUND")
      #expect(try await ask("Photo", "image", native: true).status == 200)
      let saved = try await cloud.send(
        "POST", "\(WireCloud.place)/private/records/modify?\(alice.query)",
        headers: [ExtensionHeader.name: "1"],
        body: Array(
          #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{"recordName":"n","recordType":"Note","fields":{"text":{"value":"a"}}}}]}"#
            .utf8))
      #expect(saved.status == 200)
      for native in [true, false] {
        let text = try await ask("Note", "text", native: native)
        #expect(
          text.json["reason"].string
            == "invalid attempt to set value type ASSETID for field 'text' for type 'Note', "
            + "defined to be: STRING")
      }
      #expect(try await ask("Note", "picture", native: false).outcome == "400 BAD_REQUEST")
      #expect(try await ask("Note", "picture", native: true).status == 200)
      #expect(try await ask("cloudkit.share", "thumbnail", native: false).status == 200)
    }
  }

  @Test(arguments: WireKind.allCases) func `a user who may not write may not upload`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let path = "/database/1/iCloud.net.zonechat/development/private/assets/upload"
      let body = #"{"tokens":[{"recordType":"Photo","fieldName":"image"}]}"#
      let anonymous = try await cloud.send(
        .POST, path, query: "ckAPIToken=\(cloud.alice.apiToken)", body: body)
      #expect(anonymous.status == 421)
      for (wrong, status) in [
        (#"{"tokens":[{"recordType":"Photo"}]}"#, UInt(400)),
        (#"{"tokens":[{"recordType":"1","fieldName":"image"}]}"#, 400),
        (#"{"tokens":[{"recordType":"Photo","fieldName":"_x"}]}"#, 400),
        (#"{"zoneID":{"zoneName":"no"},"tokens":[{"recordType":"P","fieldName":"i"}]}"#, 404),
      ] {
        #expect(try await cloud.send(.POST, path, body: wrong).status == status, "\(wrong)")
      }
    }
  }
}
