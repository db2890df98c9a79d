import CloudModel
import CommandSupport
import TerminalUI
import Tours

/// The pane of a tour in which somebody has just joined a chat, as its rows are drawn.
enum TourPicture {
  private static let size = Size(width: 80, height: 14)

  static var grid: Grid {
    var grid = Grid(size: size)
    let rows = deck.rows(columns: size.width, rows: size.height, people: 2, showsKeys: true)
    for (number, row) in rows.enumerated() {
      let strip = grid.bounds.rowStrip(number)
      var place = strip.origin
      for span in row {
        let columns = grid.draw(span.text, at: place, in: strip, style: style(span.meaning))
        place = place.moved(columns: columns)
      }
    }
    return grid
  }

  private static func style(_ meaning: TourSpan.Meaning) -> Style {
    switch meaning {
    case .text: .plain
    case .strong: .plain.adding(.bold)
    case .quiet: .plain.adding(.dim)
    case .zone(let number): .plain.foreground(.palette(UInt8(ZoneNames.color(number: number) - 30)))
    }
  }

  private static var deck: TourDeck {
    var deck = TourDeck()
    deck.take(
      .began(
        TourSlide(
          number: 3, stepCount: 20, caption: "Bob joins. The same zone is in his shared database.",
          command: "bob$ zonechat join LINK")))
    deck.take(.did("  ✓ bob joins ‘Trip to Gdańsk’"))
    deck.take(
      .shared(
        ShareSketch(
          zone: "chat-1", title: "Trip to Gdańsk", number: 0, recordName: "cloudkit.zoneshare",
          publicPermission: .none,
          people: [
            .init("alice", .owner, .accepted, .readWrite),
            .init("bob", .privateUser, .accepted, .readWrite),
          ])))
    deck.take(
      .asked([
        request("bob", "shared", "records/accept"), request("alice", "private", "changes/zone"),
        request("bob", "shared", "changes/zone"),
      ]))
    return deck
  }

  private static func request(
    _ person: String, _ database: String, _ operation: String
  ) -> TourSlide.Request {
    TourSlide.Request(
      person: person, database: database, operation: operation, outcome: "ok",
      zone: "Trip to Gdańsk", zoneNumber: 0)
  }
}
