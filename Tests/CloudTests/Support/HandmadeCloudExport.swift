import Foundation
import GRDB

/// The files of an export, to be changed; writes a tar archive of them by itself.
struct HandmadeCloudExport {
  private static let block = 512

  var files: [(name: String, bytes: [UInt8])] = []

  init(_ archive: Data) throws {
    let bytes = Array(archive)
    var place = 0
    while place + Self.block <= bytes.count, bytes[place] != 0 {
      let name = String(decoding: bytes[place..<place + 100].prefix { $0 != 0 }, as: UTF8.self)
      let size = String(decoding: bytes[place + 124..<place + 135], as: UTF8.self)
      guard let count = Int(size, radix: 8) else { throw CocoaError(.fileReadCorruptFile) }
      place += Self.block
      files.append((name, Array(bytes[place..<place + count])))
      place += (count + Self.block - 1) / Self.block * Self.block
    }
  }

  /// Changes the tables, and the sums so that they fit.
  mutating func changeStore(_ sql: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(files[0].bytes).write(to: file)
    let database = try DatabaseQueue(path: file.path)
    try database.write { try $0.execute(sql: sql) }
    try database.close()
    files[0].bytes = Array(try Data(contentsOf: file))
  }

  var bytes: Data {
    files.reduce(into: Data()) { archive, file in
      archive += Self.header(file.name, file.bytes.count) + file.bytes
      archive += [UInt8](repeating: 0, count: -file.bytes.count & (Self.block - 1))
    } + [UInt8](repeating: 0, count: 2 * Self.block)
  }

  private static func header(_ name: String, _ count: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: block)
    func put(_ text: String, _ place: Int) {
      header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    put(name, 0)
    put("0000644", 100)
    let size = String(count, radix: 8)
    put(String(repeating: "0", count: 11 - size.count) + size, 124)
    put("        ", 148)
    put("0", 156)
    put("ustar\u{0}00", 257)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", 148)
    return header
  }
}
