import ChatCore
import ChatModel
package import ChatWords
package import Foundation
package import TerminalUI

/// A dialog over the screen, which has the keys.
///
/// A new dialog is one type that conforms; `AppModel.overlay` holds it while it is open.
@MainActor
package protocol ScreenDialog: AnyObject {
  /// The position of the part that scrolls.
  var scroll: ListScroll { get set }
  /// The parts of the replica that the dialog reads for as long as it is open.
  var needs: Set<ScreenNeed> { get }
  /// Whether a wide screen shows the dialog beside the messages instead of over them.
  var isPanel: Bool { get }
  /// Where its keys count now: `dialog` if there are none but those of every dialog.
  var context: ActionContext { get }
  /// Whether nothing is typed in its text field.
  var isTextEmpty: Bool { get }

  /// The question that Enter answers with yes now; nil if the answer concerns nobody else.
  ///
  /// The person must have had time to read the question. Another text is another question.
  var question: String? { get }

  /// The dialog as it is drawn.
  func dialog(at moment: DialogMoment) -> Dialog
  /// Performs Enter.
  func confirm(in app: AppModel)
  /// Performs Esc.
  ///
  /// - Returns: false when there is no step back but to close the dialog.
  func stepBack() -> Bool
  /// Moves the selection, or scrolls; down when positive.
  func move(by rows: Int)
  /// Performs an action of the dialog's own context.
  func perform(_ action: Action, in app: AppModel)
  /// Takes a key that belongs to no action.
  func type(_ event: KeyEvent, in app: AppModel)
  func paste(_ text: String, in app: AppModel)
  /// Takes news that the dialog may have asked for.
  func take(_ event: AppEvent)
  /// Takes an answer of the cloud to the dialog's request.
  ///
  /// - Returns: false when the dialog does not show it.
  func take(_ answer: SharingAnswer) -> Bool
}

/// The time of a picture, how times are written, and the size of the screen.
@MainActor
package struct DialogMoment {
  package let time: TimeText
  package let now: Date
  package let screen: Size
  /// The client, for dialogs about its chats and actions.
  let app: AppModel

  /// The names of the chats as they are shown.
  var chatNames: [ChatID: String] {
    Dictionary(
      app.list.chats.map { ($0.id, ChatListText.name($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension ScreenDialog {
  package var scroll: ListScroll {
    get { ListScroll() }
    set {}
  }

  package var needs: Set<ScreenNeed> { [] }

  package var isPanel: Bool { false }

  package var context: ActionContext { .dialog }

  package var isTextEmpty: Bool { true }

  package var question: String? { nil }

  /// Whether Enter answers a question now.
  package var asks: Bool { question != nil }

  package func confirm(in app: AppModel) { app.cancelOverlay() }

  package func stepBack() -> Bool { false }

  package func move(by rows: Int) { scroll.move(by: rows) }

  package func perform(_ action: Action, in app: AppModel) {}

  package func type(_ event: KeyEvent, in app: AppModel) {}

  package func paste(_ text: String, in app: AppModel) {}

  package func take(_ event: AppEvent) {}

  package func take(_ answer: SharingAnswer) -> Bool { false }
}
