import ChatStore
import ChatUI
import ClientSettings
import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The file in which a person has chosen settings for the full-screen client.
struct SettingsFile: Sendable {
  /// Longer than the steps of an editor, shorter than a person's patience.
  private static let pause = Duration.milliseconds(100)

  let file: URL

  init(_ file: URL) { self.file = file }

  /// The settings for a client that runs for a while.
  func source() -> SettingsSource {
    let first = news()
    return SettingsSource(first: first) { report in await watch(since: first, report) }
  }

  /// The settings now; defaults if there is no file.
  ///
  /// - Throws: `SettingsMistakes`, or a `Failure` if the file cannot be read.
  func read() throws -> Settings {
    guard let text = try Self.text(of: file) else { return Settings() }
    return try Settings.read(text, vocabulary: vocabulary()).get()
  }

  /// The settings now, or why they are not used.
  func news() -> SettingsNews {
    do {
      return .settings(try read())
    } catch let mistakes as SettingsMistakes {
      return .refused("\(file.lastPathComponent) is not used. \(mistakes.sentence)")
    } catch {
      return .refused((error as? Failure)?.message ?? "\(file.path) cannot be read: \(error)")
    }
  }

  /// Reports every change of the settings until the task is cancelled.
  ///
  /// A short while passes between a change and its reading, because editors replace a file in several steps.
  private func watch(
    since first: SettingsNews, _ report: @Sendable (SettingsNews) -> Void
  ) async {
    var last = first
    while !Task.isCancelled {
      let folders = watchedFolders()
      let changes = FileWatch.changes(in: folders)
      // The file may have changed before the folder was watched.
      reportChange(&last, report)
      for await _ in changes {
        // The sleep is cancelled only when the client ends.
        guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        reportChange(&last, report)
        if watchedFolders() != folders { break }
      }
      // The folder cannot be watched.
      if watchedFolders() == folders { return }
    }
  }

  private func reportChange(_ last: inout SettingsNews, _ report: (SettingsNews) -> Void) {
    let now = news()
    guard now != last else { return }
    last = now
    report(now)
  }

  /// The folders in which a change may change the settings: where the file is, and where a link leads.
  private func watchedFolders() -> [String] {
    let places =
      [file, file.resolvingSymlinksInPath()].map { $0.deletingLastPathComponent() } + [themes]
    return Array(Set(places.map(Self.nearestFolder))).sorted()
  }

  /// The folder, or the nearest one above it that is there.
  private static func nearestFolder(_ folder: URL) -> String {
    var folder = folder
    while access(folder.path, F_OK) != 0, folder.path.count > 1 { folder.deleteLastPathComponent() }
    return folder.path
  }

  /// Themes beyond this number are not read.
  private static let themeLimit = 100

  private var themes: URL { file.deletingLastPathComponent().appendingPathComponent("themes") }

  /// The words of the client, and the themes of the person.
  private func vocabulary() -> SettingsVocabulary {
    var vocabulary = SettingsVocabulary.chat
    // A folder that is not there or cannot be read has no themes.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: themes.path)) ?? []
    for file in names.filter({ $0.hasSuffix(".toml") }).sorted().prefix(Self.themeLimit) {
      let name = String(file.dropLast(5))
      do {
        guard let text = try Self.text(of: themes.appendingPathComponent(file)) else { continue }
        vocabulary.themes[name] = try ThemeForms.read(text).get()
      } catch {
        vocabulary.themes[name] = nil
        let reason = (error as? SettingsMistakes)?.sentence ?? (error as? Failure)?.message
        vocabulary.brokenThemes[name] = "\(file): \(reason ?? "it cannot be read")"
      }
    }
    return vocabulary
  }

  /// The text of a file; nil if there is no file.
  private static func text(of file: URL) throws(Failure) -> String? {
    // Not blocking, because a pipe without a writer would hold the client for ever.
    let descriptor = Glibc.open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure("\(file.path) cannot be read: \(String(cString: strerror(errno))).")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let status = FileStatus(descriptor: descriptor), status.mode & S_IFMT == S_IFREG else {
      throw Failure("\(file.path) is not an ordinary file. Replace it, or set ZONECHAT_CONFIG.")
    }
    guard let bytes = try? handle.read(upToCount: Settings.maximumBytes + 1) ?? Data() else {
      throw Failure("\(file.path) cannot be read. Check the disk.")
    }
    guard bytes.count <= Settings.maximumBytes else {
      throw Failure("\(file.path) is longer than \(Settings.maximumBytes) bytes. Shorten it.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(file.path) is not UTF-8. Save it in that encoding.")
    }
    return text
  }
}
