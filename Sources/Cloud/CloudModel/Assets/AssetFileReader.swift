package import Foundation

/// A file that is being uploaded, and must not change meanwhile.
package final class AssetFileReader: Sendable {
  /// Bytes read at a time; one upload holds this many in memory.
  private static let chunkBytes: Int64 = 128 * 1024

  package let size: Int64
  private let descriptor: Int32
  private let stamp: Stamp

  private struct Stamp: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// Throws `.assetFileNotFound` for a file that cannot be read, `.limitExceeded` for a file that
  /// is too large.
  package init(_ file: URL) throws(CloudError) {
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw CloudError(
        .assetFileNotFound, "\(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    self.descriptor = descriptor
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = Int64(status.st_size)
    stamp = Stamp(status)
    guard isFile else { throw CloudError(.assetFileNotFound, "\(path) is not a file.") }
    guard size <= CloudLimits.assetBytes else {
      throw CloudError(
        .limitExceeded,
        "\(path) has \(size) bytes; an asset has at most \(CloudLimits.assetBytes).")
    }
  }

  deinit { close(descriptor) }

  /// The bytes from `offset` to the end, in chunks.
  ///
  /// `progress` is called with the number of bytes taken so far, before each chunk and at the end.
  /// Throws `.assetFileModified` if the file has changed since it was opened.
  package func chunks(
    from offset: Int64, progress: @escaping @Sendable (Int64) -> Void
  ) -> some AsyncSequence<Data, any Error> & Sendable {
    Chunks(file: self, offset: offset, progress: progress)
  }

  private func chunk(at offset: Int64) throws(CloudError) -> Data {
    var chunk = Data(count: Int(min(Self.chunkBytes, size - offset)))
    let count = chunk.withUnsafeMutableBytes { pointer in
      pread(descriptor, pointer.baseAddress, pointer.count, off_t(offset))
    }
    var status = stat()
    guard count > 0, fstat(descriptor, &status) == 0, Stamp(status) == stamp else {
      throw CloudError(
        .assetFileModified, "The file changed while it was uploaded. Attach it again.")
    }
    return chunk.prefix(count)
  }

  private struct Chunks: AsyncSequence, Sendable {
    let file: AssetFileReader
    let offset: Int64
    let progress: @Sendable (Int64) -> Void

    struct AsyncIterator: AsyncIteratorProtocol {
      let chunks: Chunks
      var place: Int64

      mutating func next() async throws -> Data? {
        try Task.checkCancellation()
        chunks.progress(place)
        guard place < chunks.file.size else { return nil }
        let (file, place) = (chunks.file, place)
        let chunk = try await FileWork.run { () throws(CloudError) in try file.chunk(at: place) }
        self.place += Int64(chunk.count)
        return chunk
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self, place: offset) }
  }
}

extension AssetFileReader {
  /// Checks that what the cloud has can be the beginning of this file, or all of it.
  package func check(_ state: AssetUploadState) throws(CloudError) {
    let fits =
      state.asset.map { $0.size == size } ?? (0...size).contains(state.uploadOffset)
    guard fits else {
      throw CloudError(
        .assetFileModified, "The file changed since its upload began. Attach it again.")
    }
  }
}
