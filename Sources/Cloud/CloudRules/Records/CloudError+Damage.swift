import CloudModel

extension CloudError {
  /// The cloud has the item but cannot read all of it; the operator of the cloud can repair it.
  static func damaged(_ what: String) -> CloudError {
    CloudError(
      .internalError,
      "\(what) is damaged in the cloud's store. Tell the administrator of the cloud, who can set aside "
        + "what is left of it. Saving it again replaces it."
    )
  }
}
