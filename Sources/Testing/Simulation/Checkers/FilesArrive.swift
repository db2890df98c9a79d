import CloudModel

/// Files: an attached file is in the cloud in the end, and on the devices that asked for it; and no device
/// ever shows other bytes.
///
/// Exceptions are messages that were taken back or failed, chats that have ended or that the device with the
/// file has left, and files that a device was told are gone when it asked.
struct FilesArrive: Checker {
  private struct RequestedFile {
    var device: String
    var key: RecordKey
  }

  private(set) var findings = Findings("F")
  private var bytes: [RecordKey: (device: String, text: String)] = [:]
  /// Files whose chat was deleted or left on the only device that certainly had them.
  private var forgotten: Set<RecordKey> = []
  private var requestedFiles: [RequestedFile] = []
  private var deviceUsers = DeviceUsers()
  private var atRest: [String: DeviceSnapshot] = [:]
  private var held: [String: CloudSnapshot] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    switch entry.event {
    case .intended(let device, .attached(let zone, let record, let text)):
      bytes[RecordKey(zone: zone, record: record)] = (device, text)
    case .intended(let device, .deletedChat(let zone)), .intended(let device, .left(let zone)):
      for (key, file) in bytes where key.zone == zone && file.device == device {
        forgotten.insert(key)
      }
    case .intended(let device, .askedForFile(let zone, let record)):
      requestedFiles.append(
        RequestedFile(device: device, key: RecordKey(zone: zone, record: record)))
    case .seen(let device, let moment, let snapshot):
      if moment == .atRest { atRest[device] = snapshot }
      for chat in snapshot.chats {
        for line in chat.messages { compare(line, in: chat.zone, on: device, at: index) }
      }
    case .held(let user, let snapshot): held[user] = snapshot
    case .ended: judge(at: index)
    default: break
    }
  }

  private mutating func compare(
    _ line: DeviceSnapshot.Line, in zone: String, on device: String, at index: Int
  ) {
    guard let file = line.file,
      let attached = bytes[RecordKey(zone: zone, record: line.record)]?.text, file != attached
    else { return }
    findings.note(
      "\(device) shows the file ‘\(file)’ in place of ‘\(attached)’", about: line.record, at: index)
  }

  private mutating func judge(at index: Int) {
    for (key, attached) in bytes.sorted(by: { $0.key.record < $1.key.record })
    where !forgotten.contains(key) {
      guard let line = line(key, on: attached.device), !line.isDeleted, line.state != .failed,
        !isInCloud(key, for: attached.device)
      else { continue }
      findings.note("the file ‘\(attached.text)’ was never uploaded", about: key.record, at: index)
    }
    for wish in requestedFiles where isInCloud(wish.key, for: wish.device) {
      guard let line = line(wish.key, on: wish.device), !line.isDeleted, line.file == nil,
        line.fileTrouble == nil
      else { continue }
      findings.note(
        "\(wish.device) asked for the file of \(wish.key.record), but does not have it",
        about: wish.key.record, at: index)
    }
  }

  /// A message as a device shows it at rest; nil where it does not, or the chat has ended there.
  private func line(_ key: RecordKey, on device: String) -> DeviceSnapshot.Line? {
    guard let chat = atRest[device]?.chat(key.zone), chat.access != .sealed else { return nil }
    return chat.messages.first { $0.record == key.record }
  }

  private func isInCloud(_ key: RecordKey, for device: String) -> Bool {
    held[deviceUsers.user(of: device)]?.zone(key.zone)?.item(key.record)?.fields["attachment"]
      != nil
  }
}
