import CloudModel
import CloudRules
import CloudStorage
import Crypto
import Foundation
import Hummingbird
import NIOCore
import NIOPosix

/// Writes an exported store as an archive, a piece at a time.
struct CloudExportWriter: Sendable {
  private static let pieceBytes = 256 * 1024

  private let exported: ExportedStore
  private let store: TarHeader
  private let sums: TarHeader

  init(_ exported: ExportedStore) {
    self.exported = exported
    store = TarHeader(name: CloudExport.store, bytes: exported.bytes)
    sums = TarHeader(
      name: CloudExport.sums,
      bytes: exported.assets.reduce(CloudExport.lineBytes(CloudExport.store)) {
        $0 + CloudExport.lineBytes(Self.header($1).name)
      })
  }

  /// The number of bytes that `write` sends.
  var bytes: Int64 {
    exported.assets.reduce(store.archivedBytes + sums.archivedBytes) {
      $0 + Self.header($1).archivedBytes
    } + Int64(TarHeader.end.readableBytes)
  }

  /// Reads each piece after the previous one has been sent.
  @concurrent func write(to body: inout any ResponseBodyWriter) async throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: exported.path))
    var lines = try await write(store, to: &body) { _ in
      ByteBuffer(bytes: try file.read(upToCount: Self.pieceBytes) ?? Data())
    }
    try file.close()
    for asset in exported.assets {
      let reader = try await NIOThreadPool.singleton.runIfActive { [exported] in
        try exported.reader(of: asset.checksum)
      }
      lines += try await write(Self.header(asset), to: &body) { try reader.read($0) }
    }
    let text = ByteBuffer(string: lines)
    _ = try await write(sums, to: &body) { _ in text }
    try await body.write(TarHeader.end)
  }

  /// Writes one file, with bytes from the beginning of the range that `read` is given; returns its line in the sums.
  @concurrent private func write(
    _ header: TarHeader, to body: inout any ResponseBodyWriter,
    _ read: @escaping @Sendable (Range<Int64>) throws -> ByteBuffer
  ) async throws -> String {
    guard let block = header.block else {
      throw CloudError(.limitExceeded, "\(header.name) is too large for an export.")
    }
    try await body.write(block)
    var hasher = SHA256()
    var place: Int64 = 0
    while place < header.bytes {
      let rest = place..<header.bytes
      let piece = try await NIOThreadPool.singleton.runIfActive { try read(rest) }
      // Its size was measured before: other bytes would be those of another file.
      guard 1...(header.bytes - place) ~= Int64(piece.readableBytes) else {
        throw AssetFailure.damaged
      }
      hasher.update(data: piece.readableBytesView)
      place += Int64(piece.readableBytes)
      try await body.write(piece)
    }
    if header.padding > 0 { try await body.write(ByteBuffer(repeating: 0, count: header.padding)) }
    return CloudExport.line(Array(hasher.finalize()).hexadecimal, header.name)
  }

  private static func header(_ asset: (checksum: AssetChecksum, bytes: Int64)) -> TarHeader {
    TarHeader(name: CloudExport.assets + asset.checksum.hex, bytes: asset.bytes)
  }
}
