import Foundation

/// A link to a share: `https://www.icloud.com/share/SHORTGUID`, as apps pass it on.
struct ShareLink {
  let shortGUID: String

  init(shortGUID: String) { self.shortGUID = shortGUID }

  /// Reads any link that ends with a short GUID, such as the ones that `zonechat` writes; nil for others.
  init?(_ url: URL) {
    let last = url.lastPathComponent
    guard !last.isEmpty, last != "/" else { return nil }
    shortGUID = last
  }

  var url: URL? { URL(string: "https://www.icloud.com/share/\(shortGUID)") }
}
