import ChatModel

/// The kind of a file, as its name tells.
enum FileKind {
  /// Kinds that common programs show and do not run: pictures, sounds, films, plain texts.
  private static let shownOnly: Set<String> = [
    "avif", "bmp", "gif", "heic", "jpeg", "jpg", "png", "tif", "tiff", "webp",
    "aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav",
    "avi", "m4v", "mkv", "mov", "mp4", "ogv", "webm",
    "csv", "json", "log", "md", "pdf", "txt",
  ]

  /// Whether a file can be opened without running anything that its sender has put into it.
  ///
  /// - Parameter name: the name in the message; only the name under which the file is opened counts.
  /// - Returns: whether its last extension is one of a kind that is only shown.
  static func isShownOnly(_ name: String) -> Bool {
    let parts = FileName.safe(name).split(separator: ".")
    return parts.count > 1 && parts.last.map { shownOnly.contains($0.lowercased()) } == true
  }
}
