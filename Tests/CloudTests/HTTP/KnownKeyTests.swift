import Foundation
import NIOHTTP1
import Testing

/// A misspelt key or parameter in a request of the extension is refused by its name, and nothing is done.
@Suite struct KnownKeyTests {
  @Test(arguments: [
    ("reset", #"{"contaner":"x"}"#, "'contaner'"), ("clock", #"{"advnce":5}"#, "'advnce'"),
    ("limits", #"{"quota":5}"#, "'quota'"), ("limits", #"{"signup":"closed"}"#, "'signup'"),
    ("limits", #"{"throttle":{"perSecond":1,"burst":1,"bust":2}}"#, "'throttle.bust'"),
    ("plan", #"{"containers":[],"accounts":[],"limit":{}}"#, "'limit'"),
    (
      "plan", #"{"containers":[],"accounts":[{"name":"x"},{"name":"y","mail":1}]}"#,
      "'accounts[1].mail'"
    ),
    (
      "plan",
      #"{"accounts":[],"containers":[{"identifier":"a.b","environments":[{"environment":"development","tokens":[],"keys":[],"records":[{"account":"alice","recordType":"T","recordName":"r","zome":"Z"}]}]}]}"#,
      "'containers[0].environments[0].records[0].zome'"
    ),
    ("containers", #"{"identifier":"a.b","kind":1}"#, "'kind'"),
    ("containers/iCloud.net.zonechat/development/settings", #"{"quota":1}"#, "'quota'"),
    ("containers/iCloud.net.zonechat/development/tokens", #"{"name":"t","tokn":"1"}"#, "'tokn'"),
    ("zones/expire-tokens", #"{"account":"alice","databse":"private"}"#, "'databse'"),
    ("accounts", #"{"name":"carol","pasphrase":"correct horse"}"#, "'pasphrase'"),
    ("sessions", #"{"name":"alice","contaner":"a.b"}"#, "'contaner'"),
    ("faults", #"{"effect":"dropBefore","acount":"x"}"#, "'acount'"),
  ]) func `an unknown key`(path: String, body: String, name: String) async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      let answer = try await cloud.operate(.POST, path, body)
      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.json["serverErrorCode"] as? String == "BAD_REQUEST")
      let reason = answer.json["reason"] as? String ?? ""
      #expect(reason.contains(name), "\(reason)")
      let accounts = try await cloud.operate(.GET, "inspect/accounts").entries("rows")
      #expect(accounts.map { $0["name"] as? String } == ["alice", "bob"])
      #expect(try await cloud.operate(.GET, "containers/a.b").status == 404)
    }
  }

  @Test(arguments: [
    ("requests?acount=x", "'acount'"), ("inspect/zones?acount=x", "'acount'"),
    ("export?contaner=x", "'contaner'"), ("schema?contaner=x", "'contaner'"),
    ("faults?id=x", "'id'"), ("clock?advance=5", "'advance'"),
  ]) func `an unknown parameter`(path: String, name: String) async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      let answer = try await cloud.operate(.GET, path)
      #expect(answer.status == 400, "\(answer.text.prefix(200))")
      #expect(answer.text.contains("unknown parameter \(name)"), "\(answer.text.prefix(200))")
    }
  }

  @Test(arguments: [
    (HTTPMethod.POST, "snapshots/one"), (.POST, "snapshots/one/restore"), (.POST, "repair"),
    (.POST, "containers/iCloud.net.zonechat/development/reset"), (.GET, "clock"),
    (.DELETE, "containers/iCloud.net.zonechat"), (.DELETE, "snapshots/one"),
  ]) func `a body that a route does not take`(method: HTTPMethod, path: String) async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      let answer = try await cloud.operate(method, path, #"{"container":"a.b"}"#)
      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.text.contains("takes no body"), "\(answer.text)")
      #expect(try await cloud.operate(.GET, "containers/iCloud.net.zonechat").status == 200)
      // Some libraries send an empty object with each POST.
      #expect(try await cloud.operate(.POST, "repair", "{}").status == 200)
    }
  }

  @Test func `the names of fields are their sender's`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      let record =
        #"{"account":"alice","recordType":"T","recordName":"r","fields":{"any":{"value":1}}}"#
      let plan =
        #"{"accounts":[],"containers":[{"identifier":"a.b","environments":[{"environment":"development","tokens":[],"keys":[],"settings":{"schemaLearning":"always"},"records":[\#(record)]}]}]}"#
      let answer = try await cloud.operate(.POST, "plan", plan)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
