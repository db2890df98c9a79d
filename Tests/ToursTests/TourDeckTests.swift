import CloudModel
import CommandSupport
import Testing
import Tours

/// The pane of a tour: what it shows of each step, and its keys.
@Suite struct TourDeckTests {
  private static let share = ShareSketch(
    zone: "chat-1", title: "Trip", number: 1, recordName: "cloudkit.zoneshare",
    publicPermission: .none,
    people: [
      .init("alice", .owner, .accepted, .readWrite),
      .init("bob", .privateUser, .accepted, .readOnly),
      .init("carol", .privateUser, .pending, .readWrite),
    ])

  private func makeDeck(steps: Int = 3) -> TourDeck {
    var deck = TourDeck()
    for number in 1...steps {
      deck.take(
        .began(
          TourSlide(
            number: number, stepCount: steps,
            caption: "Step \(number): Bob joins, and the same zone is in his shared database.",
            command: "bob$ zonechat join LINK")))
      deck.take(.did("  ✓ bob joins"))
      deck.take(.shared(Self.share))
      deck.take(
        .asked([
          .init(
            person: "bob", database: "shared", operation: "changes/zone", outcome: "ok",
            zone: "Trip", zoneNumber: 1)
        ]))
      deck.take(
        .showed([.init(person: "bob", captured: ["\u{1B}[1mat step \(number)", "still bold"])]))
    }
    return deck
  }

  private func text(
    _ deck: TourDeck, columns: Int = 80, rows: Int = 16, showsKeys: Bool = true
  ) -> [String] {
    deck.rows(columns: columns, rows: rows, people: 2, showsKeys: showsKeys).map(\.plain)
  }

