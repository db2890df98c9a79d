import ChatModel
import ChatUI
import ClientSettings
import CloudModel
import Foundation
import TestSupport

extension FileRequests.Places {
  /// Folders `downloads`, `opened` and `pasted` in a directory.
  static func inside(_ directory: URL) -> Self {
    @Sendable func folder(_ name: String) throws -> URL {
      let folder = directory.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
    return Self(
      downloads: { try folder($0 ?? "downloads") }, makeFolder: { try folder("opened") },
      keepPasted: { bytes, name in
        let file = try folder("pasted").appending(path: name)
        try bytes.write(to: file)
        return file
      })
  }
}

extension ChatWorld {
  /// Saves or opens a file as the client does; the answers end with the request.
  func fulfil(
    _ request: FileRequest, places: FileRequests.Places?, settings: Settings = Settings(),
    programs: ExternalPrograms? = nil
  ) -> AsyncStream<FileAnswer> {
    let (answers, continuation) = AsyncStream.makeStream(of: FileAnswer.self)
    guard let places else {
      continuation.yield(.failed("no places for files"))
      return answers
    }
    let requests = FileRequests(repository: repository, places: places, programs: programs)
    let task = Task {
      await requests.fulfil(request, settings) { continuation.yield($0) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return answers
  }

  /// Somebody's message with a file that is in the cloud, and not on this device.
  func sendFile(
    _ name: String, size: Int64 = 3_000, saying text: String = "", by sender: String,
    in zone: RecordZoneID, at date: Date
  ) async throws -> Record {
    var record = message(text, by: sender, in: zone, at: date)
    record["attachment"] = .asset(Asset(fileChecksum: "checksum", size: size))
    record["fileName"] = .string(name)
    record["fileSize"] = .int64(size)
    try await apply([record], in: zone)
    return record
  }
}
