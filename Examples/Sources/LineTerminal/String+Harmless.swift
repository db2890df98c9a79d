extension String {
  /// The text on one line, without characters that would steer a terminal or change the direction of what follows.
  ///
  /// Whatever somebody else has written is shown through this. Joiners stay, because they hold emoji together.
  public var harmless: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case .format where scalar != "\u{200D}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