  @Test func `a step has its caption, its command, the share and what the cloud was asked`() {
    #expect(
      text(makeDeck()).filter { !$0.isEmpty } == [
        "Step 3 of 3",
        "Step 3: Bob joins, and the same zone is in his shared database.",
        "  bob$ zonechat join LINK",
        "  ✓ bob joins",
        "Share of ■ Trip  anyone with the link: none  record cloudkit.zoneshare",
        "├ alice  owner     private database  ■ Trip  read-write",
        "├ bob    accepted  shared database   ■ Trip  read-only",
        "└ carol  invited   in no database            read-write",
        "WHO       DATABASE  OPERATION             OUTCOME               ZONE",
        "bob       shared    changes/zone          ok                    Trip",
        "Space pause   Enter step   ← back   r again   l log   1-2 person   q end demo",
      ])
  }

  @Test func `the same zone has the same colour in both databases`() {
    let rows = makeDeck().rows(columns: 80, rows: 16, people: 0, showsKeys: false)
    let zones = rows.joined().filter { $0.text == "■ Trip" || $0.text == "Trip" }
    #expect(zones.map(\.meaning) == [.zone(1), .zone(1), .zone(1), .zone(1)])
    let drawn = rows.map { $0.drawn(columns: 80, isColored: true) }.joined()
    #expect(drawn.contains(ZoneNames.colored("■ Trip", number: 1)))
    #expect(!rows.map { $0.drawn(columns: 80, isColored: false) }.joined().contains("[35m"))
  }

  @Test(arguments: [20, 33, 47, 80]) func `captions break at words, and no row is too long`(
    columns: Int
  ) {
    let deck = makeDeck()
    let rows = text(deck, columns: columns, rows: 40, showsKeys: false)
    let caption = "Step 3: Bob joins, and the same zone is in his shared database."
    #expect(rows.joined(separator: " ").contains(caption))
    let drawn = deck.rows(columns: columns, rows: 40, people: 2, showsKeys: true)
      .map { $0.drawn(columns: columns, isColored: false) }
      .map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    #expect(drawn.allSatisfy { $0.count <= columns })
  }

  /// A share with the longest words that are shown.
  private static let longShare = ShareSketch(
    zone: "chat-1", title: "Summer trip to Gdańsk and Sopot", number: 1,
    recordName: "cloudkit.zoneshare", publicPermission: .readWrite,
    people: [
      .init("christopher", .owner, .accepted, .readWrite),
      .init("bob", .privateUser, .accepted, .readOnly),
      .init("dan", .privateUser, .pending, .readWrite),
    ])

  @Test(arguments: [33, 40, 47, 50, 55, 56, 79, 80, 160])
  func `a share is whole in any pane: each person has a name, a database and a right`(
    columns: Int
  ) {
    var deck = TourDeck()
    deck.take(.began(TourSlide(number: 1, stepCount: 1, caption: "")))
    deck.take(.shared(Self.longShare))
    let rows = deck.rows(columns: columns, rows: 12, people: 2, showsKeys: false)
    #expect(rows.allSatisfy { $0.plain.count <= columns }, "\(rows.map(\.plain))")
    let text = rows.map(\.plain).filter { !$0.isEmpty }
    #expect(text[1].hasPrefix("Share of ■ Sum"))
    #expect(text[2].contains("├ ch") && text[2].contains("private"))
    #expect(text[2].contains("■") && text[2].hasSuffix("  read-write"))
    #expect(text[3].contains("├ bob") && text[3].contains("shared"))
    #expect(text[3].contains("■") && text[3].hasSuffix("  read-only"))
    #expect(text[4].contains("└ dan") && text[4].contains("invited"))
    #expect(!text[4].contains("■") && text[4].hasSuffix("  read-write"))
    // The same zone has the same colour for both who have it.
    let shown = rows.filter { !$0.plain.isEmpty }
    #expect(shown[1...3].allSatisfy { row in row.count { $0.meaning == .zone(1) } == 1 })
    #expect(columns < 47 || text[1].contains("read-write"), "who has it by the link")
    #expect(columns < 80 || text[2].contains("private database"))
  }

  @Test(arguments: [50, 75, 76, 160]) func `what the cloud was asked names the zone in any pane`(
    columns: Int
  ) {
    var deck = makeDeck()
    _ = deck.press(.log)
    let rows = text(deck, columns: columns, rows: 24, showsKeys: false)
    let log = rows.filter { $0.contains("changes/zone") || $0.contains("OPERATION") }
    #expect(log.count == 2 && log[0].contains("ZONE") && log[1].contains("Trip"), "\(rows)")
    #expect(log.allSatisfy { $0.count <= columns })
    #expect(log[1].contains("ok") == (columns >= 76))
  }

  @Test func `where not all requests have room, those of the step's chat stay, then other chats`() {
    var deck = TourDeck()
    deck.take(.began(TourSlide(number: 1, stepCount: 1, caption: "Bob joins.")))
    deck.take(.shared(Self.share))
    deck.take(
      .asked(
        [("zonechat-settings", 3), ("Film night", 2), ("Trip", 1)].map { zone, number in
          TourSlide.Request(
            person: "bob", database: "shared", operation: "changes/zone", outcome: "ok", zone: zone,
            zoneNumber: number)
        }))
    // A title, the caption, four rows of the share and the titles of the columns.
    let zones = (8...10).map { rows in
      text(deck, columns: 120, rows: rows, showsKeys: false)
        .filter { $0.contains("changes/zone") }
        .compactMap { $0.split(separator: "  ").last?.trimmingPrefix(" ").description }
    }
    #expect(
      zones == [["Trip"], ["Film night", "Trip"], ["zonechat-settings", "Film night", "Trip"]])
  }

  @Test func `a low pane keeps the caption and the share, and gives up the rest`() {
    let rows = text(makeDeck(), rows: 8)
    #expect(rows.count == 8 && rows[1].hasPrefix("Step 3: Bob"))
    #expect(rows.contains { $0.hasPrefix("├ bob") } && !rows.contains { $0.contains("✓") })
    #expect(rows.last?.hasPrefix("Space pause") == true)
  }

  @Test func `the keys that matter most stay in a narrow pane`() {
    var deck = makeDeck()
    _ = deck.press(.back)
    for (columns, keys) in [
      (
        100,
        "Space go on   Enter step   ← back   → forward   r again   l log   1-2 person   q end demo"
      ),
      (80, "Space go on   Enter step   ← back   → forward   r again   q end demo"),
      (50, "Space go on   Enter step   ← back   q end demo"),
      (24, "Space go on   q end demo"), (5, ""),
    ] {
      #expect(text(deck, columns: columns).last == keys)
    }
  }

  @Test func `back shows what was kept and lets the steps wait, forward comes back`() {
    var deck = makeDeck()
    let first = deck.press(.back)
    #expect(first == [.pause] && deck.isLookingBack && deck.isPaused)
    #expect(text(deck)[0].contains("Step 2 of 3  Looking back"))
    #expect(text(deck)[0].contains("do not go back"))
    #expect(deck.keptWindows(columns: 80, rows: 3)[1].contains("at step 2"))
    // A row alone has its colours, and their end.
    #expect(deck.keptWindows(columns: 80, rows: 3)[2].hasPrefix("\u{1B}[1mstill bold\u{1B}[0m"))
    let further = [TourKey.back, .back].flatMap { deck.press($0) }
    #expect(further.isEmpty && deck.shown?.number == 1, "there is nothing before the first")
    let forward = deck.press(.step)
    #expect(forward.isEmpty && deck.shown?.number == 2)
    let present = deck.press(.forward)
    #expect(present.isEmpty && !deck.isLookingBack && deck.isPaused)
    let onward = [TourKey.step, .pause].flatMap { deck.press($0) }
    #expect(onward == [.goOn, .resume] && !deck.isPaused)
  }

  @Test func `again and leave end the pane, and after the last step nothing goes on`() {
    var deck = makeDeck()
    deck.take(.ended("That was it."))
    #expect(text(deck).contains("That was it."))
    let orders = [TourKey.step, .again].flatMap { deck.press($0) }
    #expect(orders == [.again] && deck.isLeaving)
  }

  @Test func `a long tour keeps its newest steps`() {
    var deck = makeDeck(steps: TourDeck.mostSlides + 5)
    #expect(deck.slides.count == TourDeck.mostSlides)
    _ = deck.press(.back)
    deck.take(.began(TourSlide(number: 1, stepCount: 1, caption: "")))
    #expect(deck.shown?.number == TourDeck.mostSlides + 4)
  }

  @Test func `keys are read as terminals send them`() {
    let bytes = Array(" \r\u{1B}[D\u{1B}OC\u{1B}[1;5Alrq\u{11}3x".utf8)
    #expect(
      TourKey.keys(in: bytes) == [
        .pause, .step, .back, .forward, .log, .again, .leave, .leave, .person(2),
      ])
  }

  @Test func `shares are read as the cloud has them, the owner first`() {
    var names = ZoneNames()
    names.learn("chat-0\tOther\nchat-1\tTrip\n")
    func person(_ name: String, _ role: String, _ status: String, _ right: String)
      -> InspectionValue
    {
      .object([
        "name": .text(name), "role": .text(role), "status": .text(status),
        "permission": .text(right),
      ])
    }
    let page = InspectionPage(
      subject: .shares, columns: [],
      rows: [
        [
          "zoneName": .text("chat-1"), "recordName": .text("cloudkit.zoneshare"),
          "publicPermission": .text("NONE"),
          "participants": .list([
            person("carol", "USER", "INVITED", "READ_WRITE"),
            person("bob", "USER", "ACCEPTED", "READ_ONLY"),
            person("alice", "OWNER", "ACCEPTED", "READ_WRITE"),
          ]),
        ],
        ["zoneName": .integer(1)],
      ])
    #expect(ShareSketch.all(page, &names) == [Self.share])
  }
}
