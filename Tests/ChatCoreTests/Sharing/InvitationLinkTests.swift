import ChatCore
import ChatModel
import CloudModel
import Testing

/// The links of chats, with and without a server.
struct InvitationLinkTests {
  private static let guid = "aBc-_12345"

  @Test func `the key of a sealed chat survives, and is not a part of the title`() throws {
    for text in [
      "zonechat://join/ABCDEFGH12#Our-boats,key=a-b_9", "zonechat://join/ABCDEFGH12#,key=a-b_9",
    ] {
      let link = try InvitationLink(parsing: text)
      #expect(link.others == ["key": "a-b_9"] && link.title ?? "Our-boats" == "Our-boats")
      #expect(try InvitationLink(parsing: link.description) == link)
    }
    #expect(throws: ChatError.self) {
      try InvitationLink(parsing: "zonechat://join/ABCDEFGH12#Boats,key=a b")
    }
  }

  @Test func `a link names its server, and is read as it was made`() throws {
    let origin = try #require(ServerOrigin("https://chat.example:8443"))
    let link = InvitationLink(
      shortGUID: Self.guid, title: "Café at 5", server: ServerPlace(origin: origin), code: "c1",
      others: ["key": "K_1"])
    let text = "https://chat.example:8443/join/\(Self.guid)#Cafe-at-5,code=c1,key=K_1"
    #expect(link.description == text)
    let read = try InvitationLink(parsing: " <\(text)>\n")
    #expect(read.server == link.server && read.shortGUID == Self.guid && read.title == "Cafe-at-5")
    #expect(read.code == "c1" && read.others == ["key": "K_1"])
    #expect(read.description == text)
  }

  @Test func `a link without a server is that of one machine, as before`() throws {
    for title in [nil, "", "Café at 5"] {
      let link = InvitationLink(shortGUID: Self.guid, title: title)
      #expect(link.server == nil && link.code == nil && link.others.isEmpty)
      let end = title?.isEmpty == false ? "#Cafe-at-5" : ""
      #expect(link.description == "zonechat://join/\(Self.guid)\(end)")
      #expect(try InvitationLink(parsing: link.description).server == nil)
    }
    let apple = try InvitationLink(parsing: "https://www.icloud.com/share/\(Self.guid)#Tee,code=x")
    #expect(apple.server == nil && apple.code == nil && apple.title == "Tee,code=x")
  }

  @Test(arguments: [
    ("https://chat.example/join#,code=c1", ChatError.linkWithoutChat),
    (
      "http://chat.example/join/aBc-_12345", .plainHTTPLink(host: "chat.example")
    ),
    (
      "https://chat.example/join/short", .malformedLink("https://chat.example/join/short")
    ),
    (
      "zonechat://join:443/join/aBc-_12345", .malformedLink("zonechat://join:443/join/aBc-_12345")
    ),
  ])
  func `a link that leads to no chat is refused with its reason`(text: String, error: ChatError) {
    #expect(throws: error) { try InvitationLink(parsing: text) }
  }
}
