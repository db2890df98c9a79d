import Foundation
import TerminalUI
import Testing

struct DesktopNotificationTests {
  @Test func `each sequence has its form`() {
    #expect(DesktopNotification.off.sequence(title: "Crew", body: "hi") == nil)
    #expect(
      DesktopNotification.osc9.sequence(title: "Crew", body: "hi") == "\u{1B}]9;Crew: hi\u{1B}\\")
    #expect(
      DesktopNotification.osc777.sequence(title: "Crew", body: "a;b")
        == "\u{1B}]777;notify;Crew;a,b\u{1B}\\")
    #expect(
      DesktopNotification.osc99.sequence(title: "Crew", body: "hi")
        == "\u{1B}]99;i=zonechat:d=0:e=1;Q3Jldw==\u{1B}\\"
        + "\u{1B}]99;i=zonechat:d=1:p=body:e=1;aGk=\u{1B}\\")
  }

  @Test func `tmux hands a sequence over, and the console of Linux gets none`() {
    let tmux = TerminalModes(hasStrings: true, isInsideTmux: true)
    #expect(
      tmux.notify(.osc9, title: "A", body: "b")
        == "\u{1B}Ptmux;\u{1B}\u{1B}]9;A: b\u{1B}\u{1B}\\\u{1B}\\")
    #expect(TerminalModes(hasStrings: false).notify(.osc9, title: "A", body: "b") == nil)
  }

  @Test(arguments: DesktopNotification.allCases)
  func `a hostile text does not end the sequence`(way: DesktopNotification) throws {
    let evil = "\u{1B}\\\u{7}\u{1B}]52;c;AAAA\u{7}\u{9C}\u{202E}"
    guard let text = way.sequence(title: evil, body: evil) else { return }
    let parts = text.components(separatedBy: "\u{1B}\\").filter { !$0.isEmpty }
    #expect(parts.count <= 2)
    for part in parts {
      #expect(part.unicodeScalars.filter { $0.value < 32 || $0.value == 0x9C }.count == 1)
    }
  }
}
