import CommandSupport
import Foundation
import Testing

/// The name that is offered to somebody without an account.
struct SuggestedNameTests {
  private func name(profile: String = "default", user: String, login: String) -> String {
    SignUp.suggestedName(profile: profile, environment: ["USER": user, "LOGNAME": login])
  }

  @Test func `it is the profile's, or the system's`() {
    #expect(name(user: "anna", login: "berit") == "anna")
    #expect(name(user: "not a name", login: "berit") == "berit")
    #expect(name(profile: "work", user: "anna", login: "anna") == "work")
  }

  @Test func `a name that a server refuses is not offered`() {
    #expect(name(user: "root", login: "berit") == "berit")
    #expect(name(user: "Admin", login: "berit") == "berit")
    #expect(name(profile: "server", user: "anna", login: "anna").isEmpty)
    // Tests run as whoever runs them, who can be root.
    let system = NSUserName()
    #expect(name(user: "root", login: "me") == (system == "root" ? "" : system))
  }
}
