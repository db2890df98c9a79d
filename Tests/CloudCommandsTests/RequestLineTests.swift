import CloudCommands
import CloudModel
import CommandSupport
import Foundation
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

  private func written(_ count: Int, rows: Int?, isFollowed: Bool) -> [String] {
    let screen = rows.map {
      RequestPage.Screen(columns: 80, rows: $0, isColored: false, movesCursor: true)
    }
    var page = RequestPage(isFollowed: isFollowed)
    return [page.begin(on: isFollowed ? screen : nil)]
      + (1...count).map {
        page.add(Self.request("chat-\($0)", account: "alice", in: "private"), on: screen)
      }
  }

  @Test func `on a low screen the titles stay above the newest requests, and each row is used`() {
    let pictures = written(7, rows: 4, isFollowed: true)
    #expect(pictures[0].contains("WHO") && !pictures[0].contains("\n"))
    for (count, picture) in pictures.enumerated() {
      #expect(picture.hasPrefix("\u{1B}[H\u{1B}[JTIME"))
      let rows = picture.components(separatedBy: "\r\n")
      #expect(rows.count == min(4, count + 1), "no line end, which would scroll")
      let zones = rows.dropFirst().map { String($0.split(separator: " ")[5]) }
      let newest = (1...7).filter { (count - 2...count).contains($0) }.map { "chat-\($0)" }
      #expect(zones == newest)
    }
  }

  @Test func `on a higher screen the titles come before the first request, and again in time`() {
    let lines = written(9, rows: 8, isFollowed: true).joined().split(separator: "\n")
    #expect(lines.indices.filter { lines[$0].contains("WHO") } == [0, 7])
    #expect(lines.count == 11 && !lines.joined().contains("\u{1B}"))
    // Without a terminal there are lines alone, and a journal that is not followed is read upwards.
    #expect(written(3, rows: nil, isFollowed: true).joined().split(separator: "\n").count == 3)
    let read = written(9, rows: 4, isFollowed: false).joined().split(separator: "\n")
    #expect(read.indices.filter { read[$0].contains("WHO") } == [0] && read.count == 10)
  }
}
