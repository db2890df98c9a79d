import ChatModel
import ChatWords

extension DetailsModel: ScreenDialog {
  package var context: ActionContext { .details }

  package func dialog(at moment: DialogMoment) -> Dialog {
    let actions: [Action] =
      switch message.delivery {
      case .failed: [.retry, .drop]
      case .queued, .sending, .waiting: [.drop]
      case .received, .sent, .read: []
      }
    return DetailsView.dialog(
      self, state: moment.app.options.addressed(Self.state(of: message)), time: moment.time,
      now: moment.now, actions: actions)
  }

  package func perform(_ action: Action, in app: AppModel) {
    app.closeOverlay()
    switch action {
    case .retry: app.retry(message)
    case .drop: app.drop(message)
    default: break
    }
  }

  package func take(_ event: AppEvent) {
    if case .details(message.id, let details) = event { self.details = details }
  }
}
