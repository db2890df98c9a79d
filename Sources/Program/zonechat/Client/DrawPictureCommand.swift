import ArgumentParser
import ChatUI
import CommandSupport
import Foundation
import Pictures
import Processes

/// Decodes one picture for a window, in a process of its own: a hostile file can end this process, and nothing else.
struct DrawPictureCommand: ParsableCommand {
  static let name = "draw-picture"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Decode a picture for a window.", shouldDisplay: false)

  @Argument var file: String
  @Argument var width: Int
  @Argument var height: Int

  /// Our choice: more than any window asks for.
  private static let limit = 1...4096

  func validate() throws {
    guard Self.limit.contains(width), Self.limit.contains(height) else {
      throw ValidationError("The width and the height are numbers from 1 to 4096.")
    }
  }

  func run() throws {
    let answer = PictureDecoder.answer(
      path: file, atMost: PixelSize(width: width, height: height))
    try Output.line(answer.line)
  }
}

extension PictureDrawer {
  /// Our choice: the time for a picture, after which it is given up.
  private static let patience = Duration.seconds(15)

  /// Decodes in processes of this program.
  static func apart(environment: [String: String]) -> PictureDrawer {
    PictureDrawer { file, limit in
      let words = [
        "/proc/self/exe", DrawPictureCommand.name, file.path, "\(limit.width)", "\(limit.height)",
      ]
      let result = await Child.runAside(
        words, environment: environment,
        output: .bytes(limit: PictureAnswer.byteLimit(limit)), .killed(after: Self.patience))
      // Whatever has ended in another way was too much for the decoder.
      guard let result, result.code == 0 else { return .refused }
      return PictureAnswer(line: String(decoding: result.data, as: UTF8.self), atMost: limit)
    }
  }
}
