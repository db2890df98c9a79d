import ChatModel
package import TerminalUI

extension FilesModel: TextDialog {
  package var needs: Set<ScreenNeed> { [.files(search)] }

  package var isPanel: Bool { true }

  package var context: ActionContext { isFiltering ? .dialog : .files }

  package func dialog(at moment: DialogMoment) -> Dialog {
    FilesView.dialog(self, names: moment.chatNames, time: moment.time, now: moment.now)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func confirm(in app: AppModel) {
    guard let selected else { return }
    app.closeOverlay()
    app.show(selected)
  }

  package func stepBack() -> Bool {
    guard isFiltering else { return false }
    isFiltering = false
    input.clear()
    return true
  }

  package func perform(_ action: Action, in app: AppModel) {
    note = nil
    switch action {
    case .filesOpen: if let message = selected?.message { app.openFile(of: message) }
    case .filesSave:
      if let message = selected?.message { app.ask(FileRequest(message.id, .save(to: nil))) }
    case .filesFind: isFiltering = true
    case .filesAllChats: togglePlace()
    default: break
    }
  }

  package func type(_ event: KeyEvent, in app: AppModel) {
    note = nil
    if isFiltering { typeText(event, app.keymap) }
  }

  package func paste(_ text: String, in app: AppModel) {
    isFiltering = true
    insert(text)
  }

  package func take(_ event: AppEvent) {
    switch event {
    case .files(let search, let files): update(files, of: search)
    case .file(let request, let answer): note = answer.words(for: request.purpose)
    default: break
    }
  }
}
