package import TerminalUI

/// An action as settings see it: its name, where its keys count, and the keys that it has without settings.
package struct BindableAction: Equatable, Sendable {
  package var name: String
  /// The effect of the action, as an order.
  package var sentence: String
  /// The contexts where its keys count, by name; in one context a key has one meaning.
  package var contexts: Set<String>
  /// The action's own keys, which stand with the action, in `ChatUI/Actions/Action+….swift`.
  package var keys: [KeyBinding]
  /// Whether another action may be given one of these keys, which this action keeps too.
  package var givesWay = false

  package init(name: String, sentence: String, contexts: Set<String>, keys: [KeyBinding]) {
    self.name = name
    self.sentence = sentence
    self.contexts = contexts
    self.keys = keys
  }
}

/// The keys of all actions: those of the person, else those of the preset, else the action's own.
///
/// An action's own keys stand with the action, in `ChatUI/Actions/Action+….swift`.
package struct Keymap: Equatable, Sendable {
  private let keys: [String: [KeyBinding]]

  /// The keys that differ from the actions' own; `Keymap()` changes nothing.
  package init(preset: KeyPreset = .standard, own: [String: [KeyBinding]] = [:]) {
    keys = preset.keys.merging(own) { _, own in own }
  }

  /// The keys of an action, the most important one first.
  ///
  /// - Parameters:
  ///   - name: the action.
  ///   - standard: its keys where nothing else is said.
  /// - Returns: none if they were taken away.
  package func keys(of name: String, standard: [KeyBinding]) -> [KeyBinding] {
    keys[name] ?? standard
  }

  /// Two actions that want one key in one context.
  package struct Conflict: Equatable, Sendable {
    package var binding: KeyBinding
    package var first: String
    package var second: String
  }

  /// Every key with two meanings, in the order of the actions.
  ///
  /// Actions that share a key by themselves are never possible at the same time, and may share any key.
  package func conflicts(among actions: [BindableAction]) -> [Conflict] {
    struct Use: Hashable {
      var binding: KeyBinding
      var context: String
    }
    var users: [Use: [BindableAction]] = [:]
    var found: [Conflict] = []
    for action in actions {
      for binding in keys(of: action.name, standard: action.keys) {
        for context in action.contexts.sorted() {
          let use = Use(binding: binding, context: context)
          for other in users[use, default: []]
          where other.name != action.name && Set(other.keys).isDisjoint(with: action.keys) {
            let conflict = Conflict(binding: binding, first: other.name, second: action.name)
            if !found.contains(conflict) { found.append(conflict) }
          }
          users[use, default: []].append(action)
        }
      }
    }
    return found
  }
}
