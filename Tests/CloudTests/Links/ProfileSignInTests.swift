import CloudClient
import CloudModel
import Foundation
import Testing

/// What a profile keeps of its server, in a file that earlier programs have written too.
struct ProfileSignInTests {
  private let credentials = AccountCredentials(
    name: "anna", userRecordName: "_a", containerIdentifier: "c", environment: "development",
    apiToken: "t", webAuthToken: "w")

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
}
