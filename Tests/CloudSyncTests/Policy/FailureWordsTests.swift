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
}
