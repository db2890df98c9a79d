import Foundation
import HTTPTypes
import Hummingbird

/// Only plain paths reach the routes, so that each resource has one spelling, and only bodies that they can read.
enum RequestTarget {
  /// Bytes in the path and the query.
  static let targetBytes = 8 * 1024
  /// Bytes in one part of the path; a zone's or a record's name is at most 255.
  static let segmentBytes = 256

  static func check(_ request: Request) throws(RequestFailure) {
    guard request.uri.string.utf8.count <= targetBytes else { throw .headTooLarge }
    guard isPlain(request.uri.path) else { throw .unknownEndpoint }
    let coding = (request.headers[.contentEncoding] ?? "").trimmingCharacters(in: .whitespaces)
    guard ["", "identity"].contains(coding.lowercased()) else { throw .unknownCoding(coding) }
  }

  /// Whether the path has no empty, dotted or overlong part, no escaped slash and no control character.
  ///
  /// A control character counts whether it is escaped or not.
  static func isPlain(_ path: String) -> Bool {
    guard path.hasPrefix("/") else { return false }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return parts.enumerated().allSatisfy { index, part in
      if part.isEmpty { return parts.count == 1 || index == parts.count - 1 }
      guard part.utf8.count <= segmentBytes, let text = String(part).removingPercentEncoding
      else { return false }
      return text != "." && text != ".." && !text.contains("/") && !text.contains("\\")
        && text.unicodeScalars.allSatisfy { !LogText.isDangerous($0) }
    }
  }
}
