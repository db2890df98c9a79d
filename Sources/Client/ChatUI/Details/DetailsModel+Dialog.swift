import ChatModel
import ClientSettings

extension DetailsModel: ScreenDialog {
  package func dialog(at moment: DialogMoment) -> Dialog {
    let actions: [Action] =
      switch message.delivery {
      case .failed: [.retry, .drop]
      case .queued, .sending, .waiting: [.drop]
      case .received, .sent, .read: []
      }
    let keys = actions.map { "\(moment.app.keymap.way(to: $0)) \($0.hint ?? $0.title)" }
    return DetailsView.dialog(self, time: moment.time, now: moment.now, keys: keys)
  }

  package func take(_ event: AppEvent) {
    if case .details(message.id, let details) = event { self.details = details }
  }
}
