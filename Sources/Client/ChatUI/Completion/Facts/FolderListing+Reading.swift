import ChatWords
import Foundation

#if canImport(Glibc)
import Glibc
#endif

extension FolderListing {
  /// Entries that a listing holds; more letters narrow them down.
  private static let entryLimit = 500
  /// Entries of a folder that are looked at: about a tenth of a second on a slow disk.
  private static let lookLimit = 50_000

  /// Reads a folder; a folder that cannot be read has no entries, since nothing was asked for yet.
  ///
  /// Names that are not UTF-8 are left out: nobody can type them.
  @concurrent package static func read(_ query: FolderQuery) async -> FolderListing {
    let path = query.folder.isEmpty ? "." : PathText.inHome(query.folder)
    var listing = FolderListing(query, entries: [])
    guard let folder = opendir(path) else { return listing }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      count += 1
      guard count <= lookLimit, listing.entries.count < entryLimit else {
        listing.isCut = true
        break
      }
      guard let name = name(of: entry), name != ".", name != "..", query.fits(name) else {
        continue
      }
      let isFolder =
        switch Int(entry.pointee.d_type) {
        case DT_DIR: true
        case DT_LNK, DT_UNKNOWN: isFolder(path + "/" + name)
        default: false
        }
      listing.entries.append(Entry(name, isFolder: isFolder))
    }
    listing.entries.sort { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    return listing
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
