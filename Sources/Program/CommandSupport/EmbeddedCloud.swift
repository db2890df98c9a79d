import ChatStore
package import CloudClient
import CloudModel
package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The cloud that needs no set-up: one background process for each data directory, started by the first
/// process that needs it and found by all others at its socket.
///
/// It ends by itself when nobody uses it.
package struct EmbeddedCloud: Sendable {
  /// The time for which the process stays when nobody is connected.
  package static let idleSeconds = 120
  /// The time for which a process that is to be the cloud waits for the end of the one before it.
  ///
  /// Our choice: that one answers what it was asked, and closes the store.
  package static let takeoverSeconds = 20
  /// The time for which a process that starts a cloud waits for it.
  ///
  /// It is longer than the cloud itself waits, so that the cloud can say what is wrong.
  private static let startSeconds = 60

  package let directory: URL
  package let socket: URL

  package init(paths: Paths) {
    directory = paths.cloud
    socket = paths.cloudSocket
  }

  package var address: String { "unix:" + socket.path }
  package var log: URL { directory.appendingPathComponent("cloud.log") }
  /// Held by the serving process for as long as it lives.
  package var serverLock: URL { directory.appendingPathComponent("server.lock") }
  private var startLock: URL { directory.appendingPathComponent("start.lock") }
  /// This file says that a person has stopped the cloud; while it exists, nothing starts the cloud by itself.
  private var stopMark: URL { directory.appendingPathComponent("stopped") }

  static let stoppedOnPurpose = "The cloud was stopped. ‘zonechat cloud start’ starts it again."

  package var isStoppedOnPurpose: Bool { access(stopMark.path, F_OK) == 0 }

  func prepareDirectories() throws(Failure) {
    try Paths.makePrivateDirectory(directory)
    try Paths.makePrivateDirectory(socket.deletingLastPathComponent())
  }

  package func setStoppedOnPurpose(_ isStopped: Bool) throws(Failure) {
    try prepareDirectories()
    if !isStopped {
      unlink(stopMark.path)
    } else if !FileManager.default.createFile(atPath: stopMark.path, contents: nil) {
      throw Failure("\(stopMark.path) cannot be written. Check the rights of the folder.")
    }
  }

  /// Makes sure that a cloud of this user listens at the socket; at most one process starts it, however
  /// many ask.
  package func ensureRunning() throws(Failure) {
    if try isListening() { return }
    guard !isStoppedOnPurpose else { throw Failure(Self.stoppedOnPurpose) }
    try prepareDirectories()
    let lock = try FileLock.acquire(startLock)
    defer { withExtendedLifetime(lock) {} }
    if try isListening() { return }
    try start()
  }

  /// Returns when the socket that is there now is gone or another one has taken its place, so that nobody can reach
  /// the cloud that listens at it.
  package func untilSocketIsGone() async {
    let changes = FileWatch.changes(in: [socket.deletingLastPathComponent().path])
    guard let number = FileStatus(link: socket.path)?.number else { return }
    for await _ in changes where FileStatus(link: socket.path)?.number != number { return }
    // The folder cannot be watched.
    await untilCancelled()
  }

  /// Whether a cloud listens at the socket.
  ///
  /// Throws a sentence if the socket cannot be trusted: nothing may be sent to it.
  package func isListening() throws(Failure) -> Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else {
      throw Failure(
        "No socket can be opened (\(String(cString: strerror(errno)))). Close other programs.")
    }
    defer { close(descriptor) }
    guard UnixSocket.connect(descriptor, to: socket.path) else { return false }
    do throws(CloudError) {
      try SocketTrust().check(connection: descriptor, to: socket.path)
    } catch {
      throw Failure(error.reason)
    }
    return true
  }

  /// Starts the background process and waits until it says that it listens.
  private func start() throws(Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw startFailure("the system gave no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let arguments = [
      "zonechat", "cloud", "serve", "--embedded", "--data", directory.path,
      "--socket", socket.path, "--ready-descriptor", "3",
    ]
    let logged = logLength
    defer { close(ends[0]) }
    do throws(Failure) {
      defer { close(ends[1]) }
      try BackgroundProcess.start(arguments: arguments, log: log.path, pipe: ends[1])
    } catch {
      throw startFailure(error.message.trimmingCharacters(in: ["."]))
    }
    var byte: UInt8 = 0
    let deadline = ContinuousClock.now + .seconds(Self.startSeconds)
    while true {
      var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      let left = max(0, (deadline - .now) / .milliseconds(1))
      let isThere = poll(&end, 1, Int32(left.rounded(.up)))
      if isThere < 0, errno == EINTR { continue }
      guard isThere > 0 else { throw startFailure("no answer in \(Self.startSeconds) s") }
      let count = read(ends[0], &byte, 1)
      if count == 1 { return }
      guard count < 0, errno == EINTR else { throw endedAtOnce(since: logged) }
    }
  }

  private var logLength: UInt64 { FileStatus(log.path)?.bytes ?? 0 }

  /// The failure with the last line of the log, if the process wrote one after `offset`.
  private func endedAtOnce(since offset: UInt64) -> Failure {
    // A log that was begun anew is shorter than it was.
    let start = logLength >= offset ? offset : 0
    guard let file = try? FileHandle(forReadingFrom: log), (try? file.seek(toOffset: start)) != nil,
      let data = try? file.readToEnd(),
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n").last
    else { return startFailure("it ended at once") }
    let sentence = line.trimmingPrefix("zonechat: ").trimmingPrefix("Error: ")
    return Failure("The cloud could not be started. \(sentence) (From \(log.path).)")
  }

  private func startFailure(_ reason: String) -> Failure {
    Failure("The cloud could not be started (\(reason)). See \(log.path).")
  }
}
