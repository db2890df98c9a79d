import CloudKit
import CloudKitTesting
import Foundation
import QuizzesApp
import Testing

@Suite struct QuestionLibraryTests {
  @Test func `what is done without a connection is kept, and sent with the next one`()
    async throws
  {
    try await TestCloud.with { cloud in
      try await withFile { file in
        let offline = try QuestionLibrary(file: file, repository: UnreachableRepository())
        let (first, second) = (QuestionSet.sample(1), QuestionSet.sample(2))
        try await offline.save(first)
        try await offline.save(second)
        await #expect(throws: QuizError.cloudOutOfReach) { try await offline.sync() }
        #expect(await offline.sets == [first, second])

        // The next start of the app, with a connection.
        let alice = cloud.questions(of: "alice")
        let online = try QuestionLibrary(file: file, repository: alice)
        #expect(await online.sets == [first, second])
        try await online.sync()
        #expect(try await alice.all() == [first, second])

        // And one without: the deletion reaches the cloud later, too.
        let again = try QuestionLibrary(file: file, repository: UnreachableRepository())
        try await again.delete(first.id)
        let last = try QuestionLibrary(file: file, repository: alice)
        try await last.sync()
        #expect(try await alice.all() == [second])
        #expect(await last.sets == [second])
      }
    }
  }

  @Test func `two devices have the same questions, and the last save wins`() async throws {
    try await TestCloud.with { cloud in
      try await withFile { phoneFile in
        try await withFile { laptopFile in
          let alice = cloud.questions(of: "alice")
          let phone = try QuestionLibrary(file: phoneFile, repository: alice)
          let laptop = try QuestionLibrary(
            file: laptopFile, repository: cloud.questions(of: "alice"))
          var set = QuestionSet.sample(1)
          try await phone.save(set)
          try await phone.sync()
          try await laptop.sync()
          #expect(await laptop.sets == [set])
          set.question = "of the laptop"
          try await laptop.save(set)
          try await laptop.sync()
          set.question = "of the phone"
          try await phone.save(set)
          try await phone.sync()
          try await laptop.sync()
          #expect(await laptop.sets.map(\.question) == ["of the phone"])
          // Both delete it, and one of them later.
          for device in [phone, laptop] {
            try await device.delete(set.id)
            try await device.sync()
          }
          #expect(try await alice.all() == [])
        }
      }
    }
  }

  @Test func `questions of one account never reach another one`() async throws {
    try await TestCloud.with { cloud in
      try await withFile { file in
        let alice = try QuestionLibrary(file: file, repository: cloud.questions(of: "alice"))
        try await alice.sync()
        try await alice.save(.sample(1))
        let bob = try QuestionLibrary(file: file, repository: cloud.questions(of: "bob"))
        await #expect(throws: QuizError.otherAccount) { try await bob.sync() }
        let nobody = try QuestionLibrary(file: file, repository: cloud.questions(of: nil))
        await #expect(throws: QuizError.notSignedIn) { try await nobody.sync() }
        #expect(try await cloud.questions(of: "bob").all() == [])
        #expect(await bob.sets.count == 1)
      }
    }
  }

  @Test func `what is saved while the cloud answers is not lost`() async throws {
    try await withFile { file in
      let cloud = SlowRepository()
      let library = try QuestionLibrary(file: file, repository: cloud)
      let (first, second) = (QuestionSet.sample(1), QuestionSet.sample(2))
      try await library.save(first)
      await cloud.beforeNextAnswer {
        try? await library.save(second)
        try? await library.delete(first.id)
      }
      try await library.sync()
      #expect(await library.sets == [second])
      #expect(await cloud.all() == [second])
    }
  }

  @Test func `a file that is no library is not overwritten`() async throws {
    try await withFile { file in
      try Data("mine".utf8).write(to: file)
      #expect(throws: QuizError.self) {
        try QuestionLibrary(file: file, repository: UnreachableRepository())
      }
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
    let folder = URL(fileURLWithPath: "/nowhere/quizzes.json")
    let library = try QuestionLibrary(file: folder, repository: UnreachableRepository())
    await #expect(throws: QuizError.self) { try await library.save(.sample(1)) }
    #expect(await library.sets == [])
  }

  @Test func `records that are no whole questions are left out`() async throws {
    try await TestCloud.with { cloud in
      let alice = cloud.questions(of: "alice")
      try await alice.save(.sample(1))
      try await cloud.withAccount("alice") {
        let record = CKRecord(recordType: "QuestionSet")
        record["createdAt"] = Date(timeIntervalSince1970: 5)
        record["choices"] = ["only one"]
        record["answer"] = 7
        try await CKContainer(identifier: "iCloud.com.example.Quizzes").privateCloudDatabase
          .save(record)
      }
      #expect(try await alice.all().count == 1)
    }
  }
}
