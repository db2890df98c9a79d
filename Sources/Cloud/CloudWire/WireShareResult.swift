package import CloudModel

/// One entry of the answer to `records/resolve` and `records/accept`: the target of the link, or the reason why it
/// cannot be read.
package enum WireShareResult: Sendable {
  /// The error of one link; the other links have their entries.
  package struct Failure: WireItem, Codable, Sendable {
    package var shortGUID: ShareGUIDsRequest.ShortGUID
    package var serverErrorCode: String?
    package var reason: String?
    package var retryAfter: Double?
    package var ckErrorCode: Int?
  }

  case metadata(WireShareMetadata)
  case failure(Failure)

  package init(shortGUID: String, failure: CloudError, extended: Bool) {
    var entry = Failure(shortGUID: .init(value: shortGUID))
    entry.fail(failure, extended: extended)
    self = .failure(entry)
  }

  /// Throws the entry's error if it has one.
  package func metadata(currentUser: String) throws(CloudError) -> ShareMetadata {
    switch self {
    case .metadata(let metadata): return try metadata.metadata(currentUser: currentUser)
    case .failure(let failure):
      throw failure.cloudError ?? CloudError(.internalError, "The share cannot be read.")
    }
  }
}

extension WireShareResult: Codable {
  package init(from decoder: any Decoder) throws {
    let failure = try? Failure(from: decoder)  // Then it is not a failure.
    if let failure, failure.serverErrorCode != nil {
      self = .failure(failure)
    } else {
      self = .metadata(try WireShareMetadata(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .metadata(let metadata): try metadata.encode(to: encoder)
    case .failure(let failure): try failure.encode(to: encoder)
    }
  }
}
