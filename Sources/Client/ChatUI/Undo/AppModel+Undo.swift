import ChatModel

/// Doing what can be undone, and undoing it.
extension AppModel {
  /// Shows an action as done; the action before it can no longer be undone.
  func begin(_ act: PendingAct) {
    performPendingAct()
    let timer = undoing.begin(act, in: openChat)
    showAsDone(act, true)
    want(timer)
    showNoticeOfAct()
  }

  package func undo() {
    guard let act = undoing.undo() else { return show(.info("There is nothing to undo.")) }
    showAsDone(act, false)
    show(.info(act.undone))
  }

  package func undoExpired(number: Int) {
    guard undoing.isOver(number: number) else { return }
    let notice = undoing.notice(keymap, in: openChat)
    performPendingAct()
    if toast == notice { show(nil) }
  }

  /// Performs what can still be undone; before the next act, and before the client ends.
  package func performPendingAct() {
    if let write = undoing.takeWrite() { want(.write(write)) }
  }

  private func showAsDone(_ act: PendingAct, _ isDone: Bool) {
    if let write = act.writeAtOnce(isDone: isDone) { want(.write(write)) }
    switch act {
    case .removal(let message, let chat): opening.conversation(of: chat)?.hide(message, isDone)
    case .leaving(let chat, _), .deletion(let chat, _), .hiding(let chat, _, _):
      saveDrafts()
      list.hide(chat, isDone)
      if isDone { closeHidden(chat) } else { open(chat) }
    case .reading(let chats, _):
      for read in chats {
        opening.conversation(of: read.chat)?.changeReading { reading in
          if isDone {
            reading.markRead(through: read.through)
          } else {
            reading.markUnread(from: MessageID(rawValue: read.after.rawValue + 1))
          }
        }
      }
    case .archiving, .pinning: break
    }
  }
}
