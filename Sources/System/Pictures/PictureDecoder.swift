import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The reason why a picture is not decoded.
enum PictureFailure: Error {
  case missing(library: String)
  case broken
}

/// Decodes a picture file of another person; to be called only in a process that has nothing else to do.
///
/// A hostile file may crash it, or run into its limits: then the process ends, and the window goes on. Libraries are
/// loaded when they are needed, and only where they are on the machine.
package enum PictureDecoder {
  /// Our choice: the most bytes of a file that is decoded.
  static let fileLimit = 32 * 1024 * 1024

  /// Decodes a file to a picture of at most so many pixels in each direction.
  ///
  /// From its call on, this process may use little memory and time, and opens no file.
  package static func answer(path: String, atMost limit: PixelSize) -> PictureAnswer {
    guard let bytes = read(path) else { return .refused }
    return answer(bytes, atMost: limit) { DecodingLimits.begin() }
  }

  /// Decodes a file in memory; `loaded` is called when its library is loaded, and before any of the file is decoded.
  package static func answer(
    _ bytes: [UInt8], atMost limit: PixelSize, loaded: () -> Void = {}
  ) -> PictureAnswer {
    do throws(PictureFailure) {
      guard limit.width > 0, limit.height > 0, let header = PictureHeader(bytes) else {
        throw .broken
      }
      let library = try PictureLibrary(header.kind)
      loaded()
      let stored = header.liesOnItsSide ? header.size.turned : header.size
      let most = header.liesOnItsSide ? limit.turned : limit
      let image = try library.decode(bytes, stored, most)
      return .picture(
        image.scaled(to: fitted(image.size, in: most)).upright(from: header.orientation))
    } catch {
      return switch error {
      case .missing(let library): .missing(library: library)
      case .broken: .refused
      }
    }
  }

  /// The file, if it is a plain one within the limit.
  private static func read(_ path: String) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= fileLimit
    else { return nil }
    // A file that cannot be read is no picture; the card says where the file is.
    return (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }

  /// The size in which a picture fits into an area with its shape kept; never larger than it is.
  private static func fitted(_ size: PixelSize, in limit: PixelSize) -> PixelSize {
    guard size.width > limit.width || size.height > limit.height else { return size }
    if size.width * limit.height > size.height * limit.width {
      return PixelSize(width: limit.width, height: max(1, size.height * limit.width / size.width))
    }
    return PixelSize(width: max(1, size.width * limit.height / size.height), height: limit.height)
  }
}

/// The limits of the process that decodes.
enum DecodingLimits {
  /// Our choice: a picture of `PictureHeader.pixelLimit` takes 200 MB, its file and its decoder some more.
  private static let memoryBytes: rlim_t = 512 * 1024 * 1024
  /// Our choice; a photo of a camera takes a tenth of a second.
  private static let processorSeconds: rlim_t = 10

  static func begin() {
    set(__rlimit_resource_t(RLIMIT_DATA.rawValue), memoryBytes)
    set(__rlimit_resource_t(RLIMIT_CPU.rawValue), processorSeconds)
    set(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
    set(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 0)
    // Those that are open stay.
    set(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), 0)
  }

  private static func set(_ resource: __rlimit_resource_t, _ most: rlim_t) {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    // A system that refuses a limit still has the others, and a process apart.
    _ = setrlimit(resource, &limit)
  }
}
