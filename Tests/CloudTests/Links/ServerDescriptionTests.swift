import CloudModel
import Foundation
import Testing

/// What a client takes from the description that a server gives of itself.
struct ServerDescriptionTests {
  private static let identity = String(repeating: "0f", count: 16)

  private func read(
    cloudID: String = Self.identity, publicURL: String = "https://chat.example",
    signUp: String = "open"
  ) throws -> ServerDescription {
    let text = """
      {"product":"ZoneChat cloud","version":"9","cloudID":"\(cloudID)","publicURL":"\(publicURL)",
      "signUp":"\(signUp)","membersMayInvite":true}
      """
    return try JSONDecoder().decode(ServerDescription.self, from: Data(text.utf8))
  }

  @Test func `what a server writes is read as it was`() throws {
    let server = ServerDescription(
      product: ServerDescription.product, version: "1", cloudID: Self.identity, name: "Home",
      publicURL: "https://chat.example:8443", signUp: .closed, membersMayInvite: true)
    let data = try JSONEncoder().encode(server)
    #expect(try JSONDecoder().decode(ServerDescription.self, from: data) == server)
  }

  @Test(arguments: [
    "", "5d0c", String(repeating: "g", count: 32), String(repeating: "0", count: 33),
  ])
  func `an identity of another form is refused`(cloudID: String) {
    #expect(throws: DecodingError.self) { try read(cloudID: cloudID) }
  }

  @Test func `an address with which no link can begin is left out`() throws {
    #expect(try read(publicURL: "https://Chat.Example:443/").publicURL == "https://chat.example")
    for text in ["chat.example", "https://chat.example/x", "https://a@chat.example", ""] {
      #expect(try read(publicURL: text).publicURL == nil, "\(text)")
    }
  }

  @Test func `an unknown way to sign up is taken for one by invitation`() throws {
    #expect(try read(signUp: "closed").signUp == .closed)
    #expect(try read(signUp: "by letter").signUp == .invitation)
  }
}
