/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"
