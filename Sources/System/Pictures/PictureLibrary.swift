#if canImport(Glibc)
import Glibc
#endif

/// The way to decode one kind of pictures: a library of the machine, loaded when this is made.
///
/// The functions that are called have had the same form since the versions that the names of the files say.
struct PictureLibrary {
  /// Takes a file, the size that its header claims, and the size that is wanted at most; it may give a larger picture.
  let decode:
    (_ bytes: [UInt8], _ size: PixelSize, _ limit: PixelSize) throws(PictureFailure) ->
      PixelImage

  init(_ kind: PictureHeader.Kind) throws(PictureFailure) {
    switch kind {
    case .gif:
      decode = { (bytes, _, _) throws(PictureFailure) in try GIFReader.firstPicture(of: bytes) }
    case .png:
      let library = try PNGLibrary()
      decode = { (bytes, size, _) throws(PictureFailure) in try library.decode(bytes, size) }
    case .jpeg:
      let library = try TurboJPEGLibrary()
      decode = { (bytes, size, limit) throws(PictureFailure) in
        try library.decode(bytes, size, limit)
      }
    case .webp:
      let library = try WebPLibrary()
      decode = { (bytes, size, _) throws(PictureFailure) in try library.decode(bytes, size) }
    }
  }
}

/// A shared library that is loaded until the process ends.
private struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer
  private let debianPackage: String

  /// - Parameters:
  ///   - name: the file, with the version of its interface.
  ///   - package: the package of Debian that has it.
  /// - Throws: `.missing` if it is not there.
  init(_ name: String, of package: String) throws(PictureFailure) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw .missing(library: package)
    }
    self.handle = handle
    debianPackage = package
  }

  func function<Function>(
    _ name: String, as type: Function.Type
  ) throws(PictureFailure) -> Function {
    guard let address = dlsym(handle, name) else { throw .missing(library: debianPackage) }
    return unsafeBitCast(address, to: type)
  }
}

/// The simplified interface of libpng 1.6.
///
/// Source: png.h, `png_image`.
private struct PNGLibrary {
  private typealias Begin =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Int32
  private typealias Finish =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeMutableRawPointer, Int32,
      UnsafeMutableRawPointer?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  private let begin: Begin
  private let finish: Finish
  private let free: Free

  /// The places in `png_image` behind its first pointer: version, width, height, format.
  private static let fields = MemoryLayout<UnsafeRawPointer>.size
  /// More than the pointer, seven numbers and a message of 64 bytes.
  private static let imageBytes = 256
  private static let (version, rgba): (UInt32, UInt32) = (1, 3)

  init() throws(PictureFailure) {
    let library = try SharedLibrary("libpng16.so.16", of: "libpng16-16")
    begin = try library.function("png_image_begin_read_from_memory", as: Begin.self)
    finish = try library.function("png_image_finish_read", as: Finish.self)
    free = try library.function("png_image_free", as: Free.self)
  }

  func decode(_ bytes: [UInt8], _ size: PixelSize) throws(PictureFailure) -> PixelImage {
    let state = UnsafeMutableRawPointer.allocate(byteCount: Self.imageBytes, alignment: 16)
    defer { state.deallocate() }
    state.initializeMemory(as: UInt8.self, repeating: 0, count: Self.imageBytes)
    state.storeBytes(of: Self.version, toByteOffset: Self.fields, as: UInt32.self)
    defer { free(state) }
    var pixels = [UInt8](repeating: 0, count: size.count * 4)
    let isRead = bytes.withUnsafeBytes { source in
      pixels.withUnsafeMutableBytes { target -> Bool in
        guard let file = source.baseAddress, let first = target.baseAddress,
          begin(state, file, source.count) != 0,
          // The decoder must see the size for which there is room.
          state.load(fromByteOffset: Self.fields + 4, as: UInt32.self) == UInt32(size.width),
          state.load(fromByteOffset: Self.fields + 8, as: UInt32.self) == UInt32(size.height)
        else { return false }
        state.storeBytes(of: Self.rgba, toByteOffset: Self.fields + 12, as: UInt32.self)
        return finish(state, nil, first, 0, nil) != 0
      }
    }
    guard isRead, let image = PixelImage(size: size, bytes: pixels) else { throw .broken }
    return image
  }
}

