import CloudKitTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The cloud of `CloudKitTesting` in a process of its own.
@Suite(.timeLimit(.minutes(5)))
struct TestCloudProcessTests {
  private static let container = "iCloud.com.example.Lists"
  private static let containers = """
    [[container]]
    id = "iCloud.com.example.Lists"

    [container.development]
    learn-schema = "always"
    """
  private static let place = TestCloud.Place.process(program: Program.executable.path)

  private func post(
    _ operation: String, _ body: String, as account: TestAccount, at cloud: TestCloud
  ) async throws -> String {
    var request = URLRequest(url: account.url(of: operation, at: cloud))
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
  }

  private func isRunning(_ process: Int32?) -> Bool { process.map { kill($0, 0) == 0 } ?? false }

  @Test func `all that a test asks of a cloud works in another process`() async throws {
    let process = try await TestCloud.with(
      containers: Self.containers, seed: 7, in: Self.place
    ) { cloud in
      #expect(isRunning(cloud.processID) && cloud.processID != getpid())
      let alice = try await cloud.makeAccount("alice", in: Self.container)
      let zone =
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"list"}}}]}"#
      #expect(try await post("zones/modify", zone, as: alice, at: cloud).contains("list"))
      #expect(try await cloud.requests().map(\.operation) == ["zones/modify"])
      try await cloud.takeSnapshot("filled")
      try await cloud.freezeClock()
      let stood = try await cloud.now()
      try await cloud.advance(by: 60)
      #expect(try await cloud.now() == stood.addingTimeInterval(60))
      try await cloud.reset()
      #expect(
        try await post("zones/list", "{}", as: alice, at: cloud).contains("AUTHENTICATION_FAILED"))
      try await cloud.restoreSnapshot("filled")
      #expect(try await post("zones/list", "{}", as: alice, at: cloud).contains("list"))
      return cloud.processID
    }
    #expect(!isRunning(process), "it was ended, and waited for")
    let same = try await TestCloud.with(containers: Self.containers, seed: 7) { cloud in
      try await cloud.makeAccount("alice", in: Self.container).userRecordName
    }
    let again = try await TestCloud.with(containers: Self.containers, seed: 7, in: Self.place) {
      try await $0.makeAccount("alice", in: Self.container).userRecordName
    }
    #expect(same == again, "the seed means the same in both places")
  }

  @Test func `a cloud that cannot start says why`() async throws {
    await #expect {
      try await TestCloud(in: .process(program: "/nonexistent/zonechat"))
    } throws: {
      "\($0)" == "There is no program at /nonexistent/zonechat."
    }
    await #expect {
      try await TestCloud(in: .process(program: "/bin/false"))
    } throws: {
      "\($0)".contains("/bin/false has not become ready")
    }
    // What only the cloud finds wrong in the file.
    let short = "[[account]]\nname = \"bob\"\npassphrase = \"short\"\n"
    await #expect {
      try await TestCloud(containers: short, in: Self.place)
    } throws: {
      "\($0)".contains("line 3, column 1: In the account ‘bob’: A passphrase")
    }
  }

  @Test func `nothing is left behind in the temporary folder`() async throws {
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: FileManager.default.temporaryDirectory.path
      ).filter { $0.hasPrefix("zonechat-cloud-process-") }
    }
    let before = Set(try left())
    try await TestCloud.with(containers: Self.containers, in: Self.place) { cloud in
      // Other tests may have one for a moment.
      try await until("the folder has gone") { Set(try left()).subtracting(before).isEmpty }
      try await cloud.reset()
      #expect(isRunning(cloud.processID))
    }
  }
}
