import Foundation
import Logging

#if canImport(Glibc)
import Glibc
#endif

/// A file to which every process adds what it does and when: `zonechat trace` reads from it where a message's time
/// goes.
///
/// Each moment is a line of JSON. One call writes it to the end of the file, so lines of several processes do not mix.
/// It has names of events and operations, and nothing that a person has written.
struct TraceFile: LogHandler {
  private struct Moment: Encodable {
    /// Nanoseconds since the machine was started, the same for all processes.
    var time: UInt64
    var process: Int32
    var event: String
    var operation: String?
  }

  private let descriptor: Int32
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Nil where the file cannot be opened.
  init?(path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  func log(event: LogEvent) {
    // What follows the name, the values of an engine's input, may be a person's words.
    add(
      String(event.message.description.prefix { $0 != "(" }),
      of: event.metadata?["operation"]?.description)
  }

  func add(_ event: String, of operation: String? = nil) {
    let moment = Moment(
      time: Live.uptimeNanoseconds(), process: getpid(), event: event, operation: operation)
    // A trace with a gap says so itself: its reader finds the message incomplete.
    guard let line = try? JSONEncoder().encode(moment) else { return }
    _ = [UInt8](line + [0x0A]).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}
