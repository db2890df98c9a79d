import ChatModel
import TerminalUI

/// The questions before something is opened that may do harm.
extension QuestionModel {
  /// Shows to which host an address leads, where that host can be taken for another one.
  static func beforeOpening(_ link: String, _ host: LinkHost) -> QuestionModel {
    QuestionModel(
      title: "Open this address?",
      lines: [
        DisplayText.singleLine(link.truncated(to: 200)),
        "It leads to the host ‘\(DisplayText.singleLine(host.ascii))’.",
      ]
        + (host.isLookAlike
          ? ["Letters of this host look like other letters. It can pass for another host."] : [])
        + (host.hasUserName ? ["What stands before the @ is a user name, not the host."] : [])
        + (host.hasBackslash
          ? ["Behind it stands a ‘\\’. Some programs take what follows for the host."] : [])
        + ["Open it only if you know this host."],
      verb: "open", answer: .perform(.openAddress(link)))
  }

  /// Shows who has sent a file that may hold a program.
  static func beforeOpening(
    _ file: Message.Attachment, from message: Message, with request: FileRequest
  ) -> QuestionModel {
    let sender = DisplayText.singleLine(message.senderName)
    return QuestionModel(
      title: "Open ‘\(DisplayText.singleLine(FileName.safe(file.name)))’?",
      lines: [
        "\(sender) has sent it. A file of this kind can hold a program.",
        "Open it only if you trust \(sender) and expect it.",
      ],
      verb: "open", answer: .perform(.file(request)))
  }
}
