/// The bytes of one mutated request.
struct FuzzRequest {
  /// Whether the head is valid HTTP, so that an answer is certain.
  var isWellFormed = true
  /// Whether the request asks for all contacts, which is an internal error in CloudKit.
  var asksForContacts: Bool
  var bytes: [UInt8]

  init(_ random: inout FuzzRandom, signedIn query: String) {
    let request = random.pick(FuzzCorpus.requests)
    var method = request.method
    var path = request.path.hasPrefix("/") ? request.path : "\(WireCloud.place)/\(request.path)"
    if random.chance(5) {
      method = random.pick(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"])
    }
    if random.chance(5) { path = Self.mutatedPath(path, &random) }
    let body = Self.body(request.body, &random)
    asksForContacts =
      ["GET", "HEAD"].contains(method) && path.hasSuffix("/public/users/discover")
    var head = "\(method) \(path)?\(random.chance(97) ? query : "") HTTP/1.1\r\nHost: a\r\n"
    if random.chance(30) { head += "X-ZoneChat-Extensions: 1\r\n" }
    head += "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n"
    bytes = Array(head.utf8)
    isWellFormed = method != "HEAD"
    if random.chance(4) {
      bytes = Self.mutatedBytes(bytes, &random)
      isWellFormed = false
    }
    bytes += body
  }

  private static func body(_ text: String, _ random: inout FuzzRandom) -> [UInt8] {
    guard random.chance(90) else { return Array(text.utf8) }
    guard random.chance(75), var json = JSON(text: text) else {
      return mutatedBytes(Array(text.utf8), &random)
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) { json = json.mutated(&random) }
    return Array(json.text.utf8)
  }

  private static func mutatedPath(_ path: String, _ random: inout FuzzRandom) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let index = Int.random(in: 0..<parts.count, using: &random)
    parts[index] = random.pick([
      "", "..", ".", "%2e%2e", "%00", "%", "public", "shared", "production", "records",
      String(repeating: "a", count: 500), "%E2%80%AE", "\\", "*", ":database",
    ])
    return "/" + parts.drop { $0.isEmpty }.joined(separator: "/")
  }

  private static func mutatedBytes(_ bytes: [UInt8], _ random: inout FuzzRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      case 3: bytes = Array(bytes.prefix(index))
      case 4: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
      default: bytes[index] = random.pick(Array("{}[]\":,\\0-.eE\u{7F}\r\n".utf8))
      }
    }
    return bytes
  }
}
