/// One step of a tour, with what it did: what a class sees of it, also later.
package struct TourSlide: Codable, Sendable, Equatable {
  /// From 1 on; 0 for what is told before the first step.
  package var number: Int
  package var stepCount: Int
  package var caption: String
  /// What the person would type in a shell.
  package var command: String?
  /// What was done and checked, a line for each.
  package var outcomes: [String] = []
  /// The share that the step has made or changed.
  package var share: ShareSketch?
  /// What the cloud was asked during the step.
  package var requests: [Request] = []
  /// The people's windows when the step had ended.
  package var screens: [Screen] = []

  package init(number: Int, stepCount: Int, caption: String, command: String? = nil) {
    self.number = number
    self.stepCount = stepCount
    self.caption = caption
    self.command = command
  }

  /// A request to the cloud, or a notification from it.
  package struct Request: Codable, Sendable, Equatable {
    package var person: String
    package var database: String
    package var operation: String
    package var outcome: String
    package var zone: String
    package var zoneNumber: Int?

    package init(
      person: String, database: String, operation: String, outcome: String, zone: String,
      zoneNumber: Int?
    ) {
      self.person = person
      self.database = database
      self.operation = operation
      self.outcome = outcome
      self.zone = zone
      self.zoneNumber = zoneNumber
    }
  }

  /// A person's window as it was: each row alone has its colours.
  package struct Screen: Codable, Sendable, Equatable {
    package var person: String
    package var rows: [String]

    /// A window as tmux captures it, in which the colours of a row may go on in the next one.
    package init(person: String, captured rows: [String]) {
      self.person = person
      var open: [String] = []
      self.rows = rows.map { row in
        var text = open.joined()
        var rest = row[...]
        while let code = rest.firstMatch(of: /\u{1B}\[([0-9;:]*)m/) {
          text += Self.harmless(rest[..<code.range.lowerBound])
          text += code.output.0
          let parameters = code.output.1
          if parameters.isEmpty || parameters == "0" || parameters.hasPrefix("0;") { open = [] }
          open.append(String(code.output.0))
          rest = rest[code.range.upperBound...]
        }
        return text + Self.harmless(rest) + "\u{1B}[0m"
      }
    }

    private static func harmless(_ text: Substring) -> String {
      var harmless = String.UnicodeScalarView()
      for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
        harmless.append(scalar)
      }
      return String(harmless)
    }
  }
}

/// What the player of a tour tells the pane that shows it, in this order for each step.
package enum TourEvent: Codable, Sendable, Equatable {
  /// A step begins.
  case began(TourSlide)
  case did(String)
  case shared(ShareSketch)
  case asked([TourSlide.Request])
  /// The windows after the step.
  case showed([TourSlide.Screen])
  /// All steps are over; a sentence says how.
  case ended(String)
}
