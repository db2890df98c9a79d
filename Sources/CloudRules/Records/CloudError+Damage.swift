import CloudModel

extension CloudError {
  /// The cloud has the thing and cannot read all of it; whoever looks after it can set that right.
  static func damaged(_ what: String) -> CloudError {
    CloudError(
      .internalError,
      "\(what) is damaged in the cloud's store. Save it anew or delete it, or have the cloud checked."
    )
  }
}
