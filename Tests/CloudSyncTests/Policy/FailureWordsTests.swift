import CloudModel
import SyncRules
import Testing

struct FailureWordsTests {
  @Test(arguments: CloudError.Code.allCases, ErrorPolicy.Role.allCases)
  func `every failure has sentences for a person, without the name of its code`(
    code: CloudError.Code, role: ErrorPolicy.Role
  ) {
    let words = FailureWords.reason(code, as: role)
    #expect(words.hasSuffix("."))
    #expect(words.count < 200)
    #expect(!words.contains("\(code)"))
  }

  @Test func `a member who lost the right to write is told whom to ask`() {
    #expect(FailureWords.reason(.permissionFailure, as: .participant).contains("Ask its owner"))
    #expect(!FailureWords.reason(.permissionFailure, as: .owner).contains("Ask its owner"))
  }

  @Test func `a full storage is said to be the reader's own, or its owner's`() {
    #expect(
      FailureWords.reason(.quotaExceeded, as: .owner)
        == "Your storage is full. ‘zonechat account status’ says which chats fill it.")
    #expect(
      FailureWords.reason(.quotaExceeded, as: .participant)
        == "The storage of the chat's owner is full. Ask the owner to make room.")
  }

  @Test func `the owner of a full storage hears which chat fills it`() {
    let full = SyncFailure.cloud(CloudError(.quotaExceeded, "Quota exceeded"))
    let trip = FullestChat(title: "Trip", bytes: 950_000_000)
    #expect(
      FailureWords.waiting(full, as: .owner, fullest: trip)
        == "Your storage is full: ‘Trip’ has 950.0 MB. Unsend files there or delete a chat; "
        + "‘zonechat account status’ says which chats fill it")
    #expect(
      FailureWords.waiting(full, as: .owner)
        == "Your storage is full; ‘zonechat account status’ says which chats fill it")
    #expect(
      FailureWords.waiting(full, as: .participant)
        == "The storage of the chat's owner is full. Ask the owner to make room")
  }

  @Test func `a member at the limit hears whose limit it is, and what to do`() {
    var limit = CloudError(.quotaExceeded, "Quota exceeded")
    limit.memberBytes = 50_000_000
    #expect(
      FailureWords.waiting(.cloud(limit), as: .participant)
        == "You have reached your limit in this chat: its owner lets each member use 50.0 MB. "
        + "Unsend files of yours there, or ask the owner for more room")
  }

  @Test(
    arguments: [
      ("50MB", 50_000_000), ("1.5 gb", 1_500_000_000), ("900000", 900_000), ("7kB", 7000),
      ("0", 0), ("", nil), ("MB", nil), (".", nil), ("1.2.3MB", nil), ("-5MB", nil),
      ("5 tons", nil),
      ("9999999TB", nil),
    ] as [(String, Int64?)])
  func `a size is read as people write it`(text: String, count: Int64?) {
    #expect(ByteWords.count(text) == count)
  }
}
