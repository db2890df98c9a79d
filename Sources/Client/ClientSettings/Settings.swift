package import TerminalUI

/// A person's choices for the full-screen client, from the settings file.
///
/// `SettingsCatalogue` says how each value is written. A value that has no effect does not belong here.
package struct Settings: Equatable, Sendable {
  package var notifications = Notifications()
  package var screen = Screen()
  /// The styles: those of the named theme, with the person's own ones.
  package var theme = ThemeForms.automatic
  /// The program that changes long texts; nil is `$VISUAL`, `$EDITOR` or `vi`.
  package var editor: String?
  /// The program that opens web addresses and files; nil is `xdg-open`.
  package var opener: String?
  /// The folder for files that are saved without naming one; nil is the desktop's folder for downloads.
  package var downloads: String?
  /// The keys from which the person's own ones begin.
  package var preset = KeyPreset.standard
  /// The person's own keys, by the name of the action; none takes all keys away from it.
  package var keys: [String: [KeyBinding]] = [:]

  package var chats = Chats()
  package var away = Away()
  package var hooks = Hooks()
  /// The person's own slash commands: for each name a program and its arguments.
  package var commands: [String: [String]] = [:]

  package init() {}

  /// When and how the client tells of new messages.
  package struct Notifications: Equatable, Sendable {
    /// Of which messages.
    package var level = NotificationLevel.mentions
    package var bell = true
    package var desktop = DesktopNotification.off
    /// Whether the window's title counts unread messages.
    package var title = true
    /// Whether the agent notifies the person of messages while no window is open.
    package var agent = true
    /// When nothing rings; nil for never.
    package var quiet: QuietHours?

    /// Of which messages the client tells when clocks show this time, in minutes since midnight.
    package func level(atMinute minute: Int) -> NotificationLevel {
      quiet?.contains(minute) == true ? NotificationLevel.none : level
    }
  }

  /// New chats.
  package struct Chats: Equatable, Sendable {
    /// Whether they are sealed, so that the cloud cannot read them.
    package var sealed = false
  }

  /// What the agent runs for that which needs the person.
  package struct Away: Equatable, Sendable {
    /// The program and its arguments; empty for none.
    package var command: [String] = []
    /// The time in which the person may read elsewhere what has come.
    package var delaySeconds = 60
    /// Whether the program learns the words of a message.
    package var text = false
  }

  /// What is run for what happens.
  package struct Hooks: Equatable, Sendable {
    /// The program for each new message, and its arguments; empty for none.
    package var onMessage: [String] = []
  }

  /// The division and the contents of the screen.
  package struct Screen: Equatable, Sendable {
    package var mouse = true
    /// The columns of the chat list; nil fits them to the screen.
    package var listColumns: Int?
    /// The most columns that the text of a message takes.
    package var textColumns = 88
    /// Where the names of senders stand.
    package var names = NamesPlace.automatic
    package var clock = ClockFormat.hours24
    /// Whether messages show their time.
    package var timestamps = true
    /// Whether the terminal opens addresses that are clicked.
    package var links = true
    /// How pictures are shown between the messages.
    package var pictures = PictureChoice.auto
  }
}

/// The messages for which the client shows notifications.
package enum NotificationLevel: String, CaseIterable, Sendable {
  case all
  case mentions
  case none
}

/// The place of a sender's name, by the text of the message.
package enum NamesPlace: String, CaseIterable, Sendable {
  /// Beside the text where there is room for both.
  case automatic = "auto"
  case above
  case beside
}

/// The format of a time of day.
package enum ClockFormat: String, CaseIterable, Sendable {
  case hours24 = "24"
  case hours12 = "12"
}

/// The way in which pictures are shown between the messages.
package enum PictureChoice: String, CaseIterable, Sendable {
  /// The best one that the terminal has told of; none over a network.
  case auto
  /// In kitty's graphics protocol, also where the terminal has told of none.
  case kitty
  case blocks
  case off
}

/// The result of reading the settings file, at the start or after a change.
package enum SettingsNews: Equatable, Sendable {
  case settings(Settings)
  /// The file is wrong or cannot be read, in one sentence; the last good settings stay.
  case refused(String)

  /// The settings, or the defaults where they are not used.
  package var usable: Settings {
    if case .settings(let settings) = self { settings } else { Settings() }
  }
}
