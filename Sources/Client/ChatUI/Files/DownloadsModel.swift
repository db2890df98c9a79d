import ChatModel

/// The files and addresses that a person takes out of messages: what was opened last, and which requests wait for a
/// download.
@MainActor
struct DownloadsModel {
  /// The first step of opening or saving something.
  enum Step {
    case perform(Effect)
    /// Opens a web address, and says so.
    case open(address: String, Toast)
    case ask(QuestionModel)
    case show(Toast)
  }

  /// The address or file that was opened last.
  private var opened: Openable?
  /// The requests that wait for a download.
  private var awaited: Set<FileRequest> = []

  /// Chooses what to open in a message: of several things the one after that which was opened just before.
  ///
  /// - Returns: nil where the message holds nothing that can be opened.
  mutating func open(in message: Message) -> Step? {
    let things = Openable.all(in: message)
    let last = things.firstIndex { $0 == opened }
    guard let next = last.map({ things[($0 + 1) % things.count] }) ?? things.first else {
      return nil
    }
    opened = next
    return switch next {
    case .address(let link): open(link, amongst: things.count)
    case .file: openFile(of: message)
    }
  }

  /// Opens the address of a link that stands alone.
  func openLink(_ link: String) -> Step { open(link, amongst: 1) }

  /// Opens an address, after a question where its host can be taken for another one.
  private func open(_ link: String, amongst count: Int) -> Step {
    if let host = LinkHost(of: link) {
      if !host.isPossible {
        return .show(.error("This address leads nowhere: no host has so long a name."))
      }
      if host.isDoubtful { return .ask(.beforeOpening(link, host)) }
    }
    let others = count > 1 ? " The same key opens the next of \(count)." : ""
    return .open(address: link, .info("Opening \(link) …" + others))
  }

  /// Opens the file of a message, after a question where the file may hold a program.
  ///
  /// - Returns: nil where the message has no file.
  func openFile(of message: Message) -> Step? {
    guard let file = message.attachment else { return nil }
    let request = FileRequest(message.id, .open)
    if message.isOwn || FileKind.isShownOnly(file.name) { return step(for: request) }
    return .ask(.beforeOpening(file, from: message, with: request))
  }

  /// Asks for a file; what a download is awaited for already is only said again.
  func step(for request: FileRequest) -> Step {
    awaited.contains(request)
      ? .show(Self.notice(of: .awaited, to: request)) : .perform(.file(request))
  }

  /// Takes what became of a request.
  ///
  /// - Returns: the words for it.
  mutating func take(_ answer: FileAnswer, to request: FileRequest) -> Toast {
    if answer == .awaited { awaited.insert(request) } else { awaited.remove(request) }
    return Self.notice(of: answer, to: request)
  }

  private static func notice(of answer: FileAnswer, to request: FileRequest) -> Toast {
    let words = answer.words(for: request.purpose)
    return if case .failed = answer { .error(words) } else { .info(words) }
  }
}
