import TerminalUI
import Testing

@MainActor
struct GridTerminalTests {
  @Test func `the last picture is kept`() {
    let terminal = GridTerminal(size: Size(width: 5, height: 2))
    terminal.begin()
    var grid = Grid(size: terminal.size)
    grid.draw("hello", at: .origin)
    terminal.draw(grid, cursor: Point(column: 1, row: 0))
    #expect(terminal.text == ["hello", ""])
    #expect(terminal.cursor == Point(column: 1, row: 0))
    #expect(terminal.drawCount == 1)
  }

  @Test func `nothing is shown before the beginning or while paused`() {
    let terminal = GridTerminal(size: Size(width: 5, height: 1))
    terminal.draw(Grid(size: terminal.size), cursor: nil)
    terminal.begin()
    terminal.pause()
    terminal.draw(Grid(size: terminal.size), cursor: nil)
    #expect(terminal.drawCount == 0)
    terminal.resume()
    terminal.draw(Grid(size: terminal.size), cursor: nil)
    #expect(terminal.drawCount == 1)
  }

  @Test func `a new window size is known after asking`() {
    let terminal = GridTerminal(size: Size(width: 5, height: 1))
    terminal.windowSize = Size(width: 9, height: 3)
    #expect(terminal.size == Size(width: 5, height: 1))
    #expect(terminal.updateSize() == Size(width: 9, height: 3))
  }
}
