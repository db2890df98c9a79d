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
}
