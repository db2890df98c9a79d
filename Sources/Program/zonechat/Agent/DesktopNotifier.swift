import ChatUI
import Processes

/// Shows notifications by the desktop's service for them, where there is one.
///
/// Source: the Desktop Notifications Specification, `org.freedesktop.Notifications`.
struct DesktopNotifier: Sendable {
  /// A program that hands a notification to the service.
  enum Program: String, CaseIterable {
    /// Of libnotify.
    case notifySend = "notify-send"
    /// Of systemd.
    case busctl
  }

  /// The longest time that a service may take for a notification.
  private static let patience = Duration.seconds(5)

  private let program: Program?
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
    program = Program.allCases.first { Child.isInstalled($0.rawValue, environment: environment) }
  }

  /// The program that is used; nil if there is none, and nothing is told.
  var name: String? { program?.rawValue }

  /// Shows a notification and returns when the service has it, or has not answered in time; without a service nothing
  /// happens.
  func tell(_ notification: Notification) async {
    guard let program else { return }
    // Whether there is a service shows only now; who has no desktop needs no words about it in a log.
    _ = await Child.runAside(
      Self.arguments(for: notification, program), environment: environment, output: .discarded,
      .killed(after: Self.patience))
  }

  static func arguments(for notification: Notification, _ program: Program) -> [String] {
    let body = markup(notification.body)
    return switch program {
    case .notifySend:
      [
        program.rawValue, "--app-name=ZoneChat", "--category=im.received", "--",
        notification.title, body,
      ]
    case .busctl:
      [
        program.rawValue, "--user", "--quiet", "--", "call", "org.freedesktop.Notifications",
        "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
        "susssasa{sv}i",
        // The application, the notification to replace, the icon.
        "ZoneChat", "0", "", notification.title, body,
        // No actions; one hint; how long it is shown is the service's choice.
        "0", "1", "category", "s", "im.received", "-1",
      ]
    }
  }

  /// The body may have markup, so that what looks like it in a text has to be escaped.
  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
