import ChatCore
import ChatModel

/// I39: the state of a message that follows from a device's own journal, folded from its beginning, is the
/// state that the device shows.
struct EventTruth: Checker {
  private enum State: String {
    case waits, failed, done
  }

  /// A chat of a device, by the device's own number.
  private struct ChatKey: Hashable {
    var device: String
    var chat: Int64
  }

  private(set) var findings = Findings("I39")
  private var states: [ChatKey: [String: State]] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .told(let device, let entries):
      for told in entries { fold(told, of: device) }
    case .seen(let device, _, let snapshot):
      for chat in snapshot.chats {
        let told = states[ChatKey(device: device, chat: chat.number)] ?? [:]
        for line in chat.messages { compare(line, with: told[line.record], on: device, at: index) }
      }
    default: break
    }
  }

  private mutating func fold(_ told: JournalLine, of device: String) {
    let key = ChatKey(device: device, chat: told.chat)
    let state: State
    switch told.kind {
    case .queued: state = .waits
    case .retried:
      // Where the message itself is with the cloud, only its file is tried again, which has entries of its own.
      guard let record = told.record, states[key]?[record] == .failed else { return }
      state = .waits
    case .failed: state = .failed
    case .sent, .superseded, .cancelled, .gone: state = .done
    case .uploadedAgain:
      // The queue begins anew; what failed stays.
      states[key] = states[key]?.filter { $0.value == .failed }
      return
    case .uploaded, .reuploading, .downloaded, .transferFailed, .undecided, .merged, .found,
      .resyncing, .resynced, .ended, .forgotten, .fetched, .previewed, .status, .waiting:
      return
    }
    if let record = told.record { states[key, default: [:]][record] = state }
  }

  private mutating func compare(
    _ line: DeviceSnapshot.Line, with told: State?, on device: String, at index: Int
  ) {
    // The journal has entries of its own for a file.
    if line.isUploading { return }
    let shown: State =
      switch line.state {
      case .queued: .waits
      case .failed: .failed
      case .sent, .received: .done
      }
    guard told ?? .done != shown else { return }
    findings.note(
      "\(device) shows ‘\(line.text)’ as \(shown.rawValue), but its journal says "
        + "\(told?.rawValue ?? "nothing")",
      about: line.record, at: index)
  }
}
