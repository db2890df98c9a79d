import Scenarios

extension Scenario {
  /// The scenario without the steps whose chat, link or message does not come into being before them, and
  /// without starts of devices that are on.
  func withoutOrphans() -> Scenario {
    var scenario = self
    var chats: Set<String> = []
    var links: Set<String> = []
    var messages: Set<[String]> = []
    var off: Set<DeviceName> = []
    scenario.steps = steps.filter { step in
      switch step.body {
      case .act(let action), .actElsewhere(let action):
        if case .act = step.body, let device = step.device, off.contains(device) { return false }
        switch action {
        case .create(let title): return chats.insert(title).inserted
        case .accept(let chat), .decline(let chat): return links.contains(chat)
        case .join: return true
        default: break
        }
        guard chats.contains(action.chat) else { return false }
        if let message = action.message, !messages.contains([action.chat, message]) {
          return false
        }
        switch action {
        case .invite, .openLink: links.insert(action.chat)
        case .send(let texts, let chat, _): messages.formUnion(texts.map { [chat, $0] })
        case .attach(let content, let text, let chat):
          messages.formUnion([[chat, content.name], [chat, text]])
        default: break
        }
      case .device(.crash): if let device = step.device { return off.insert(device).inserted }
      case .device(.restart): if let device = step.device { return off.remove(device) != nil }
      case .world(let event): if let chat = event.chat { return chats.contains(chat) }
      case .device, .expect, .requests: break
      }
      return true
    }
    return scenario
  }
}
