import Foundation

/// The log of a database, read frame by frame and without SQLite.
///
/// SQLite reads a log as far as it is whole, and discards the rest of it when the file is next opened for writing. Here
/// the rest is read too: the checksum of a frame goes on from that of the frame before, which stands there, so each
/// frame can be checked with its neighbour. A frame with one wrong word can be put right.
///
/// 1. Frames of the log's present run have its salts; what stands behind them is of an earlier run.
/// 2. A process that is killed leaves frames of a transaction without its end. Nothing of it was committed, so a log
///    is damaged only where a commit stands at or behind the first frame that is not whole.
///
/// Source: sqlite.org/fileformat2.html, 4.1 to 4.3, and sqlite.org/wal.html.
struct WriteAheadLog {
  /// The new contents of one page.
  private struct Frame {
    /// Counted from 1.
    var page: Int
    /// The pages that the database has after the transaction that ends here; 0 where none ends.
    var pages: Int
    /// Where the contents are in the log.
    var place: Int
    /// A word that has to be put right, counted from the frame's beginning without salts and sums.
    var wrong: (index: Int, excess: UInt32)?
  }

  private static let headerBytes = 32
  private static let frameHeaderBytes = 24
  /// The version of the format, and the beginning of a log with sums over little-endian words.
  private static let version: UInt32 = 3_007_000
  private static let magic: UInt32 = 0x377F_0682

  /// What is wrong with the log; nil if nothing is.
  private(set) var damage: String?
  private let file: Data
  private var pageSize: Int
  private var isBigEndian = false
  /// The frames that were committed and can be read, in the order in which they were written.
  private var committed: [Frame] = []

  /// The log of the database at `path`; nil if it has none.
  ///
  /// Another process may be writing to it: then what is wrong with it is wrong twice.
  init?(of path: String) throws {
    let place = URL(fileURLWithPath: path + "-wal")
    guard FileManager.default.fileExists(atPath: place.path) else { return nil }
    var file = try Data(contentsOf: place)
    self.init(file)
    for _ in 0..<Self.looks where damage != nil {
      let before = file
      file = try Data(contentsOf: place)
      if file == before { return }
      self = WriteAheadLog(file)
    }
  }

  /// Our choice: how often a log is looked at that somebody writes to.
  private static let looks = 5

  /// - Parameters:
  ///   - file: the whole log.
  ///   - usualPageSize: the size of the database's pages, where the log's beginning does not say it.
  init(_ file: Data, usualPageSize: Int = 4096) {
    self.file = file
    pageSize = usualPageSize
    guard !file.isEmpty else { return }
    let header = readHeader()
    if header == nil { damage = "its log has lost its beginning" }
    read(after: header)
  }

  // MARK: - Reading

  private struct Header {
    var salts: [UInt8]
    var sum: LogChecksum
  }

  /// Nil if the beginning is not whole.
  private mutating func readHeader() -> Header? {
    guard file.count >= Self.headerBytes else { return nil }
    let size = number(at: 8)
    guard [Self.magic, Self.magic | 1].contains(number(at: 0)), number(at: 4) == Self.version,
      (512...65_536).contains(size), size.nonzeroBitCount == 1
    else { return nil }
    isBigEndian = number(at: 0) & 1 == 1
    var sum = LogChecksum()
    add(0..<24, to: &sum)
    guard sum == self.sum(at: 24) else { return nil }
    pageSize = Int(size)
    return Header(salts: bytes(at: 16, 8), sum: sum)
  }

  private mutating func read(after header: Header?) {
    let count = (file.count - Self.headerBytes) / frameBytes
    guard count > 0, let salts = header?.salts ?? saltsWithoutHeader(count) else { return }
    // The sum before the next frame; nil if it is not known.
    var sum = header?.sum ?? sumBeforeFirst()
    var frames: [Frame] = []
    // The first frame that is not whole, the last commit, and how many frames can be read up to it.
    var firstBad: Int?
    var lastCommit: (index: Int, frames: Int)?
    for index in 0..<count {
      let start = start(of: index)
      let stored = self.sum(at: start + 16)
      var frame = Frame(
        page: Int(number(at: start)), pages: Int(number(at: start + 4)),
        place: start + Self.frameHeaderBytes)
      let isOurs = bytes(at: start + 8, 8) == salts
      let computed = sum.map { self.sum(after: $0, frame: start) }
      // Without a sum before it, the first frame is not whole: a beginning that fits was looked for.
      let isBroken = computed.map { $0 != stored } ?? (index == 0)
      sum = isOurs || computed == stored ? stored : nil
      if computed != stored || !isOurs { firstBad = firstBad ?? index }
      // A wrong salt, which is not part of the sum, makes a frame with the right sum no older.
      guard isOurs || computed == stored else { continue }
      var isRead = !isBroken
      if isBroken, let computed {
        if isContinued(by: index + 1, of: count, after: computed) {
          // Only the stored sum is wrong.
          (sum, isRead) = (computed, true)
        } else if let wrong = computed.wrongWord(of: (8 + pageSize) / 4, for: stored) {
          frame.wrong = wrong
          correctHead(of: &frame)
          isRead = true
        }
      }
      if isRead { frames.append(frame) }
      if frame.pages > 0 { lastCommit = (index, frames.count) }
    }
    guard let lastCommit else { return }
    committed = Array(frames[..<lastCommit.frames])
    if damage == nil, let firstBad, firstBad <= lastCommit.index {
      damage = "its log is damaged after \(start(of: firstBad)) bytes"
    }
  }

