import CloudCommands
import CloudModel
import CommandSupport
import Testing

/// Lines of the cloud's log, and the titles above them.
@Suite struct RequestLineTests {
  private static func request(_ zone: String, account: String, in database: String)
    -> JournaledRequest
  {
    var request = JournaledRequest(
      number: 1, at: 0, method: "POST", operation: "records/modify", container: nil,
      environment: nil, database: database, zones: [zone], account: account, userRecordName: nil,
      status: 200, code: "OK", milliseconds: 3)
    request.told = ["bob"]
    return request
  }

  @Test(arguments: [40, 80, 120, 160])
  func `titles stand above their columns`(columns: Int) {
    var zones = ZoneNames()
    zones.learn("chat-1", title: "Trip")
    let line = RequestLine(
      Self.request("chat-1", account: "alice", in: "private"), columns: columns, zones: &zones
    ).text(isColored: false)
    let heading = RequestLine.heading(columns: columns)
    #expect(line.count <= columns && heading.count <= columns)
    let cells = [
      ("WHO", "alice"), ("DATABASE", "private"), ("ZONE", "Trip"), ("TOLD", "told"),
    ]
    for (title, value) in cells {
      guard let place = heading.firstRange(of: title)?.lowerBound else { continue }
      let offset = heading.distance(from: heading.startIndex, to: place)
      #expect(String(line.dropFirst(offset)).hasPrefix(value), "\(title) in \(line)")
    }
    #expect(columns < 80 || heading.contains("ZONE"))
  }

  @Test func `one zone in two databases has one name and one colour, and another zone another`() {
    var zones = ZoneNames()
    zones.learn("chat-1", title: "Trip")
    func line(_ zone: String, _ account: String, _ database: String) -> String {
      RequestLine(
        Self.request(zone, account: account, in: database), columns: 160, zones: &zones
      ).text(isColored: true)
    }
    let trip = ZoneNames.colored("Trip", number: 0)
    #expect(line("chat-1", "alice", "private").contains(trip))
    #expect(line("chat-1", "bob", "shared").contains(trip))
    #expect(line("chat-2", "bob", "private").contains(ZoneNames.colored("chat-2", number: 1)))
    // Nothing of a request can control the terminal.
    let hostile = line("\u{1B}[2J", "bob", "private")
    #expect(!hostile.contains("\u{1B}[2J"))
  }
}
