import ChatModel
import ChatWords
import TerminalUI

/// Blocking people, and hearing them again.
extension AppModel {
  /// Blocks the person of a name, or blocks them no more.
  package func block(_ name: String, _ isBlocked: Bool) {
    guard !name.isEmpty else {
      let verb = isBlocked ? ChatVerb.block : .unblock
      return show(.error("The name is missing. Write for example: /\(verb.name) anna"))
    }
    want(.write(.block(isBlocked, .named(name))))
  }

  /// Says that somebody is blocked now, or not any more.
  func blocked(_ name: String, _ isBlocked: Bool) {
    show(.info(BlockWords.done(name, isBlocked: isBlocked) { "/" + $0 }))
  }

  /// Shows everyone who is blocked.
  package func showBlocked() { overlay = BlockedModel() }
}

extension BlockedModel: ScreenDialog {
  package var needs: Set<ScreenNeed> { [.blockedPeople] }

  package var context: ActionContext { .blocked }

  package func dialog(at moment: DialogMoment) -> Dialog {
    let title = "Blocked people"
    guard let people, !people.isEmpty else {
      let words = people == nil ? "" : "No blocked people. /block NAME blocks somebody."
      return Dialog(
        title: title, rows: [.text(words, Theme.quiet)], footer: [.cancel("close")], columns: 60)
    }
    let items = people.map { person in
      Dialog.Row.item(
        DisplayText.singleLine(person.name),
        note: "since \(moment.time.listTime(person.since, now: moment.now))",
        isSelected: person.id == selected?.id)
    }
    return Dialog(
      title: title, rows: [], scrolling: items, scroll: scroll,
      footer: [.action(.blockedUnblock), .cancel("close")], columns: 60)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func perform(_ action: Action, in app: AppModel) {
    guard action == .blockedUnblock, let person = selected else { return }
    app.want(.write(.block(false, .user(person.userRecordName))))
  }

  package func take(_ event: AppEvent) {
    if case .blockedPeople(let people) = event { update(people) }
  }
}
