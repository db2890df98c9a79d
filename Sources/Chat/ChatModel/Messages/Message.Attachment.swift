package import Pictures

extension Message {
  /// A file that came with a message, or goes with one.
  package struct Attachment: Sendable, Equatable {
    /// As `FileName` leaves it.
    package var name: String
    /// A media type such as `image/png`, as the sender says; may be empty.
    package var type: String
    /// Bytes.
    package var size: Int64
    /// Whether the cloud has the file; until then only its sender has it.
    package var isInCloud: Bool
    /// Whether the file is on this device.
    package var isHere: Bool
    /// Its upload or download; nil if there is none.
    package var transfer: Transfer?
    /// Whether the message had another file when this device first saw it.
    package var isReplacement = false
    /// The picture that the file is, as its first bytes say; nil if it is none, or is not on this device.
    package var picture: Picture?

    package init(
      name: String, type: String, size: Int64, isInCloud: Bool, isHere: Bool, transfer: Transfer?
    ) {
      self.name = name
      self.type = type
      self.size = size
      self.isInCloud = isInCloud
      self.isHere = isHere
      self.transfer = transfer
    }
  }

  /// A file on this device that is a picture.
  package struct Picture: Sendable, Hashable {
    package var header: PictureHeader
    /// Its bytes; an edit of the message may bring others.
    package var file: AssetDigest

    package init(header: PictureHeader, file: AssetDigest) {
      self.header = header
      self.file = file
    }
  }

  /// A file on its way.
  package struct Transfer: Sendable, Equatable {
    package enum State: Sendable, Equatable {
      case queued
      /// So many bytes have been moved, as far as is known.
      case moving(bytes: Int64)
      /// Will be tried again by itself.
      case waiting(reason: String)
      /// Will not be tried again by itself.
      case failed(reason: String)
    }

    package var isUpload: Bool
    package var state: State

    package init(isUpload: Bool, state: State) {
      self.isUpload = isUpload
      self.state = state
    }
  }
}
