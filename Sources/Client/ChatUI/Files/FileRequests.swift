package import ChatCore
import ChatModel
import ChatWords
package import ClientSettings
package import Foundation

/// Brings the files of messages to where people want them.
package struct FileRequests: Sendable {
  /// The places where files are put; the process that runs the client knows them.
  package struct Places: Sendable {
    /// The folder for files that are saved without naming one, which exists: the one of the settings, if any.
    package var downloads: @Sendable (_ chosen: String?) throws -> URL
    /// A new folder, which only this user can read, for the copy of a file that is opened.
    package var makeFolder: @Sendable () throws -> URL
    /// Makes a file of what was pasted, which only this user can read, and which can wait in a draft.
    ///
    /// Throws `ExternalPrograms.Failure`.
    package var keepPasted: @Sendable (_ bytes: Data, _ name: String) throws -> URL

    package init(
      downloads: @escaping @Sendable (String?) throws -> URL,
      makeFolder: @escaping @Sendable () throws -> URL,
      keepPasted: @escaping @Sendable (Data, String) throws -> URL
    ) {
      self.downloads = downloads
      self.makeFolder = makeFolder
      self.keepPasted = keepPasted
    }
  }

  let repository: ChatRepository
  let places: Places
  let programs: ExternalPrograms?

  package init(repository: ChatRepository, places: Places, programs: ExternalPrograms?) {
    self.repository = repository
    self.places = places
    self.programs = programs
  }

  /// Saves or opens a file, and waits for its download if it is not on this device.
  ///
  /// - Parameters:
  ///   - request: which file, and what for.
  ///   - settings: the person's settings.
  ///   - report: takes what became of it: at most one `.awaited`, and then one of the others.
  package func fulfil(
    _ request: FileRequest, _ settings: Settings, report: @Sendable (FileAnswer) async -> Void
  ) async {
    do {
      if let answer = try await deliver(request, settings) { return await report(answer) }
      try await repository.requestAttachment(of: request.message)
      await report(.awaited)
      for try await file in repository.attachment(of: request.message) {
        guard let file else { return await report(.failed("The message was removed meanwhile.")) }
        if file.isHere, let answer = try await deliver(request, settings) {
          return await report(answer)
        }
        if case .failed(reason: let reason) = file.transfer?.state {
          return await report(.failed("The file was not downloaded: \(reason)"))
        }
      }
    } catch {
      // The download goes on without this window.
      if Task.isCancelled { return }
      await report(.failed(ErrorText.of(error)))
    }
  }

  /// - Returns: nil if the file is not on this device.
  private func deliver(
    _ request: FileRequest, _ settings: Settings
  ) async throws -> FileAnswer? {
    switch request.purpose {
    case .save(let place):
      let place = try place.map { PathText.file($0) } ?? places.downloads(settings.downloads)
      return try await repository.saveAttachment(of: request.message, to: place)
        .map { .saved(path: $0.path) }
    case .open:
      // A copy, because programs may change what they open, and go by the name.
      guard try await repository.attachmentFile(of: request.message) != nil,
        let copy = try await repository.saveAttachment(
          of: request.message, to: places.makeFolder())
      else { return nil }
      try await programs?.open(copy.path, settings.opener)
      return .opened(name: copy.lastPathComponent)
    }
  }
}
