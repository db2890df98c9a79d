/// The media types of files that people send each other, by file name extension.
///
/// Source: the IANA registry of media types.
package enum MediaType {
  private static let types = [
    "aac": "audio/aac", "avif": "image/avif", "bz2": "application/x-bzip2", "csv": "text/csv",
    "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic",
    "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json",
    "m4a": "audio/mp4", "md": "text/markdown", "mov": "video/quicktime", "mp3": "audio/mpeg",
    "mp4": "video/mp4", "ogg": "audio/ogg", "pdf": "application/pdf", "png": "image/png",
    "svg": "image/svg+xml", "tar": "application/x-tar", "txt": "text/plain", "wav": "audio/wav",
    "webm": "video/webm", "webp": "image/webp", "xml": "application/xml", "zip": "application/zip",
  ]

  /// Empty for an unknown extension.
  package static func of(_ pathExtension: String) -> String {
    types[pathExtension.lowercased()] ?? ""
  }
}
