import CloudCommands
import Testing

/// Tables for people.
@Suite struct TextTableTests {
  @Test func `columns are as wide as their values, and empty ones are left out`() {
    let table = TextTable(
      ["recordName", "empty", "title"], [["milk", "", "日本"], ["b", "", "x\u{1B}[2J\ny"]],
      columns: nil)
    #expect(table.lines == ["RECORD NAME  TITLE", "milk         日本", "b            x␛[2J y"])
    #expect(table.hidden.isEmpty)
  }

  @Test func `wide columns give way, and their values say so`() {
    let table = TextTable(
      ["a", "b"], [["0123456789", "日本語日本語日本語日本"]], columns: 22)
    #expect(table.lines == ["A           B", "0123456789  日本語日…"])
  }

  @Test func `a time is whole where there is room for its column, and headings are words`() {
    let time = "2026-11-25T10:29:22Z"
    let row = [String(repeating: "a", count: 36), String(repeating: "b", count: 33), time, time]
    let table = TextTable(["recordName", "senderID", "sentAt", "modified"], [row], columns: 60)
    #expect(table.lines.first == "RECORD NAME         SENDER ID           SENT AT")
    #expect(table.lines.last?.hasSuffix(time) ?? false && table.hidden == ["modified"])
    #expect(table.lines.allSatisfy { $0.count <= 60 })
    #expect(TextTable(["a"], [[time]], columns: 8).lines == ["A", "2026-11…"])
  }

  @Test func `columns without room are hidden and named, and no line is too long`() {
    let headings = (0..<12).map { "field\($0)" }
    let row = headings.map { $0 + " with a long value" }
    for columns in [8, 9, 17, 18, 40, 80] {
      let table = TextTable(headings, [row], columns: columns)
      #expect(table.lines.allSatisfy { $0.count <= columns }, "\(columns): \(table.lines)")
      #expect(table.hidden == Array(headings.suffix(table.hidden.count)))
      #expect(table.hidden.count == 12 - max(1, (columns + 2) / 10), "\(columns)")
    }
  }

  @Test func `a value is whole where nothing limits it`() {
    let long = String(repeating: "x", count: 500)
    #expect(TextTable(["a"], [[long]], columns: nil, widest: nil).lines.last == long)
    #expect(TextTable(["a"], [[long]], columns: nil).lines.last?.count == TextTable.widest)
  }
}
