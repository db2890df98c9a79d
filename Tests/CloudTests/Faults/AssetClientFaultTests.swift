import CloudClient
import CloudModel
import CloudServer
import Foundation
import Testing

/// What our client hears of faults while bytes are on their way.
@Suite struct AssetClientFaultTests {
  private static func run(
    _ body: @escaping @Sendable (CloudAdministration, SharedChat, AssetFiles) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      try await withCloud(configuration) { connection in
        let administration = CloudAdministration(connection: connection)
        let cloud = TestCloud(
          signUp: { name, device in
            HTTPCloudContainer(
              connection: connection,
              credentials: try await administration.createAccount(named: name), clientID: device)
          }, signIn: { _, _ in throw CloudError(.unknownItem, "nobody signs in again here") })
        let chat = try await SharedChat(in: cloud)
        try await AssetFiles.with { files in
          try files.write()
          try await body(administration, chat, files)
        }
      }
    }
  }

  @Test func `a refused upload says why, and goes on afterwards`() async throws {
    try await Self.run { administration, chat, files in
      let database = chat.database(of: chat.alice)
      let recordID = RecordID(recordName: "p1", zoneID: chat.zoneID)
      let upload = try await database.beginAssetUpload(
        of: "image", in: recordID, recordType: "Photo")
      _ = try await administration.add([
        CloudFault(
          filter: .init(operation: "uploads"), schedule: .init(count: 20),
          effect: .fail(
            .init(.throttled, retryAfterSeconds: 7)))
      ])
      for _ in 0..<20 {
        let error = await #expect(throws: CloudError.self) {
          _ = try await database.continueAssetUpload(
            upload, from: files.source, progress: { _ in })
        }
        #expect(error?.code == .requestRateLimited, "\(error?.reason ?? "")")
        #expect(error?.retryAfterSeconds == 7)
      }
      let asset = try await database.continueAssetUpload(
        upload, from: files.source, progress: { _ in })
      #expect(asset.size == Int64(AssetFiles.bytes.count))
    }
  }

  @Test func `an upload whose answer is lost is not sent again`() async throws {
    try await Self.run { administration, chat, files in
      let database = chat.database(of: chat.alice)
      let upload = try await database.beginAssetUpload(
        of: "image", in: RecordID(recordName: "p1", zoneID: chat.zoneID), recordType: "Photo")
      _ = try await administration.add([
        CloudFault(
          filter: .init(operation: "uploads"), schedule: .init(count: 1), effect: .dropAfter)
      ])
      let lost = await #expect(throws: CloudError.self) {
        _ = try await database.continueAssetUpload(
          upload, from: files.source, progress: { _ in })
      }
      #expect(lost?.code == .networkFailure)
      let progress = AssetFiles.Progress()
      let asset = try await database.continueAssetUpload(
        upload, from: files.source, progress: progress.note)
      #expect(asset.size == Int64(AssetFiles.bytes.count))
      #expect(progress.steps == [])
    }
  }
}
