package import CommandSupport

/// The form of a file that has the history of a chat.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// An archive, as ‘zonechat export’ writes it.
  case zonechat
  /// The log of a buffer of WeeChat.
  case weechat
  /// The log of a window of irssi.
  case irssi
  /// The history of a room that Element has exported as JSON.
  case matrix

  /// The lines at which a file is looked at; our choice.
  private static let lines = 50

  /// The form of a file by its first lines; that of an archive where they have no other one.
  package init(of file: ArchiveFile) throws(Failure) {
    try file.rewind()
    var isObject = false
    for _ in 0..<Self.lines {
      guard let line = try file.next() else { break }
      let text = LoggedText.text(line.bytes ?? []).text.drop { $0.isWhitespace }
      if text.hasPrefix("{") { isObject = true }
      if isObject {
        if text.contains("\"room_name\"") {
          self = .matrix
          return
        }
        if text.contains("\"kind\"") { break }
        continue
      }
      if WeeChatLog.isLine(text) {
        self = .weechat
        return
      }
      if IrssiLog.isBeginning(text) {
        self = .irssi
        return
      }
    }
    self = .zonechat
  }
}
