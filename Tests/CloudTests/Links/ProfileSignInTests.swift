import CloudClient
import CloudModel
import Foundation
import Testing

/// What a profile keeps of its server, in a file that earlier programs have written too.
struct ProfileSignInTests {
  private let credentials = AccountCredentials(
    name: "anna", userRecordName: "_0123456789abcdef0123456789abcdef", containerIdentifier: "c",
    environment: "development", apiToken: "t", webAuthToken: "w")

  @Test func `a file without authority, identity and address of the server is read`() throws {
    let older = ProfileSignIn(
      credentials: credentials, deviceID: "d", cloud: "https://chat.example")
    let data = try JSONEncoder().encode(older)
    for key in ["authority", "cloudID", "publicURL"] {
      #expect(!String(decoding: data, as: UTF8.self).contains(key))
    }
    let read = try JSONDecoder().decode(ProfileSignIn.self, from: data)
    #expect(read.cloud == "https://chat.example" && read.deviceID == "d")
    #expect(read.authority == nil && read.cloudID == nil && read.publicURL == nil)
  }

  @Test func `what is known of the server is kept`() throws {
    let signIn = ProfileSignIn(
      credentials: credentials, deviceID: "d", cloud: "https://192.168.0.2",
      authority: "PEM", cloudID: "00", publicURL: "https://chat.example")
    let read = try JSONDecoder().decode(
      ProfileSignIn.self, from: JSONEncoder().encode(signIn))
    #expect(read.authority == "PEM" && read.cloudID == "00")
    #expect(read.publicURL == "https://chat.example" && read.credentials == credentials)
  }

  @Test(arguments: [
    "../../work", "", "_", "_a", "_0123456789ABCDEF0123456789ABCDEF",
    "_0123456789abcdef0123456789abcdef0", "_0123456789abcdef0123456789abcde/",
    "a0123456789abcdef0123456789abcdef", "_../../../../../../../../../../..",
  ])
  func `a user record name that no cloud makes is not read`(name: String) throws {
    var wrong = credentials
    wrong.userRecordName = name
    let signIn = ProfileSignIn(credentials: wrong, deviceID: "d", cloud: nil)
    let data = try JSONEncoder().encode(signIn)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ProfileSignIn.self, from: data)
    }
    let answer = try JSONEncoder().encode(wrong)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AccountCredentials.self, from: answer)
    }
  }
}
