#if canImport(Glibc)
import Glibc
#endif

/// The functions of libpq that are used, found in the library of the machine when PostgreSQL is first asked for.
///
/// Nothing of it is needed to build the program or to start it. The functions have had the same form since the
/// version that is required. Pointers to libpq's opaque types are raw here.
/// Source: <https://www.postgresql.org/docs/15/libpq.html>; `libpq-fe.h`.
package struct LibPQ: Sendable {
  typealias Pointer = UnsafeMutableRawPointer
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
  typealias Text = UnsafePointer<CChar>

  // A connection.
  let connectStart: @Sendable @convention(c) (Texts?, Texts?, Int32) -> Pointer?
  let connectPoll: @Sendable @convention(c) (Pointer) -> Int32
  let finish: @Sendable @convention(c) (Pointer) -> Void
  let status: @Sendable @convention(c) (Pointer) -> Int32
  let transactionStatus: @Sendable @convention(c) (Pointer) -> Int32
  let socket: @Sendable @convention(c) (Pointer) -> Int32
  let errorMessage: @Sendable @convention(c) (Pointer) -> Text?
  let parameterStatus: @Sendable @convention(c) (Pointer, Text) -> Text?
  let setErrorVerbosity: @Sendable @convention(c) (Pointer, Int32) -> Int32
  let setNoticeReceiver:
    @Sendable @convention(c) (
      Pointer, @convention(c) (Pointer?, Pointer?) -> Void, Pointer?
    ) -> Pointer?
  // Its options.
  let options: @Sendable @convention(c) (Pointer) -> Pointer?
  let parseOptions:
    @Sendable @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Pointer?
  let freeOptions: @Sendable @convention(c) (Pointer) -> Void
  let freeMemory: @Sendable @convention(c) (Pointer) -> Void
  // Sending.
  let setNonblocking: @Sendable @convention(c) (Pointer, Int32) -> Int32
  let enterPipeline: @Sendable @convention(c) (Pointer) -> Int32
  let exitPipeline: @Sendable @convention(c) (Pointer) -> Int32
  let pipelineSync: @Sendable @convention(c) (Pointer) -> Int32
  let sendQuery: @Sendable @convention(c) (Pointer, Text) -> Int32
  let sendPrepare:
    @Sendable @convention(c) (Pointer, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendPrepared:
    @Sendable @convention(c) (
      Pointer, Text, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32
  let sendOnce:
    @Sendable @convention(c) (
      Pointer, Text, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  let flush: @Sendable @convention(c) (Pointer) -> Int32
  // Receiving.
  let consumeInput: @Sendable @convention(c) (Pointer) -> Int32
  let isBusy: @Sendable @convention(c) (Pointer) -> Int32
  let getResult: @Sendable @convention(c) (Pointer) -> Pointer?
  let notifies: @Sendable @convention(c) (Pointer) -> Pointer?
  // A result.
  let resultStatus: @Sendable @convention(c) (Pointer) -> Int32
  let resultField: @Sendable @convention(c) (Pointer, Int32) -> Text?
  let clear: @Sendable @convention(c) (Pointer) -> Void
  let rowCount: @Sendable @convention(c) (Pointer) -> Int32
  let columnCount: @Sendable @convention(c) (Pointer) -> Int32
  let columnType: @Sendable @convention(c) (Pointer, Int32) -> UInt32
  let isNull: @Sendable @convention(c) (Pointer, Int32, Int32) -> Int32
  let length: @Sendable @convention(c) (Pointer, Int32, Int32) -> Int32
  let value: @Sendable @convention(c) (Pointer, Int32, Int32) -> Text?
  let affectedRows: @Sendable @convention(c) (Pointer) -> Text?
  // Ending a statement from outside.
  let getCancel: @Sendable @convention(c) (Pointer) -> Pointer?
  let freeCancel: @Sendable @convention(c) (Pointer) -> Void
  let cancel: @Sendable @convention(c) (Pointer, UnsafeMutablePointer<CChar>, Int32) -> Int32

  /// The version from which libpq has pipelines.
  private static let leastVersion = 140_000

  /// Loads the library once; it stays until the process ends.
  package static func loaded() throws(PostgresError) -> LibPQ { try common.get() }

  private static let common: Result<LibPQ, PostgresError> = Result {
    () throws(PostgresError) -> LibPQ in try LibPQ(file: "libpq.so.5")
  }

  /// Loads the library in a file that is found as the system finds libraries.
  ///
  /// Throws `.libraryMissing` and `.libraryTooOld`.
  package init(file: String) throws(PostgresError) {
    guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw .libraryMissing(reason: dlerror().map { String(cString: $0) } ?? file)
    }
    func find<Function>(
      _ name: String, _ type: Function.Type = Function.self
    ) throws(PostgresError) -> Function {
      guard let address = dlsym(handle, "PQ" + name) else {
        throw .libraryMissing(reason: "no PQ\(name) in \(file)")
      }
      return unsafeBitCast(address, to: type)
    }
    let version = try find("libVersion", (@convention(c) () -> Int32).self)
    try Self.requireKnown(version: Int(version()))
    connectStart = try find("connectStartParams")
    connectPoll = try find("connectPoll")
    finish = try find("finish")
    status = try find("status")
    transactionStatus = try find("transactionStatus")
    socket = try find("socket")
    errorMessage = try find("errorMessage")
    parameterStatus = try find("parameterStatus")
    setErrorVerbosity = try find("setErrorVerbosity")
    setNoticeReceiver = try find("setNoticeReceiver")
    options = try find("conninfo")
    parseOptions = try find("conninfoParse")
    freeOptions = try find("conninfoFree")
    freeMemory = try find("freemem")
    setNonblocking = try find("setnonblocking")
    enterPipeline = try find("enterPipelineMode")
    exitPipeline = try find("exitPipelineMode")
    pipelineSync = try find("pipelineSync")
    sendQuery = try find("sendQuery")
    sendPrepare = try find("sendPrepare")
    sendPrepared = try find("sendQueryPrepared")
    sendOnce = try find("sendQueryParams")
    flush = try find("flush")
    consumeInput = try find("consumeInput")
    isBusy = try find("isBusy")
    getResult = try find("getResult")
    notifies = try find("notifies")
    resultStatus = try find("resultStatus")
    resultField = try find("resultErrorField")
    clear = try find("clear")
    rowCount = try find("ntuples")
    columnCount = try find("nfields")
    columnType = try find("ftype")
    isNull = try find("getisnull")
    length = try find("getlength")
    value = try find("getvalue")
    affectedRows = try find("cmdTuples")
    getCancel = try find("getCancel")
    freeCancel = try find("freeCancel")
    cancel = try find("cancel")
  }

  /// Throws `.libraryTooOld`; a version is as libpq counts.
  package static func requireKnown(version: Int) throws(PostgresError) {
    guard version >= leastVersion else { throw .libraryTooOld(version: version) }
  }
}

/// `PQconninfoOption`; the list ends with one that has no keyword.
struct LibPQOption {
  var keyword: UnsafePointer<CChar>?
  var variable: UnsafePointer<CChar>?
  var compiled: UnsafePointer<CChar>?
  var value: UnsafePointer<CChar>?
  var label: UnsafePointer<CChar>?
  var display: UnsafePointer<CChar>?
  var displaySize: Int32
}

/// `PGnotify`.
struct LibPQNotification {
  var channel: UnsafePointer<CChar>
  var process: Int32
  var payload: UnsafePointer<CChar>
  var next: UnsafeRawPointer?
}

extension LibPQ {
  // Source: `libpq-fe.h`, `postgres_ext.h`.

  /// `ConnStatusType`.
  static let connectionOK: Int32 = 0
  /// `PGTransactionStatusType`: no transaction.
  static let isIdle: Int32 = 0

  /// `PostgresPollingStatusType`.
  enum Polling: Int32 {
    case failed = 0
    case reading
    case writing
    case done
  }

  /// `ExecStatusType`, as far as it is met.
  enum Status: Int32 {
    case emptyQuery = 0
    case command = 1
    case rows = 2
    case error = 7
    case synchronized = 10
    case aborted = 11
  }

  /// The fields of an error that are read: `PG_DIAG_…`.
  enum Field: UInt8 {
    case state = 0x43  // C
    case severity = 0x56  // V, not translated
    case message = 0x4D  // M
    case constraint = 0x6E  // n
  }

  /// `PGVerbosity`: errors with their SQLSTATE in the text.
  static let verbose: Int32 = 2
}

extension LibPQ {
  /// What libpq says last of a connection: its first line, without the name of the server in front.
  func words(of connection: Pointer) -> String {
    let message = errorMessage(connection).map { String(cString: $0) } ?? ""
    let line = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason"
    return line.ranges(of: " failed: ").last.map { String(line[$0.upperBound...]) } ?? line
  }
}
