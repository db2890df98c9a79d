import CloudCommands
import Foundation
import Testing

/// Which copies of a server are too many.
@Suite struct BackupRotationTests {
  private func name(_ day: Int) -> String {
    BackupRotation.name(at: Date(timeIntervalSince1970: 1_800_000_000 + Double(day) * 86_400))
  }

  @Test func `a name says its time`() {
    #expect(name(0) == "zonechat-20270115T080000Z.sqlite")
    #expect(BackupRotation.time(of: name(0)) == Date(timeIntervalSince1970: 1_800_000_000))
  }

  @Test func `the newest are kept, in whatever order they are listed`() {
    let names = [3, 0, 2, 1].map(name)
    #expect(BackupRotation.surplus(in: names, keep: 2) == [name(0), name(1)])
    #expect(BackupRotation.surplus(in: names, keep: 4).isEmpty)
    #expect(BackupRotation.surplus(in: names, keep: 9).isEmpty)
    #expect(BackupRotation.newest(in: names) == BackupRotation.time(of: name(3)))
    #expect(BackupRotation.newestName(in: names + ["zzz"]) == name(3))
    #expect(BackupRotation.newest(in: ["notes.txt"]) == nil)
  }

  @Test func `what has another name belongs to somebody else`() {
    let others = [
      "zonechat-20270115T080000Z.sqlite.assets", "zonechat-20271315T080000Z.sqlite",
      "zonechat-20270115T080000Z.sqlite.partial-0", "my-zonechat-20270115T080000Z.sqlite",
      "zonechat-20270115.sqlite", "zonechat.sqlite", "cloud.sqlite", "notes.txt", "",
    ]
    #expect(BackupRotation.surplus(in: others + [name(0)], keep: 1).isEmpty)
    #expect(BackupRotation.surplus(in: others + [name(0), name(1)], keep: 1) == [name(0)])
  }
}
