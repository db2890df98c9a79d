package import CloudModel
package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The contents of a profile's `account.json`.
///
/// Its only format, version 1, has no key `version`.
package struct ProfileSignIn: Codable, Sendable {
  package static let fileName = "account.json"

  package var credentials: AccountCredentials
  /// Tells this profile's changes from those of the account's other devices.
  package var deviceID: String
  /// The cloud's address; nil for the one that this machine starts by itself.
  package var cloud: String?
  /// The certificates, in PEM, of the authorities that vouch for the cloud; nil for those of the machine.
  package var authority: String?
  /// The `ServerDescription.cloudID` of the cloud; nil until it is known.
  package var cloudID: String?
  /// With which the links of the cloud begin, as it has said itself; nil until it is known.
  package var publicURL: String?

  package init(
    credentials: AccountCredentials, deviceID: String, cloud: String?, authority: String? = nil,
    cloudID: String? = nil, publicURL: String? = nil
  ) {
    self.credentials = credentials
    self.deviceID = deviceID
    self.cloud = cloud
    self.authority = authority
    self.cloudID = cloudID
    self.publicURL = publicURL
  }

  /// Reads the sign-in of the profile in this folder; nil if nobody is signed in.
  package static func read(in directory: URL) throws(ProfileFileError) -> ProfileSignIn? {
    let file = directory.appendingPathComponent(fileName)
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      if access(directory.path, F_OK) == 0, access(directory.path, R_OK | X_OK) != 0 {
        throw ProfileFileError(
          "\(directory.path) cannot be read. Check the rights of the folder.")
      }
      if access(file.path, F_OK) != 0 { return nil }
      throw ProfileFileError("\(file.path) cannot be read. Check the rights of the file.")
    }
    try checkVersion(of: data, file)
    do {
      return try JSONDecoder().decode(ProfileSignIn.self, from: data)
    } catch {
      throw ProfileFileError(
        "\(file.path) is damaged. Put a copy of it back if you have one. Otherwise keep it under another name, and sign "
          + "in again; the chats of this machine stay.")
    }
  }

  /// Refuses an account file that a newer program has written, which will hold a `version` above 1.
  private static func checkVersion(of data: Data, _ file: URL) throws(ProfileFileError) {
    struct Format: Decodable { var version: Int? }
    // A file that is not JSON is damaged, and has no version.
    let format = try? JSONDecoder().decode(Format.self, from: data)
    guard let version = format?.version, version > 1 else { return }
    let earlier = UpgradeCopy(of: file.path).path
    let wayBack =
      access(earlier, F_OK) == 0
      ? ", or keep this file under another name and go back to the one from before the upgrade, \(earlier)"
      : ""
    throw ProfileFileError(
      "\(file.path) was written by a newer ZoneChat. Update this one\(wayBack).")
  }
}

/// The error of a profile's file that cannot be used.
package struct ProfileFileError: Error, Sendable {
  /// The problem and the file that has it; then, as a sentence of its own, what the person can do now.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}