  private func isContinued(by index: Int, of count: Int, after sum: LogChecksum) -> Bool {
    guard index < count else { return false }
    return self.sum(after: sum, frame: start(of: index)) == self.sum(at: start(of: index) + 16)
  }

  /// Puts the page's number and the database's size right, if one of them is the wrong word.
  private func correctHead(of frame: inout Frame) {
    guard let wrong = frame.wrong, wrong.index < 2 else { return }
    let start = frame.place - Self.frameHeaderBytes
    let right = Int(wordAsStored(word(at: start + wrong.index * 4) &- wrong.excess))
    if wrong.index == 0 { frame.page = right } else { frame.pages = right }
  }

  /// The salts of the first frame that goes on from another one, or is alone and fits a beginning.
  private func saltsWithoutHeader(_ count: Int) -> [UInt8]? {
    if sumBeforeFirst() != nil { return bytes(at: start(of: 0) + 8, 8) }
    for index in 1..<max(1, count) {
      let before = sum(at: start(of: index - 1) + 16)
      if sum(after: before, frame: start(of: index)) == sum(at: start(of: index) + 16) {
        return bytes(at: start(of: index) + 8, 8)
      }
    }
    return nil
  }

  /// The sum of a lost beginning, by going back over the first frame; nil if that frame is not whole.
  ///
  /// Of the beginning only the number of the run is not known. It does not change the first sum, which must fit.
  private func sumBeforeFirst() -> LogChecksum? {
    let start = start(of: 0)
    var sum = self.sum(at: start + 16)
    for place in stride(from: frameBytes - 8, through: Self.frameHeaderBytes, by: -8) {
      sum.remove(word(at: start + place), word(at: start + place + 4))
    }
    sum.remove(word(at: start), word(at: start + 4))
    var before = sum
    before.remove(word(at: start + 8), word(at: start + 12))
    var beginning = LogChecksum()
    beginning.add(wordAsStored(Self.magic | (isBigEndian ? 1 : 0)), wordAsStored(Self.version))
    beginning.add(wordAsStored(UInt32(pageSize)), 0)
    return beginning.first == before.first ? sum : nil
  }

  // MARK: - Writing

  /// Writes what was committed into the file of the database, as SQLite does with a log that is whole.
  func write(into path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    let size = Int(try handle.seekToEnd())
    // A page's number that could not be checked must not make the file huge.
    let most = max(size / pageSize, committed.map(\.pages).max() ?? 0) + committed.count
    var newest: [Int: Frame] = [:]
    for frame in committed where (1...most).contains(frame.page) { newest[frame.page] = frame }
    for (page, frame) in newest.sorted(by: { $0.key < $1.key }) {
      try handle.seek(toOffset: UInt64((page - 1) * pageSize))
      try handle.write(contentsOf: contents(of: frame))
    }
    guard let pages = committed.last(where: { (1...most).contains($0.pages) })?.pages else {
      return
    }
    try handle.truncate(atOffset: UInt64(max(pages, newest.keys.max() ?? 0) * pageSize))
  }

  private func contents(of frame: Frame) -> Data {
    var page = Data(file[frame.place..<frame.place + pageSize])
    guard let wrong = frame.wrong, wrong.index >= 2 else { return page }
    let place = (wrong.index - 2) * 4
    let right = word(at: frame.place + place) &- wrong.excess
    let bytes = withUnsafeBytes(of: isBigEndian ? right.bigEndian : right.littleEndian, Array.init)
    page.replaceSubrange(place..<place + 4, with: bytes)
    return page
  }

  // MARK: - Bytes

  private var frameBytes: Int { Self.frameHeaderBytes + pageSize }

  private func start(of index: Int) -> Int { Self.headerBytes + index * frameBytes }

  private func bytes(at place: Int, _ count: Int) -> [UInt8] {
    [UInt8](file[place..<place + count])
  }

  /// A number of the format.
  private func number(at place: Int) -> UInt32 {
    file.withUnsafeBytes {
      UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }

  /// A word as sums count it.
  private func word(at place: Int) -> UInt32 { wordAsStored(number(at: place)) }

  /// The word as which sums count a number of the format, and the other way round.
  private func wordAsStored(_ number: UInt32) -> UInt32 {
    isBigEndian ? number : number.byteSwapped
  }

  private func sum(at place: Int) -> LogChecksum {
    LogChecksum(first: number(at: place), second: number(at: place + 4))
  }

  /// The sum after the frame that begins at `start`.
  private func sum(after sum: LogChecksum, frame start: Int) -> LogChecksum {
    var sum = sum
    add(start..<start + 8, to: &sum)
    add(start + Self.frameHeaderBytes..<start + frameBytes, to: &sum)
    return sum
  }

  private func add(_ range: Range<Int>, to sum: inout LogChecksum) {
    file.withUnsafeBytes { bytes in
      for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let other = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        sum.add(
          isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one),
          isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other))
      }
    }
  }
}
