/// Bodies of `assets/upload`.
package struct AssetsUploadRequest: Codable, Sendable {
  package struct Token: Codable, Sendable {
    package var recordType: String
    package var fieldName: String
    /// Invented by the cloud where it is missing.
    package var recordName: String?

    package init(recordType: String, fieldName: String, recordName: String? = nil) {
      self.recordType = recordType
      self.fieldName = fieldName
      self.recordName = recordName
    }
  }

  package var zoneID: WireZoneID?
  package var tokens: [Token]

  package init(zoneID: WireZoneID? = nil, tokens: [Token]) {
    self.zoneID = zoneID
    self.tokens = tokens
  }
}

package struct AssetsUploadResponse: Codable, Sendable {
  package struct Token: Codable, Sendable {
    package var recordName: String
    package var fieldName: String
    /// Where the bytes go, once.
    package var url: String

    package init(recordName: String, fieldName: String, url: String) {
      self.recordName = recordName
      self.fieldName = fieldName
      self.url = url
    }
  }

  package var tokens: [Token]

  package init(tokens: [Token]) { self.tokens = tokens }
}

/// The answer to an upload of bytes: what the asset's field is to be saved with.
package struct AssetUploadResponse: Codable, Sendable {
  package var singleFile: Asset

  package init(singleFile: Asset) { self.singleFile = singleFile }
}

/// How far an upload has got; the answer to `GET` of its link, for clients that ask for extensions.
package struct AssetUploadStateResponse: Codable, Sendable {
  /// Bytes that the cloud has.
  package var uploadOffset: Int64
  /// Present once it has them all.
  package var singleFile: Asset?

  package init(uploadOffset: Int64, singleFile: Asset? = nil) {
    self.uploadOffset = uploadOffset
    self.singleFile = singleFile
  }
}

/// Bodies of `assets/rereference`.
package struct AssetsRereferenceRequest: Codable, Sendable {
  package struct Place: Codable, Sendable {
    package var recordName: String
    package var fieldName: String
  }

  package var zoneID: WireZoneID?
  package var assets: [Place]
}

/// The answer to `assets/rereference`, in the request's order.
package struct AssetsRereferenceResponse: Codable, Sendable {
  package var assets: [Asset]

  package init(assets: [Asset]) { self.assets = assets }
}
