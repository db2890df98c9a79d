import CloudModel
import Foundation
import Testing

/// Assets: what every cloud does with their bytes, whatever it is reached by.
@Suite struct AssetConformanceTests {
  /// Alice's shared zone, files, and what she is about to save.
  private static func run(
    over kind: CloudKind, time: ManualTime = ManualTime(),
    _ body: @escaping @Sendable (SharedChat, AssetFiles, Record) async throws -> Void
  ) async throws {
    try await kind.run(surroundings: time.surroundings()) { cloud in
      let chat = try await SharedChat(in: cloud)
      try await AssetFiles.with { files in
        let recordID = RecordID(recordName: "p1", zoneID: chat.zoneID)
        try await body(
          chat, files,
          Record(
            recordType: "Photo", recordID: recordID, fields: ["title": .string("Sea")]))
      }
    }
  }

  private static func code(_ body: () async throws -> Void) async -> CloudError.Code? {
    let error = await #expect(throws: CloudError.self) { try await body() }
    return error?.code
  }

  private static func image(of record: Record?) throws -> Asset {
    try #require(record?.fields["image"]?.assets.first)
  }

  @Test(arguments: CloudKind.allCases)
  func `the root that comes with a link has its bytes`(kind: CloudKind) async throws {
    try await Self.run(over: kind) { chat, files, record in
      let bob = try await chat.cloud.signUp("bob")
      try files.write()
      let database = chat.database(of: chat.alice)
      var root = record
      root["image"] = .asset(
        try await database.upload(files.source, for: record.recordID))
      let guest = Participant(identity: UserIdentity(userRecordName: nil, lookupName: "bob"))
      var contents = Share(participants: [guest])
      contents.rootRecordName = record.recordID.recordName
      let share = Record(
        recordType: Share.recordType,
        recordID: RecordID(recordName: "share", zoneID: chat.zoneID), share: contents)
      let saved = try await database.modifyRecords(
        saving: [root, share], deleting: [], savePolicy: .ifServerRecordUnchanged,
        atomically: true)
      let shortGUID = try #require(try saved.saveResults[share.recordID]?.get().share?.shortGUID)
      let metadata = try await bob.shareMetadata(
        forShortGUID: shortGUID, shouldFetchRootRecord: true, rootRecordDesiredKeys: ["image"])
      try await bob.database(with: .shared).downloadAsset(
        try Self.image(of: metadata.rootRecord), to: files.target, progress: { _ in })
      #expect(try files.downloaded() == AssetFiles.bytes)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a file that one person uploads and saves is downloaded by another`(kind: CloudKind)
    async throws
  {
    try await Self.run(over: kind) { chat, files, record in
      let bob = try await chat.join("bob")
      try files.write()
      var record = record
      let (sent, received) = (AssetFiles.Progress(), AssetFiles.Progress())
      let uploaded = try await chat.database(of: chat.alice).upload(
        files.source, for: record.recordID, progress: sent.note)
      #expect(uploaded.size == Int64(AssetFiles.bytes.count))
      record["image"] = .asset(uploaded)
      let saved = try await chat.store(record, by: chat.alice)
      #expect(saved.hasSameContent(as: record))
      let database = chat.database(of: bob)
      let found = try await database.records(for: [record.recordID], desiredKeys: nil)
      let asset = try Self.image(of: try found[record.recordID]?.get())
      #expect(asset.bare == uploaded.bare)
      try await database.downloadAsset(asset, to: files.target, progress: received.note)
      #expect(try files.downloaded() == AssetFiles.bytes)
      for progress in [sent, received] {
        #expect(progress.steps.first == 0)
        #expect(progress.steps.last == uploaded.size)
        #expect(progress.steps.count > 10)
        #expect(progress.steps == progress.steps.sorted())
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a file of no bytes goes up and comes down`(kind: CloudKind) async throws {
    try await Self.run(over: kind) { chat, files, record in
      try files.write(Data())
      var record = record
      let database = chat.database(of: chat.alice)
      record["image"] = .asset(try await database.upload(files.source, for: record.recordID))
      let saved = try await chat.store(record, by: chat.alice)
      try await database.downloadAsset(
        try Self.image(of: saved), to: files.target, progress: { _ in })
      #expect(try files.downloaded() == Data())
    }
  }

  @Test(arguments: CloudKind.allCases)
  func
    `a feed leaves out an asset that is not asked for, and a save that does not name it keeps it`(
      kind: CloudKind
    ) async throws
  {
    try await Self.run(over: kind) { chat, files, record in
      try files.write()
      let database = chat.database(of: chat.alice)
      let uploaded = try await database.upload(files.source, for: record.recordID)
      var whole = record
      whole["image"] = .asset(uploaded)
      try await chat.store(whole, by: chat.alice)
      let page = try await database.recordZoneChanges(
        inZoneWith: chat.zoneID, since: nil, desiredKeys: ["title"], resultsLimit: nil)
      let light = try #require(page.modifications.first { $0.recordID == record.recordID })
      #expect(light.fields == ["title": .string("Sea")])
      for (policy, title) in [
        (RecordSavePolicy.ifServerRecordUnchanged, "Lake"), (.changedKeys, "Pond"),
      ] {
        var changed = light
        changed["title"] = .string(title)
        let saved = try await chat.store(changed, by: chat.alice, policy)
        #expect(saved["title"] == .string(title))
        #expect(try Self.image(of: saved).bare == uploaded.bare)
      }
      let after = try await database.recordZoneChanges(
        inZoneWith: chat.zoneID, since: page.changeToken, desiredKeys: nil, resultsLimit: nil)
      let asset = try Self.image(of: after.modifications.first)
      try await database.downloadAsset(asset, to: files.target, progress: { _ in })
      #expect(try files.downloaded() == AssetFiles.bytes)
    }
  }

  /// Calls again while the cloud still hears of the connection that broke off, as it asks one to.
  private static func whenFree<Success>(
    _ body: () async throws -> Success
  ) async throws -> Success {
    for _ in 0..<10_000 {
      do {
        return try await body()
      } catch let error as CloudError where error.code == .zoneBusy {
        continue
      }
    }
    return try await body()
  }

  @Test(arguments: CloudKind.allCases)
  func `an upload that broke off goes on, and one that is done says so again`(
    kind: CloudKind
  ) async throws {
    try await Self.run(over: kind) { chat, files, record in
      try files.write()
      let database = chat.database(of: chat.alice)
      let whole = try await database.upload(files.source, for: record.recordID)
      let begun = try await database.beginAssetUpload(
        of: "image", in: record.recordID, recordType: "Photo")
      // As after a restart.
      let upload = try JSONDecoder().decode(
        AssetUpload.self, from: try JSONEncoder().encode(begun))
      // The file loses its second half just as half of it has gone, and gets it back.
      let code = await Self.code {
        _ = try await database.continueAssetUpload(upload, from: files.source) { count in
          if count >= 1_000_000 { truncate(files.source.path(percentEncoded: false), 1_000_000) }
        }
      }
      #expect(code == .assetFileModified)
      try files.write()
      let progress = AssetFiles.Progress()
      let asset = try await Self.whenFree {
        try await database.continueAssetUpload(
          upload, from: files.source, progress: progress.note)
      }
      // Over a connection it is not known how much of what was sent arrived.
      let kept = kind == .inProcess || kind == .reopened ? 1_000_000 : 0
      #expect(try #require(progress.steps.first) >= kept)
      #expect(asset.fileChecksum == whole.fileChecksum)
      #expect(asset.size == whole.size)
      #expect(
        try await database.continueAssetUpload(
          upload, from: files.source, progress: { _ in }) == asset)
      var record = record
      record["image"] = .asset(asset)
      let saved = try await chat.store(record, by: chat.alice)
      try await database.downloadAsset(
        try Self.image(of: saved), to: files.target, progress: { _ in })
      #expect(try files.downloaded() == AssetFiles.bytes)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a download goes on where its file ends`(kind: CloudKind) async throws {
    try await Self.run(over: kind) { chat, files, record in
      try files.write()
      let database = chat.database(of: chat.alice)
      var record = record
      record["image"] = .asset(try await database.upload(files.source, for: record.recordID))
      let asset = try Self.image(of: try await chat.store(record, by: chat.alice))
      for (present, expected) in [
        (700_001, 700_001), (AssetFiles.bytes.count, AssetFiles.bytes.count),
        (AssetFiles.bytes.count + 1, 0),
      ] {
        try (AssetFiles.bytes + [0]).prefix(present).write(to: files.target)
        let progress = AssetFiles.Progress()
        try await database.downloadAsset(asset, to: files.target, progress: progress.note)
        #expect(try files.downloaded() == AssetFiles.bytes)
        #expect(progress.steps.first == Int64(expected))
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `bytes that are not the asset's are not kept`(kind: CloudKind) async throws {
    try await Self.run(over: kind) { chat, files, record in
      let database = chat.database(of: chat.alice)
      var assets: [Asset] = []
      for (name, bytes) in [("p1", AssetFiles.bytes), ("p2", Data(AssetFiles.bytes.reversed()))] {
        var record = record
        record.recordID.recordName = name
        try files.write(bytes)
        record["image"] = .asset(try await database.upload(files.source, for: record.recordID))
        assets.append(try Self.image(of: try await chat.store(record, by: chat.alice)))
      }
      var mixed = assets[0]
      mixed.downloadURL = assets[1].downloadURL
      for begun in [0, 1000] {
        try AssetFiles.bytes.prefix(begun).write(to: files.target)
        let code = await Self.code {
          try await database.downloadAsset(mixed, to: files.target, progress: { _ in })
        }
        #expect(code == .assetNotAvailable)
        #expect(try files.downloaded().isEmpty)
      }
      var nowhere = assets[0]
      nowhere.downloadURL = nil
      let code = await Self.code {
        try await database.downloadAsset(nowhere, to: files.target, progress: { _ in })
      }
      #expect(code == .assetNotAvailable)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `the link of a member ends with the membership, also in the middle of the file`(
    kind: CloudKind
  ) async throws {
    try await Self.run(over: kind) { chat, files, record in
      let bob = try await chat.join("bob")
      try files.write()
      var record = record
      record["image"] = .asset(
        try await chat.database(of: chat.alice).upload(files.source, for: record.recordID))
      let own = try Self.image(of: try await chat.store(record, by: chat.alice))
      let database = chat.database(of: bob)
      let found = try await database.records(for: [record.recordID], desiredKeys: nil)
      let asset = try Self.image(of: try found[record.recordID]?.get())
      try await database.downloadAsset(asset, to: files.target, progress: { _ in })
      try await chat.editShare { $0.participants.removeAll { $0.role != .owner } }
      for begun in [0, 700_001] {
        try AssetFiles.bytes.prefix(begun).write(to: files.target)
        let code = await Self.code {
          try await database.downloadAsset(asset, to: files.target, progress: { _ in })
        }
        #expect(code == .unknownItem)
        #expect(try files.downloaded().count == begun)
      }
      try await chat.database(of: chat.alice).downloadAsset(
        own, to: files.target, progress: { _ in })
      #expect(try files.downloaded() == AssetFiles.bytes)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a file for which a member has no room is refused before its bytes are sent`(
    kind: CloudKind
  ) async throws {
    try await Self.run(over: kind) { chat, files, record in
      let bob = try await chat.join("bob")
      _ = try await chat.alice.limitMembers(ofZone: chat.zoneID.zoneName, to: 1_500_000)
      try files.write()
      let error = await #expect(throws: CloudError.self) {
        try await chat.database(of: bob).upload(files.source, for: record.recordID)
      }
      #expect(error?.code == .quotaExceeded && error?.memberBytes == 1_500_000)
      let asset = try await chat.database(of: chat.alice).upload(
        files.source, for: record.recordID)
      #expect(asset.size == Int64(AssetFiles.bytes.count))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `links grow old`(kind: CloudKind) async throws {
    let time = ManualTime()
    try await Self.run(over: kind, time: time) { chat, files, record in
      try files.write()
      let database = chat.database(of: chat.alice)
      var record = record
      record["image"] = .asset(try await database.upload(files.source, for: record.recordID))
      let asset = try Self.image(of: try await chat.store(record, by: chat.alice))
      let upload = try await database.beginAssetUpload(
        of: "image", in: record.recordID, recordType: "Photo")
      time.advance(seconds: 3661)
      let tooLate = await Self.code {
        try await database.downloadAsset(asset, to: files.target, progress: { _ in })
      }
      #expect(tooLate == .assetNotAvailable)
      for link in [upload, AssetUpload(link: "/uploads/invented")] {
        let code = await Self.code {
          _ = try await database.continueAssetUpload(
            link, from: files.source, progress: { _ in })
        }
        #expect(code == .assetNotAvailable)
      }
      let found = try await database.records(for: [record.recordID], desiredKeys: nil)
      let again = try Self.image(of: try found[record.recordID]?.get())
      try await database.downloadAsset(again, to: files.target, progress: { _ in })
      #expect(try files.downloaded() == AssetFiles.bytes)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a file that cannot be uploaded says why`(kind: CloudKind) async throws {
    try await Self.run(over: kind) { chat, files, record in
      let database = chat.database(of: chat.alice)
      let upload = try await database.beginAssetUpload(
        of: "image", in: record.recordID, recordType: "Photo")
      func code(of file: URL) async -> CloudError.Code? {
        await Self.code {
          _ = try await database.continueAssetUpload(upload, from: file, progress: { _ in })
        }
      }
      #expect(await code(of: files.source) == .assetFileNotFound)
      #expect(await code(of: URL(filePath: files.directory)) == .assetFileNotFound)
      try files.write()
      truncate(files.source.path(percentEncoded: false), off_t(CloudLimits.assetBytes) + 1)
      #expect(await code(of: files.source) == .limitExceeded)
      let bob = try await chat.join("bob", .readOnly)
      let refused = await Self.code {
        _ = try await chat.database(of: bob).beginAssetUpload(
          of: "image", in: record.recordID, recordType: "Photo")
      }
      #expect(refused == .permissionFailure)
    }
  }
}
