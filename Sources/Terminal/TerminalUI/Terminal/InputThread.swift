internal import CNcurses
internal import Glibc

/// The loop that waits for bytes and signals.
struct InputThread: Sendable {
  /// A lone ESC is a key after this silence; bytes of one sequence arrive together.
  private static let escapeMilliseconds: Int32 = 25
  /// A paste or an answer whose end never comes is over after this silence.
  private static let restMilliseconds: Int32 = 2000
  /// The time between two attempts to hand over events while the program takes none.
  private static let backlogMilliseconds: Int32 = 10

  private let input: TerminalInput
  private let wakeReadEnd: Int32
  private let events: AsyncStream<TerminalEvent>.Continuation
  private var decoder = InputDecoder()
  private var pastes = PasteDetector()
  private var backlog: [TerminalEvent] = []
  private var isClosed = false

  init(
    input: TerminalInput, wakeReadEnd: Int32, events: AsyncStream<TerminalEvent>.Continuation
  ) {
    self.input = input
    self.wakeReadEnd = wakeReadEnd
    self.events = events
  }

  /// Runs the loop in a new thread, to be joined after `isEnding` is set.
  static func start(_ loop: InputThread) throws -> pthread_t {
    let context = Unmanaged.passRetained(Box(loop))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        var loop = Unmanaged<Box>.fromOpaque(context).takeRetainedValue().loop
        loop.run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw TerminalError.failed(operation: "a thread", errno: result)
    }
    return thread
  }

  private final class Box: Sendable {
    let loop: InputThread

    init(_ loop: InputThread) {
      self.loop = loop
    }
  }

  private mutating func run() {
    while !input.isEnding {
      offerBacklog()
      let readsInput = backlog.isEmpty && !isClosed && !input.isPaused
      var descriptors = [
        pollfd(fd: wakeReadEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: readsInput ? input.fileDescriptor : -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, timeout)
      if count == 0, backlog.isEmpty { takeSilence() }
      guard count > 0 else { continue }
      if descriptors[0].revents != 0 { takeSignals() }
      if descriptors[1].revents != 0 { takeInput() }
    }
  }

  private var timeout: Int32 {
    if !backlog.isEmpty { return Self.backlogMilliseconds }
    if pastes.awaitsSilence { return PasteDetector.silenceMilliseconds }
    if decoder.isPending { return Self.escapeMilliseconds }
    return decoder.awaitsRest ? Self.restMilliseconds : -1
  }

  /// The shortest silence ends a burst of keys, a longer one what is not whole.
  private mutating func takeSilence() {
    let events = pastes.awaitsSilence ? pastes.silence() : pastes.take(decoder.flush())
    deliver(events.map { .input($0) })
  }

  private mutating func takeInput() {
    guard let bytes = input.read() else { return }
    guard bytes.isEmpty else {
      return deliver(pastes.take(decoder.decode(bytes)).map { .input($0) })
    }
    isClosed = true
    let rest = pastes.take(decoder.flush()) + pastes.silence()
    deliver(rest.map { .input($0) } + [.inputClosed])
  }

  private mutating func takeSignals() {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(wakeReadEnd, &buffer, buffer.count)
    guard count > 0 else { return }
    var isResized = false
    for byte in buffer.prefix(count) {
      switch Int32(byte) {
      case SIGWINCH: isResized = true
      case SIGCONT: deliver([.resumed])
      case SIGTSTP: deliver([.suspendRequested])
      case SIGHUP, SIGINT, SIGTERM: deliver([.terminated(signal: Int32(byte))])
      default: break
      }
    }
    guard isResized else { return }
    var columns: Int32 = 0
    var lines: Int32 = 0
    if cn_window_size(input.fileDescriptor, &columns, &lines) == 0 {
      deliver([.resized(Size(width: Int(columns), height: Int(lines)))])
    }
  }

  /// Hands events over in order; the backlog holds at most the events of one read and the signals.
  private mutating func deliver(_ new: [TerminalEvent]) {
    backlog += new
    offerBacklog()
  }

  private mutating func offerBacklog() {
    var taken = 0
    for event in backlog {
      guard case .enqueued = events.yield(event) else { break }
      taken += 1
    }
    backlog.removeFirst(taken)
  }
}
