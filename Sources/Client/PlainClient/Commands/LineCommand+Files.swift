import ChatCore
import ChatModel
import ChatWords
import Foundation

extension LineCommand {
  static let files: [LineCommand] = [
    LineCommand(.attach, argument: "FILE [-- TEXT]", .file) { model, argument in
      guard !argument.isEmpty else {
        throw LineRefusal("The file is missing. Add it after the command: attach photo.png")
      }
      let chat = try await model.requireChat()
      let (path, caption) = PathText.captioned(argument)
      let file = PathText.file(path)
      let id = try await model.repository.send(caption, attaching: file, to: chat.id)
      try await model.noteSent(id, in: chat)
      let number = model.numbers.number(of: id) ?? 0
      model.say("\(number) sends the file \(file.lastPathComponent).")
    },
    LineCommand(.save, argument: "[NUMBER [FOLDER]]", .number) { try await $0.save($1) },
  ]
}
