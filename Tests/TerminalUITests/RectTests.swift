import TerminalUI
import Testing

struct RectTests {
  @Test(arguments: Edge.allCases)
  func `a strip and the rest are the whole`(edge: Edge) {
    let whole = Rect(column: 2, row: 3, width: 10, height: 6)
    for length in -1...12 {
      let (strip, rest) = whole.split(length, from: edge)
      #expect(strip.width * strip.height + rest.width * rest.height == 60)
      #expect(strip.intersection(rest).isEmpty)
      #expect(strip.isEmpty || strip.intersection(whole) == strip)
      #expect(rest.isEmpty || rest.intersection(whole) == rest)
    }
  }

  @Test func `removing takes from the edge`() {
    var rect = Rect(Size(width: 80, height: 24))
    #expect(rect.remove(1, from: .top) == Rect(column: 0, row: 0, width: 80, height: 1))
    #expect(rect.remove(2, from: .bottom) == Rect(column: 0, row: 22, width: 80, height: 2))
    #expect(rect.remove(20, from: .leading) == Rect(column: 0, row: 1, width: 20, height: 21))
    #expect(rect.remove(10, from: .trailing) == Rect(column: 70, row: 1, width: 10, height: 21))
    #expect(rect == Rect(column: 20, row: 1, width: 50, height: 21))
  }

  @Test func `margins never turn an area inside out`() {
    let rect = Rect(column: 1, row: 1, width: 5, height: 2)
    #expect(rect.inset(columns: 1) == Rect(column: 2, row: 1, width: 3, height: 2))
    #expect(rect.inset(columns: 9, rows: 9).isEmpty)
    #expect(
      rect.centered(Size(width: 3, height: 9)) == Rect(column: 2, row: 1, width: 3, height: 2))
    #expect(rect.contains(Point(column: 5, row: 2)))
    #expect(!rect.contains(Point(column: 6, row: 2)))
  }
}
