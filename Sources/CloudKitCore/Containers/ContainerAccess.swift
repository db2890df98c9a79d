import CloudAccess
import CloudModel
import Foundation

/// What belongs to no database of a container: users and shares by their links.
struct ContainerAccess: Sendable {
  let device: CloudDevice
  let container: String

  func open() async throws(CKError) -> any CloudContainer {
    try await DatabaseAccess.calling { () async throws(CloudError) in
      try await device.session(in: container)
    }
  }

  func userRecordID() async throws(CKError) -> CKRecord.ID {
    CKRecord.ID(recordName: try await open().userRecordName)
  }
}
