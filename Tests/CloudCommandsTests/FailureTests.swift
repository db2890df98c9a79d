import ChatModel
import CloudClient
import CloudModel
import CommandSupport
import Testing

/// The sentences for people about what the cloud or the way to it has refused.
struct FailureTests {
  @Test(arguments: [
    CloudError(.networkUnavailable, "Nobody answers at https://chat.example."),
    CloudError(.networkFailure, "The connection to https://chat.example was lost."),
  ])
  func `a server that cannot be reached leads to the network, and to no other cloud`(
    error: CloudError
  ) {
    let failure = Failure(cloud: error)
    #expect(
      failure.message
        == "The cloud cannot be reached. \(error.reason) Check the network and the address, and try again."
    )
  }

  @Test func `a server that is not trusted leads to its administrator, and not to the network`() {
    var error = CloudError(
      .networkUnavailable,
      "Its certificate expired. Tell its administrator; here nothing needs to be changed.")
    error.isUntrusted = true
    #expect(Failure(cloud: error).message == error.reason)
  }

  @Test func `whoever has to wait hears for how long`() {
    let error = CloudError(
      .requestRateLimited, "Too many attempts. Wait and try again.", retryAfterSeconds: 1.2)
    #expect(Failure(cloud: error).message == "Too many attempts. Wait and try again (2 seconds).")
  }

  @Test func `a command that is said names the profile, unless every shell takes it for that one`()
  {
    func command(_ profile: String, _ environment: [String: String] = [:]) -> String {
      ProfileName.command("chats", for: profile, in: environment)
    }
    let other = ["ZONECHAT_PROFILE": "work"]
    #expect(command("default") == "zonechat chats")
    #expect(command("bob") == "zonechat --profile bob chats")
    #expect(command("default", other) == "zonechat --profile default chats")
    #expect(command("work", other) == "zonechat --profile work chats")
    let said = "‘zonechat chats’ or ‘zonechat cloud status’; ‘zonechat read --help’ says more."
    #expect(
      NamedCommands.text(said, with: ["--profile", "bob"])
        == said.replacing("zonechat chats", with: "zonechat --profile bob chats"))
    #expect(ProfileName.named(in: ["read", "--profile=bob", "x"]) == "bob")
    #expect(ProfileName.named(in: ["--profile", "bob", "read"]) == "bob")
    #expect(ProfileName.named(in: ["send", "--", "--profile", "bob"]) == ProfileName.default)
  }
}
