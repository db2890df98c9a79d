import CloudClient
import CloudModel
package import Foundation
import LocalFiles

/// The replicas of accounts that have signed out, which wait in the profile's folder for their return.
///
/// Two clouds can give two accounts the same user record name, one of them on purpose. So beside each replica a note
/// says whose it is, and no other cloud gets what was not sent.
extension Profile {
  /// The note that stands beside a replica that was put aside.
  private struct Origin: Codable {
    static let fileName = "origin"
    static let embedded = "embedded"

    /// The cloud's address, or `embedded`; nil where an earlier program has put the replica aside.
    var cloud: String?
    var cloudID: String?

    init(of signIn: SignIn) {
      cloud = signIn.origin?.description ?? signIn.cloud ?? Self.embedded
      cloudID = signIn.cloudID
    }

    /// Reads the note in a folder.
    ///
    /// Without a note, or with a damaged one, nothing is known of the cloud.
    init(in folder: URL) {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(Self.fileName)),
        let note = try? JSONDecoder().decode(Origin.self, from: data)
      else { return }
      self = note
    }

    /// Whether both are of the same cloud.
    ///
    /// The identity alone proves nothing, because a server chooses it. Earlier programs noted nothing; theirs is taken
    /// for that of the cloud of this machine.
    func isSame(as other: Origin) -> Bool {
      (cloud ?? Self.embedded) == (other.cloud ?? Self.embedded)
        && (cloudID == nil || other.cloudID == nil || cloudID == other.cloudID)
    }
  }

  private var asideFolder: URL { directory.appendingPathComponent("signed-out") }

  /// The folder where the replica of an account waits: the first that is free, or has what is of this account.
  private func keepingPlace(of signIn: SignIn) -> URL {
    let user = signIn.credentials.userRecordName
    let origin = Origin(of: signIn)
    var (place, number) = (asideFolder.appendingPathComponent(user), 1)
    while FileStatus(place.path) != nil, !Origin(in: place).isSame(as: origin) {
      number += 1
      place = asideFolder.appendingPathComponent("\(user)-\(number)")
    }
    return place
  }

  /// Whether something waits here for an account of another cloud than this server.
  func hasAside(ofOthersThan server: ServerOrigin) -> Bool {
    // Where nothing was put aside there is no folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: asideFolder.path)) ?? []
    return names.contains {
      Origin(in: asideFolder.appendingPathComponent($0)).cloud != server.description
    }
  }

  /// Removes the keys, and puts the replica aside until the same account of the same cloud signs in here again.
  ///
  /// The file that makes it a replica is moved first: what is here then is taken for none that was lost.
  ///
  /// - Returns: the folder where the replica is.
  package func putAside(_ signIn: SignIn) throws(Failure) -> URL {
    let place = keepingPlace(of: signIn)
    try Paths.makePrivateDirectory(asideFolder)
    try Paths.makePrivateDirectory(place)
    do {
      // Before the replica: without the note nobody knows whose it is.
      try FileDraft.write(
        try JSONEncoder().encode(Origin(of: signIn)),
        to: place.appendingPathComponent(Origin.fileName))
    } catch {
      throw Failure(
        "The local copy cannot be put aside in \(place.path) (\(SystemReason.of(error))). "
          + "Check the rights of the folder and the disk.")
    }
    try Self.move(Self.replicaFiles.reversed(), from: directory, to: place)
    try forget()
    return place
  }

  /// Brings back what was put aside for an account of this cloud, where nothing of it is here.
  package func bringBack(_ signIn: SignIn) throws(Failure) {
    let place = keepingPlace(of: signIn)
    let replica = directory.appendingPathComponent(Self.replicaFiles[0])
    guard access(place.path, F_OK) == 0, access(replica.path, F_OK) != 0 else { return }
    try Self.move(Self.replicaFiles, from: place, to: directory)
    unlink(place.appendingPathComponent(Origin.fileName).path)
    rmdir(place.path)
  }
}
