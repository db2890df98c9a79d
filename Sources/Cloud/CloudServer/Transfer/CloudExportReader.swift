import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Crypto
import Foundation
import NIOCore
import NIOPosix

/// Receives an archive that may have been made by anybody, and checks it as it comes.
struct CloudExportReader<Body: AsyncSequence> where Body.Element == ByteBuffer {
  private var tar: TarReader<Body>
  private let imported: ImportedStore
  /// The lines that the archive must have at its end.
  private var lines = ""

  init(_ body: Body, into imported: ImportedStore) {
    tar = TarReader(body)
    self.imported = imported
  }

  /// Reads the whole archive; returns the number of its assets.
  ///
  /// Throws `.invalidArguments` where it is not whole, or not to be used.
  mutating func read() async throws -> Int {
    let header = try await tar.next()
    guard let header, header.name == CloudExport.store else {
      throw CloudExport.refusal("it does not begin with \(CloudExport.store)")
    }
    guard header.bytes <= ImportedStore.mostBytes else {
      throw CloudError(
        .limitExceeded,
        "The store in the file has \(header.bytes) bytes; at most \(ImportedStore.mostBytes) fit.")
    }
    let file = try FileHandle(forWritingTo: URL(filePath: imported.path))
    try await receive(header) { try file.write(contentsOf: Data($0.readableBytesView)) }
    try file.close()
    var missing = try await blocking { [imported] in
      try imported.open { _ = try $0.limitSettings() }
    }
    let count = missing.count
    while let header = try await tar.next() {
      if header.name == CloudExport.sums {
        guard missing.isEmpty else { break }
        try await checkSums(header)
        guard try await tar.next() == nil else {
          throw CloudExport.refusal("there is more behind \(CloudExport.sums)")
        }
        try await tar.drain()
        return count
      }
      let checksum =
        header.name.hasPrefix(CloudExport.assets)
        ? AssetChecksum(hex: String(header.name.dropFirst(CloudExport.assets.count))) : nil
      guard let checksum, missing.removeValue(forKey: checksum) == header.bytes else {
        throw CloudExport.refusal("‘\(header.name)’ does not belong to it")
      }
      let writer = try await blocking { [imported] in try imported.writer(bytes: header.bytes) }
      try await receive(header) { try writer.append($0) }
      try await blocking { [imported] in try imported.take(writer, as: checksum) }
    }
    throw CloudExport.refusal(
      missing.isEmpty ? "\(CloudExport.sums) is missing" : "\(missing.count) assets are missing")
  }

  private mutating func receive(
    _ header: TarHeader, _ take: @escaping @Sendable (ByteBuffer) throws -> Void
  ) async throws {
    var hasher = SHA256()
    while let piece = try await tar.read() {
      hasher.update(data: piece.readableBytesView)
      try await blocking { try take(piece) }
    }
    lines += CloudExport.line(Array(hasher.finalize()).hexadecimal, header.name)
  }

  private mutating func checkSums(_ header: TarHeader) async throws {
    var text = ByteBuffer()
    // Not read where it is longer than it can be.
    guard header.bytes == lines.utf8.count else { throw Self.changed }
    while var piece = try await tar.read() { text.writeBuffer(&piece) }
    guard String(buffer: text) == lines else { throw Self.changed }
  }

  private func blocking<T: Sendable>(
    _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await NIOThreadPool.singleton.runIfActive(body)
  }

  private static var changed: CloudError {
    CloudExport.refusal("its files are not those of \(CloudExport.sums)")
  }
}
