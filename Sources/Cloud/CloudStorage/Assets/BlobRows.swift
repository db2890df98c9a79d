import CloudRules
import Foundation
import Synchronization

/// The sealed bytes of an asset in chunks of a store, of which the last one that was read is kept.
final class BlobRows: BlobSource {
  let length: Int64
  private let store: any SharedStore
  private let blob: Int64
  private let last = Mutex<(number: Int, bytes: Data)?>(nil)

  init(_ blob: Int64, length: Int64, in store: any SharedStore) {
    self.blob = blob
    self.length = length
    self.store = store
  }

  func read(_ range: Range<Int64>) throws -> Data {
    guard range.lowerBound >= 0, range.upperBound <= length else { throw AssetFailure.damaged }
    var bytes = Data(capacity: range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let (number, start) = (Int(place) / blobChunkBytes, Int(place) % blobChunkBytes)
      let part = try chunk(number).dropFirst(start).prefix(Int(range.upperBound - place))
      guard !part.isEmpty else { throw AssetFailure.damaged }
      bytes += part
      place += Int64(part.count)
    }
    return bytes
  }

  private func chunk(_ number: Int) throws -> Data {
    if let last = last.withLock(\.self), last.number == number { return last.bytes }
    guard let bytes = try store.chunk(number, of: blob) else { throw AssetFailure.damaged }
    last.withLock { $0 = (number, bytes) }
    return bytes
  }

  /// Stores a file; returns the number of its bytes.
  static func store(fileAt path: String, in store: any SharedStore) throws -> Int64 {
    guard let file = FileHandle(forReadingAtPath: path) else { throw FileFailure("open") }
    let blob = try store.beginBlob()
    var number = 0
    while let bytes = try file.read(upToCount: blobChunkBytes), !bytes.isEmpty {
      try store.addChunk(bytes, number: number, to: blob)
      number += 1
    }
    return blob
  }
}
