import ChatWords
package import ClientSettings
import CloudModel
package import TerminalUI

/// The question for a person without an account: their name, and a passphrase where the cloud wants one.
///
/// Where the cloud is that of a link, it is also the question for a person who has an account there.
package struct NameQuestion: FirstRunQuestion {
  /// The place where the account will be made.
  package struct Place: Sendable, Equatable {
    /// The end of the sentence “The account is made …”.
    package var words: String
    package var needsPassphrase: Bool
    package var signIn: SignIn
    /// The sentences of the link that led here, for example who invites to what; nil without a link.
    package var invitation: String?

    package init(
      words: String, needsPassphrase: Bool, signIn: SignIn, invitation: String? = nil
    ) {
      self.words = words
      self.needsPassphrase = needsPassphrase
      self.signIn = signIn
      self.invitation = invitation
    }
  }

  /// The way in for somebody who has an account.
  package enum SignIn: Sendable, Equatable {
    /// The person leaves, and runs this command.
    case byCommand(String)
    /// It is asked here, if the person wishes.
    case here
    /// It is the only way, for the reason in this sentence.
    case only(because: String)
    /// It is the only way, for this account, with a new passphrase, which the person chooses.
    case newPassphrase(of: String)
  }

  package enum Answer: Sendable, Equatable {
    case signUp(name: String, passphrase: String?)
    case signIn(name: String, passphrase: String?)
    /// A link in the place of the name, which leads further than the one that led here.
    case otherLink(String)
  }

  /// The link that somebody has pasted instead of a name, alone or as the command that opens it; nil for other words.
  static func link(in text: String) -> String? {
    let words = text.trimmedBlanks
    guard words.contains("://") else { return nil }
    return words.replacing(/^zonechat\s+/, with: "")
  }

  package typealias Wish = FirstRunWish<Answer>

  /// The field that has the keys.
  package enum Step: Sendable, Equatable {
    case name
    case passphrase
  }

  /// Shows the passphrase, which is asked for once only, and hides it again.
  ///
  /// It is not Tab, which people press to go on to the next field.
  static let showingKey = KeyEvent.control("r")

  package let place: Place
  package private(set) var step = Step.name
  /// Whether the person is asked for an account that exists.
  package private(set) var isSigningIn: Bool
  /// Whether the account is being made or signed in to.
  package private(set) var isCreating = false
  /// The reason why the text is not accepted, or why there is no account yet; it disappears with the next change.
  package private(set) var trouble: String?
  /// Whether the name is still the offered one, which the first typed letter replaces.
  package private(set) var isOffered: Bool
  private var name: TextInput
  private var passphrase = TextInput()
  /// Whether the passphrase is shown as it is.
  private(set) var isShown = false
  private let check: @Sendable (String) -> String?
  /// The keys are those of a dialog.
  let keymap: Keymap

  /// The question with a name in its field.
  ///
  /// - Parameters:
  ///   - suggestion: the name that Enter takes; who types writes another one, who moves or deletes edits it.
  ///   - place: where the account will be made.
  ///   - keymap: the keys of the person who is asked.
  ///   - check: why a text is no name of an account; nil if it can be one.
  package init(
    suggestion: String, place: Place, keymap: Keymap = Keymap(),
    check: @escaping @Sendable (String) -> String?
  ) {
    self.place = place
    self.keymap = keymap
    self.check = check
    switch place.signIn {
    case .byCommand, .here: isSigningIn = false
    case .only, .newPassphrase: isSigningIn = true
    }
    if case .newPassphrase(let account) = place.signIn {
      name = TextInput(text: account)
      isOffered = false
      step = .passphrase
    } else {
      name = TextInput(text: suggestion)
      isOffered = !suggestion.isEmpty
    }
  }

  /// The text of the field that has the keys.
  package var input: TextInput {
    switch step {
    case .name: name
    case .passphrase: passphrase
    }
  }

  package var chosenName: String { name.text.trimmedBlanks }

  /// The link that stands in the place of the name.
  var otherLink: String? { Self.link(in: name.text) }

  /// Whether the account is known, and a new passphrase is asked for.
  var isNameFixed: Bool { if case .newPassphrase = place.signIn { true } else { false } }

  /// The first field.
  private var firstStep: Step { isNameFixed ? .passphrase : .name }

  /// Whether the person may change between a new account and one that exists.
  var mayChangeWay: Bool { place.signIn == .here && step == .name && !isCreating }

  package func picture(size: Size) -> (grid: Grid, cursor: Point?) {
    NameQuestionView(self).picture(size: size)
  }

  /// The cloud, or this machine, has not made the account, or has not let the person in.
  package mutating func refuse(_ reason: String) {
    isCreating = false
    // A new account is refused because of its name; whoever has one has most often mistyped the passphrase.
    step =
      isSigningIn && place.needsPassphrase && otherLink == nil ? .passphrase : firstStep
    passphrase.clear()
    trouble = reason
  }

  /// Takes a key or a paste.
  ///
  /// - Returns: the next wish, if there is one.
  package mutating func take(_ event: InputEvent) -> Wish? {
    switch event {
    case .key(let key): return take(key)
    case .paste(let text):
      typeAnew()
      change { $0.insertLine(text) }
      return nil
    case .focusGained, .focusLost, .wheel, .click, .answer: return nil
    }
  }

  private mutating func take(_ event: KeyEvent) -> Wish? {
    let actions = ActionRegistry.actions(
      for: event, in: .dialog, isEmpty: input.isEmpty, keymap: keymap)
    if let action = actions.first {
      switch action {
      case .dialogConfirm: return confirm()
      case .dialogCancel: return stepBack()
      case .dialogUp where mayChangeWay, .dialogDown where mayChangeWay:
        isSigningIn = action == .dialogDown
        trouble = nil
        return nil
      case .quit: return .leave
      case .suspend: return .suspend
      case .redraw: return .redraw
      default: break
      }
    }
    if step == .passphrase, event == Self.showingKey {
      isShown = !isShown && !isCreating
    } else if let command = keymap.editingCommand(of: event) {
      isOffered = false
      change { $0.apply(command, width: .max / 2) }
    } else if let character = event.typedCharacter {
      typeAnew()
      change { $0.insert(String(character)) }
    }
    return nil
  }

  private mutating func typeAnew() {
    guard isOffered, !isCreating else { return }
    isOffered = false
    name.clear()
  }

  private mutating func confirm() -> Wish? {
    guard !isCreating else { return nil }
    isOffered = false
    switch step {
    case .name:
      if let otherLink {
        isCreating = true
        trouble = nil
        return .answer(.otherLink(otherLink))
      }
      trouble = check(chosenName)
      guard trouble == nil else { return nil }
      guard place.needsPassphrase else { return enter() }
      step = .passphrase
    case .passphrase:
      guard !passphrase.isEmpty else { return nil }
      if !isSigningIn || isNameFixed {
        trouble = PassphraseRule.reason(against: passphrase.text)
      }
      guard trouble == nil else { return nil }
      return enter()
    }
    return nil
  }

  private mutating func enter() -> Wish {
    isCreating = true
    isShown = false
    trouble = nil
    let passphrase = place.needsPassphrase ? passphrase.text : nil
    return .answer(
      isSigningIn
        ? .signIn(name: chosenName, passphrase: passphrase)
        : .signUp(name: chosenName, passphrase: passphrase))
  }

  private mutating func stepBack() -> Wish? {
    guard step != firstStep, !isCreating else { return .leave }
    step = firstStep
    isShown = false
    trouble = nil
    passphrase.clear()
    return nil
  }

  private mutating func change(_ change: (inout TextInput) -> Void) {
    guard !isCreating else { return }
    switch step {
    case .name:
      change(&name)
      // A mistake in the name is shown while it is typed.
      trouble = name.isEmpty || otherLink != nil ? nil : check(chosenName)
    case .passphrase:
      change(&passphrase)
      trouble = nil
    }
  }
}
