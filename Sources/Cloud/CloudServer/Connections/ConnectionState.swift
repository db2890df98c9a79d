/// The requests and answers that are under way on one connection.
///
/// It is pure: it decides, and the guard acts.
///
/// 1. An answer is written whole or not at all.
/// 2. Input after the last answer is ignored.
struct ConnectionState {
  /// Requests whose head has come and whose answer has not been written to its end.
  private(set) var underWay = 0
  private(set) var isReadingBody = false
  private(set) var bodyBytes = 0
  /// The announced bytes of the body that is being read; nil for a body in chunks.
  private var announcedBytes: Int?
  /// Whether the client holds back the body until the cloud asks for it.
  private(set) var isBodyHeldBack = false
  private var isBodyWanted = false
  private(set) var isAnswering = false
  private var closesAfterAnswer = false
  /// From now on requests are ignored, and no answer is written.
  private(set) var isOver = false

  /// An answer may leave this much of its request unread, and the connection goes on.
  private static let readableRestBytes = 64 * 1024

  var isIdle: Bool { underWay == 0 && !isOver }

  mutating func headRead(announcedBytes: Int?, isChunked: Bool, holdsBodyBack: Bool) {
    underWay += 1
    isReadingBody = true
    bodyBytes = 0
    self.announcedBytes = isChunked ? nil : announcedBytes ?? 0
    isBodyHeldBack = holdsBodyBack
    isBodyWanted = false
  }

  mutating func bodyRead(_ byteCount: Int) {
    bodyBytes += byteCount
    isBodyHeldBack = false
  }

  mutating func endRead() {
    isReadingBody = false
    isBodyHeldBack = false
  }

  /// Notes that the body is wanted; `takeLeave` then says when the client can be told.
  mutating func wantBody() { isBodyWanted = true }

  /// Whether to tell the client now that it may send its body; true only once, and never within another answer.
  mutating func takeLeave() -> Bool {
    guard isBodyHeldBack, isBodyWanted, !isOver, underWay == 1, !isAnswering else { return false }
    isBodyHeldBack = false
    return true
  }

  /// Notes that an answer begins; returns whether it is the connection's last.
  ///
  /// It is the last if it says so, if more of its request is outstanding than may be left unread, or if the client
  /// holds the body back: it may send the body or the next request. Input that is being read may belong to a later
  /// request; it does not count.
  mutating func answerBegins(saysClose: Bool) -> Bool {
    precondition(!isAnswering, "ConnectionState 1: an answer begins within another one")
    isAnswering = true
    let rest = announcedBytes.map { $0 - bodyBytes } ?? .max
    let isReadingRequest = isReadingBody && underWay == 1
    closesAfterAnswer =
      saysClose || (isReadingRequest && (isBodyHeldBack || rest > Self.readableRestBytes))
    return closesAfterAnswer
  }

  /// Notes that the answer has ended; returns whether the connection ends with it.
  mutating func answerEnds() -> Bool {
    precondition(isAnswering, "ConnectionState 1: an answer ends that has not begun")
    isAnswering = false
    underWay -= 1
    if closesAfterAnswer { isOver = true }
    return closesAfterAnswer
  }

  /// Whether the cloud can answer a read failure now, because it writes no other answer.
  var canAnswerFailure: Bool { !isOver && underWay == 0 }

  /// Whether the cloud can refuse the request of the current body now, because no earlier answer is outstanding.
  var canRefuseBody: Bool { isReadingBody && !isOver && !isAnswering && underWay == 1 }

  mutating func end() { isOver = true }
}
