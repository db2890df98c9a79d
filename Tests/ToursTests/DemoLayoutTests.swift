import Foundation
import Testing
import Tours

/// The places of a demo's windows.
@Suite struct DemoLayoutTests {
  @Test func `windows are side by side only where each holds six messages`() {
    func layout(_ columns: Int, _ rows: Int, _ clients: Int, tour: Bool) -> DemoLayout {
      DemoLayout(columns: columns, rows: rows, clients: clients, hasTour: tour)
    }
    #expect(layout(160, 50, 3, tour: true).arrangement == .sideBySide)
    #expect(layout(160, 50, 3, tour: true).logColumns == 80)
    #expect(layout(80, 24, 2, tour: true).arrangement == .oneAtATime)
    #expect(layout(80, 24, 2, tour: true).rowsBelow == 9)
    #expect(layout(120, 40, 5, tour: true).arrangement == .oneAtATime)
    #expect(layout(120, 60, 4, tour: false).arrangement == .tiles)
    #expect(layout(80, 24, 1, tour: false).arrangement == .sideBySide)
    // People who chat themselves have a log where it leaves them their rows.
    #expect(layout(80, 24, 2, tour: false).rowsBelow == 4)
    #expect(layout(80, 20, 2, tour: false).rowsBelow == 0)
  }

  @Test func `the last row says what ends a window, and what ends the demo, as far as it has room`()
  {
    func keys(_ columns: Int, _ rows: Int, _ clients: Int, tour: Bool, behind taken: Int) -> String
    {
      let keys = DemoLayout(columns: columns, rows: rows, clients: clients, hasTour: tour)
        .keys(behind: taken)
      #expect(keys.count <= columns - taken, "\(keys)")
      return keys.trimmingCharacters(in: .whitespaces)
    }
    #expect(
      keys(160, 50, 2, tour: false, behind: 15)
        == "Ctrl+B then arrow: other side, d: end the demo | Ctrl+Q: end this window")
    #expect(
      keys(80, 24, 2, tour: false, behind: 16)
        == "Ctrl+B 1-2: person, d: end all | Ctrl+Q: end one")
    #expect(
      keys(80, 24, 5, tour: false, behind: 40) == "Ctrl+B d: end all | Ctrl+Q: end one")
    #expect(keys(80, 24, 1, tour: false, behind: 15) == "Ctrl+Q: end the demo")
    #expect(
      keys(160, 50, 3, tour: true, behind: 15)
        == "Ctrl+B then arrow: other side | Ctrl+Q in the tour: end the demo")
    #expect(
      keys(80, 24, 2, tour: true, behind: 16) == "Ctrl+B then 1-2: person | Ctrl+Q: end the demo")
    #expect(keys(80, 24, 5, tour: true, behind: 40) == "Ctrl+Q: end the demo")
    #expect(keys(40, 24, 5, tour: true, behind: 40).isEmpty)
  }
}