/// The interface of TurboJPEG since its version 1.2, which decodes to a smaller size at once.
///
/// Source: turbojpeg.h, `tjDecompressHeader3`, `tjDecompress2`.
private struct TurboJPEGLibrary {
  private typealias Start = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Header =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias Decompress =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<UInt8>, Int32,
      Int32, Int32, Int32, Int32
    ) -> Int32
  private typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32

  private let start: Start
  private let header: Header
  private let decompress: Decompress
  private let end: End

  private static let rgba: Int32 = 7

  init() throws(PictureFailure) {
    let library = try SharedLibrary("libturbojpeg.so.0", of: "libturbojpeg0")
    start = try library.function("tjInitDecompress", as: Start.self)
    header = try library.function("tjDecompressHeader3", as: Header.self)
    decompress = try library.function("tjDecompress2", as: Decompress.self)
    end = try library.function("tjDestroy", as: End.self)
  }

  func decode(
    _ bytes: [UInt8], _ size: PixelSize, _ limit: PixelSize
  ) throws(PictureFailure) -> PixelImage {
    guard let decoder = start() else { throw .broken }
    defer { _ = end(decoder) }
    let scaled = Self.scaled(size, limit)
    var pixels = [UInt8](repeating: 0, count: scaled.count * 4)
    let isRead = bytes.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { target -> Bool in
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard let file = source.baseAddress, let first = target.baseAddress,
          header(decoder, file, UInt(source.count), &width, &height, &sampling, &colors) == 0,
          Int(width) == size.width, Int(height) == size.height
        else { return false }
        return decompress(
          decoder, file, UInt(source.count), first, Int32(scaled.width), 0, Int32(scaled.height),
          Self.rgba, 0) == 0
      }
    }
    guard isRead, let image = PixelImage(size: scaled, bytes: pixels) else { throw .broken }
    return image
  }

  /// The size of so many eighths, the fewest that are no smaller than what is wanted.
  private static func scaled(_ size: PixelSize, _ limit: PixelSize) -> PixelSize {
    let sizes = (1...8).map { eighths in
      PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
    }
    return sizes.first { $0.width >= limit.width || $0.height >= limit.height } ?? size
  }
}

/// The simple interface of libwebp, which knows no animations.
///
/// Source: webp/decode.h.
private struct WebPLibrary {
  private typealias Information =
    @convention(c) (
      UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias Decode =
    @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, Int, Int32) ->
    UnsafeMutablePointer<UInt8>?

  private let information: Information
  private let decoding: Decode

  init() throws(PictureFailure) {
    let library = try SharedLibrary("libwebp.so.7", of: "libwebp7")
    information = try library.function("WebPGetInfo", as: Information.self)
    decoding = try library.function("WebPDecodeRGBAInto", as: Decode.self)
  }

  func decode(_ bytes: [UInt8], _ size: PixelSize) throws(PictureFailure) -> PixelImage {
    var pixels = [UInt8](repeating: 0, count: size.count * 4)
    let isRead = bytes.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { target -> Bool in
        var (width, height): (Int32, Int32) = (0, 0)
        guard let file = source.baseAddress, let first = target.baseAddress,
          information(file, source.count, &width, &height) != 0,
          Int(width) == size.width, Int(height) == size.height
        else { return false }
        return decoding(file, source.count, first, target.count, Int32(size.width * 4)) != nil
      }
    }
    guard isRead, let image = PixelImage(size: size, bytes: pixels) else { throw .broken }
    return image
  }
}
