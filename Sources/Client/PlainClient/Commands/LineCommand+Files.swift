import ChatCore
import ChatModel
import ChatWords
import Foundation

extension LineCommand {
  static let files: [LineCommand] = [
    LineCommand(.attach, .file) { model, path in
      guard !path.isEmpty else {
        throw LineRefusal("The file is missing. Add it after the command: attach photo.png")
      }
      let chat = try await model.requireChat()
      let id = try await model.repository.send("", attaching: PathText.file(path), to: chat.id)
      try await model.noteSent(id, in: chat)
      let number = model.numbers.number(of: id) ?? 0
      model.say("\(number) sends the file \(PathText.file(path).lastPathComponent).")
    },
    LineCommand(.save, argument: "[NUMBER [FOLDER]]", .number) { try await $0.save($1) },
  ]
}
