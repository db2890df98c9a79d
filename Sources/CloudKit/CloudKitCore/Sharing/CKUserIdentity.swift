package import CloudModel
public import Foundation

/// Who a user is, as far as the reader may know.
public final class CKUserIdentity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.

  /// What the user was looked up by; nil for a user who was not.
  public let lookupInfo: LookupInfo?
  /// The name that the user shows; it does not prove who the user is.
  public let nameComponents: PersonNameComponents?
  public let userRecordID: CKRecord.ID?
  /// Always empty: there is no address book.
  public var contactIdentifiers: [String] { [] }
  /// Whether an account is known.
  public let hasiCloudAccount: Bool

  init(lookupInfo: LookupInfo?, nameComponents: PersonNameComponents?, userRecordID: CKRecord.ID?) {
    self.lookupInfo = lookupInfo
    self.nameComponents = nameComponents
    self.userRecordID = userRecordID
    hasiCloudAccount = userRecordID != nil
  }

  package convenience init(_ identity: UserIdentity, _ viewpoint: Viewpoint) {
    var name: PersonNameComponents?
    if identity.givenName != nil || identity.familyName != nil {
      name = PersonNameComponents()
      name?.givenName = identity.givenName
      name?.familyName = identity.familyName
    }
    let userRecordID = identity.userRecordName.map(viewpoint.userRecordID)
    self.init(
      lookupInfo: LookupInfo(identity, userRecordID), nameComponents: name,
      userRecordID: userRecordID)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKUserIdentity else { return false }
    return userRecordID == other.userRecordID && lookupInfo == other.lookupInfo
  }

  public override var hash: Int { userRecordID?.hash ?? lookupInfo?.hash ?? 0 }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(nameComponents?.givenName as NSString?, forKey: "givenName")
    coder.encode(nameComponents?.familyName as NSString?, forKey: "familyName")
    coder.encode(userRecordID?.recordName as NSString?, forKey: "userRecordName")
    lookupInfo?.encode(with: coder)
  }

  public init?(coder: NSCoder) {
    func text(_ key: String) -> String? {
      coder.decodeObject(of: NSString.self, forKey: key) as String?
    }
    var name: PersonNameComponents?
    if text("givenName") != nil || text("familyName") != nil {
      name = PersonNameComponents()
      name?.givenName = text("givenName")
      name?.familyName = text("familyName")
    }
    nameComponents = name
    userRecordID = text("userRecordName").map { CKRecord.ID(recordName: $0) }
    lookupInfo = LookupInfo(coder: coder)
    hasiCloudAccount = userRecordID != nil
  }

  public typealias LookupInfo = CKUserIdentityLookupInfo
}

/// An address, a phone number or a record name by which a user is found.
public final class CKUserIdentityLookupInfo: NSObject, NSSecureCoding, NSCopying {
  public let emailAddress: String?
  public let phoneNumber: String?
  public let userRecordID: CKRecord.ID?

  private init(emailAddress: String?, phoneNumber: String?, userRecordID: CKRecord.ID?) {
    self.emailAddress = emailAddress
    self.phoneNumber = phoneNumber
    self.userRecordID = userRecordID
  }

  public convenience init(emailAddress: String) {
    self.init(emailAddress: emailAddress, phoneNumber: nil, userRecordID: nil)
  }

  public convenience init(phoneNumber: String) {
    self.init(emailAddress: nil, phoneNumber: phoneNumber, userRecordID: nil)
  }

  public convenience init(userRecordID: CKRecord.ID) {
    self.init(emailAddress: nil, phoneNumber: nil, userRecordID: userRecordID)
  }

  /// What a user was looked up by; nil if the cloud does not say.
  convenience init?(_ identity: UserIdentity, _ userRecordID: CKRecord.ID?) {
    if let number = identity.phoneNumber {
      self.init(phoneNumber: number)
    } else if let name = identity.lookupName {
      self.init(emailAddress: name)
    } else if let userRecordID {
      self.init(userRecordID: userRecordID)
    } else {
      return nil
    }
  }

  public class func lookupInfos(withEmails addresses: [String]) -> [CKUserIdentityLookupInfo] {
    addresses.map(CKUserIdentityLookupInfo.init(emailAddress:))
  }

  public class func lookupInfos(withPhoneNumbers numbers: [String]) -> [CKUserIdentityLookupInfo] {
    numbers.map(CKUserIdentityLookupInfo.init(phoneNumber:))
  }

  public class func lookupInfos(with recordIDs: [CKRecord.ID]) -> [CKUserIdentityLookupInfo] {
    recordIDs.map(CKUserIdentityLookupInfo.init(userRecordID:))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKUserIdentityLookupInfo else { return false }
    return emailAddress == other.emailAddress && phoneNumber == other.phoneNumber
      && userRecordID == other.userRecordID
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(emailAddress)
    hasher.combine(phoneNumber)
    hasher.combine(userRecordID)
    return hasher.finalize()
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(emailAddress as NSString?, forKey: "emailAddress")
    coder.encode(phoneNumber as NSString?, forKey: "phoneNumber")
    coder.encode(userRecordID?.recordName as NSString?, forKey: "lookupRecordName")
  }

  public init?(coder: NSCoder) {
    func text(_ key: String) -> String? {
      coder.decodeObject(of: NSString.self, forKey: key) as String?
    }
    emailAddress = text("emailAddress")
    phoneNumber = text("phoneNumber")
    userRecordID = text("lookupRecordName").map { CKRecord.ID(recordName: $0) }
    super.init()
    if emailAddress == nil, phoneNumber == nil, userRecordID == nil { return nil }
  }
}

// Immutable; `NSObject` does not say that it is `Sendable`.
extension CKUserIdentityLookupInfo: @unchecked Sendable {}
