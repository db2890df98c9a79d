import ArgumentParser
import ChatWords

extension CommandConfiguration {
  /// A command with the name and the words of a verb, which other surfaces have too.
  ///
  /// The command says the verb's order alone: what takes it back is a command of its own.
  init(_ verb: ChatVerb, discussion: String = "") {
    self.init(commandName: verb.name, abstract: verb.order + ".", discussion: discussion)
  }
}
