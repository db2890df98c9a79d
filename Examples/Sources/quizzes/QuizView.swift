import LineTerminal
import QuizzesApp

struct QuizView: Page {
  let help = "1 to 4 (your answer), back, confirm, redo, start (the start screen), quit"

  var quiz: Quiz

  var text: String {
    switch quiz.phase {
    case .asking(let index): question(index)
    case .overview: overview
    case .finished: results
    }
  }

  private func question(_ index: Int) -> String {
    let set = quiz.sets[index]
    let choices = set.choices.enumerated().map { place, choice in
      "\(place + 1). \(choice.harmless)" + (quiz.answers[index] == place ? "  (your answer)" : "")
    }
    return (["", "QUIZ \(index + 1) OF \(quiz.sets.count)", set.question.harmless] + choices)
      .joined(separator: "\n")
  }

  private var overview: String {
    let answers = zip(quiz.sets, quiz.answers).map { set, answer in
      "\(set.question.harmless): \(choice(answer, of: set))"
    }
    return (["", "YOUR ANSWERS"] + answers + ["‘confirm’, ‘back’ or ‘redo’?"])
      .joined(separator: "\n")
  }

  private var results: String {
    var lines = ["", "RESULTS: \(quiz.results.count { $0 }) OF \(quiz.sets.count) RIGHT"]
    for (index, isRight) in quiz.results.enumerated() {
      let set = quiz.sets[index]
      lines.append(
        "\(isRight ? "right" : "wrong")  \(set.question.harmless): \(choice(quiz.answers[index], of: set))"
      )
      guard !isRight else { continue }
      lines.append("       It is \(choice(set.answer, of: set)). \(set.explanation.harmless)")
    }
    return lines.joined(separator: "\n")
  }

  private func choice(_ place: Int?, of set: QuestionSet) -> String {
    place.map { set.choices[$0].harmless } ?? ""
  }

  mutating func take(_ command: LineCommand) -> Bool {
    switch (command.word, LineCommand.place(command.word, in: QuestionSet.choiceCount)) {
    case (_, let choice?): quiz.choose(choice)
    case ("back", _): quiz.back()
    case ("confirm", _): quiz.confirm()
    case ("redo", _): quiz.redo()
    default: return false
    }
    return true
  }
}
