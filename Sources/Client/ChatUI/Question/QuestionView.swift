import TerminalUI

/// Draws a question with what follows from yes.
enum QuestionView {
  @MainActor
  static func dialog(_ model: QuestionModel) -> Dialog {
    Dialog(
      title: model.title, rows: [], scrolling: model.lines.map { .text($0, .plain) },
      scroll: model.scroll,
      footer: [.confirm(model.verb), .cancel("cancel")])
  }
}

extension QuestionModel: ScreenDialog {
  package var question: String? { title }

  package func dialog(at moment: DialogMoment) -> Dialog { QuestionView.dialog(self) }

  package func confirm(in app: AppModel) {
    app.closeOverlay()
    switch answer {
    case .attach(let path, let chat): app.attachInstead(path, in: chat)
    case .perform(let effect): app.want(effect)
    case .share(let request): app.ask(request)
    case .begin(let act): app.begin(act)
    }
  }
}
