import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Testing

/// The errors that our client gets of faults while bytes are on their way.
@Suite struct AssetClientFaultTests {
  private static func run(
    _ body: @escaping @Sendable (CloudAdministration, SharedChat, AssetFiles) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      try await withCloud(configuration) { connection in
        let administration = CloudAdministration(connection: connection)
        let cloud = CloudUnderTest(
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

  @Test func `a download of which nothing more comes fails, and keeps what came`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
    try await withImpostor(answering: head + "0123456789", hangsUp: false) { url in
      let connection = CloudConnection(to: try CloudAddress(url), stallSeconds: 0.2)
      let database = HTTPCloudContainer(
        connection: connection,
        credentials: AccountCredentials(
          name: "a", userRecordName: "_a", containerIdentifier: "iCloud.a",
          environment: "development", apiToken: "a", webAuthToken: "a"),
        clientID: "a"
      ).database(with: .private)
      var asset = Asset(fileChecksum: "x", size: 100)
      asset.downloadURL = url + "/assets/x"
      try await withTemporaryDirectory { directory in
        let file = URL(filePath: directory).appending(path: "part")
        let error = await #expect(throws: CloudError.self) {
          try await database.downloadAsset(asset, to: file, progress: { _ in })
        }
        let kept = try Data(contentsOf: file)
        #expect(error?.code == .networkFailure)
        #expect(kept == Data("0123456789".utf8))
      }
      await connection.shutDown()
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
