import ChatCore
import TerminalUI

/// A link as a QR code, for the dialogs that show a link.
enum LinkCodeView {
  static func footer(and others: Dialog.Hint...) -> [Dialog.Hint] {
    [.action(.linkCopy), .action(.linkCode)] + others + [.confirm("close")]
  }

  /// The colours are named, so that the code is dark on light whatever the terminal's own colours are.
  private static let style = Style.plain.foreground(.brightWhite).background(.black)

  /// Columns and rows of a dialog around its contents.
  private static let frame = Size(width: 4, height: 4)

  /// The dialog with the code, or a sentence where the screen has no room for it.
  static func dialog(_ link: InvitationLink, title: String, on screen: Size) -> Dialog {
    Dialog(
      title: title, rows: rows(of: link, on: screen),
      footer: [.action(.linkCopy), .action(.linkCode, "hide code"), .confirm("close")])
  }

  /// Performs an action of a dialog that shows a link.
  @MainActor
  static func perform(
    _ action: Action, on link: InvitationLink, showsCode: inout Bool, in app: AppModel
  ) {
    switch action {
    case .linkCopy: app.want(.copy(link.description))
    case .linkCode: showsCode.toggle()
    default: break
    }
  }

  private static func rows(of link: InvitationLink, on screen: Size) -> [Dialog.Row] {
    // The title in a link is there for the eyes alone; without it, the code is smaller.
    var untitled = link
    untitled.title = nil
    guard let code = QRCode(untitled.description) else {
      return [.text("This link is too long for a QR code.", Theme.danger)]
    }
    let room = Size(width: screen.width - frame.width, height: screen.height - frame.height)
    let drawings = QRCode.quietZones.map { code.halfBlocks(quietZone: $0) }
    guard let drawing = drawings.first(where: { fits($0, in: room) }) else {
      let smallest = code.size + 2 * (QRCode.quietZones.last ?? 0)
      return [
        .text(
          "The QR code needs a screen of \(smallest + frame.width) columns and "
            + "\((smallest + 1) / 2 + frame.height) rows.", Theme.danger)
      ]
    }
    let words = TextWrap.lines(link.description, width: max(1, min(60, room.width)))
    let hasRoomForWords = words.count + drawing.count <= room.height
    return (hasRoomForWords ? words.map { .text($0, .bold) } : [])
      + drawing.map { .drawing($0, style) }
  }

  private static func fits(_ drawing: [String], in room: Size) -> Bool {
    drawing.count <= room.height && (drawing.first?.count ?? 0) <= room.width
  }
}
