import ChatModel
import ChatUI
import Testing

@MainActor
struct ComposerModelTests {
  private let composer = ComposerModel(chat: ChatID(rawValue: 1))

  @Test func `text that was typed before the draft came stays behind it`() {
    composer.insert("x")
    composer.load(ChatOpening(draft: Draft(text: "kept "), sentTexts: []))
    #expect(composer.text == "kept x")
    composer.load(ChatOpening(draft: Draft(text: "again"), sentTexts: []))
    #expect(composer.text == "kept x")
  }

  @Test func `a draft is handed over once after each change`() {
    composer.load(ChatOpening(draft: Draft(text: "a"), sentTexts: []))
    #expect(composer.takeUnsavedDraft() == nil)
    composer.insert("b")
    #expect(composer.takeUnsavedDraft()?.text == "ab")
    #expect(composer.takeUnsavedDraft() == nil)
    composer.takeForSending()
    #expect(composer.takeUnsavedDraft() == nil)
    composer.insert("c")
    composer.takeCommand()
    #expect(composer.takeUnsavedDraft() == nil)
  }

  @Test func `Up on the first row walks through the sent texts and back to the written one`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["second", "first"]))
    composer.insert("half")
    composer.apply(.up, width: 40)
    #expect(composer.text == "second")
    #expect(composer.draft.text == "half")
    composer.apply(.up, width: 40)
    composer.apply(.up, width: 40)
    #expect(composer.text == "first")
    composer.apply(.down, width: 40)
    composer.apply(.down, width: 40)
    #expect(composer.text == "half")
    composer.apply(.down, width: 40)
    #expect(composer.text == "half")
  }

  @Test func `the written text stays below a text from the history that is changed`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["sent", "old"]))
    composer.insert("LONG DRAFT")
    let changes: [(what: String, change: (ComposerModel) -> Void)] = [
      ("sent!", { $0.insert("!") }),
      ("", { $0.apply(.killToLineStart, width: 40) }),
      ("", { _ = $0.clearOrRestore() }),
    ]
    for (shown, change) in changes {
      composer.browseOlder()
      composer.insert("?")
      composer.apply(.deleteBackward, width: 40)
      if composer.text != "sent" { _ = composer.replaceText(with: "sent") }
      change(composer)
      #expect(composer.text == shown)
      #expect(composer.draft.text == "LONG DRAFT")
      composer.browseOlder()
      #expect(composer.text == "old")
      composer.apply(.down, width: 40)
      #expect(composer.text == shown, "a change is kept on the way")
      composer.apply(.down, width: 40)
      #expect(composer.text == "LONG DRAFT")
    }
  }

  @Test func `the written text comes back when a text from the history is sent`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["sent"]))
    composer.insert("LONG DRAFT")
    composer.browseOlder()
    composer.takeForSending()
    #expect(composer.text == "LONG DRAFT")
    #expect(composer.takeUnsavedDraft()?.text == "LONG DRAFT")
    composer.takeForSending()
    #expect(composer.isEmpty)
    composer.browseNewer()
    #expect(composer.isEmpty)
  }

  @Test func `a changed text from the history is the draft if there was none`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["sent"]))
    composer.browseOlder()
    #expect(composer.draft.text.isEmpty)
    composer.insert("!")
    #expect(composer.draft.text == "sent!")
  }

  @Test func `a text that comes back loses nothing of the written one`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["sent"]))
    composer.insert("LONG DRAFT")
    composer.browseOlder()
    composer.insert("!")
    composer.giveBack("refused")
    #expect(composer.text == "refused\nLONG DRAFT\nsent!")
    #expect(composer.draft.text == composer.text)
  }

  @Test func `a text of several rows is walked through before the history`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["sent"]))
    composer.insert("one\ntwo")
    composer.apply(.up, width: 40)
    #expect(composer.text == "one\ntwo")
    composer.apply(.up, width: 40)
    #expect(composer.text == "sent")
  }

  private func typed(_ text: String) -> String {
    composer.takeCommand()
    for character in text { composer.insert(String(character)) }
    return composer.text
  }

  @Test func `Up and down go through an open list, not through the history`() {
    composer.load(ChatOpening(draft: Draft(text: ""), sentTexts: ["sent"]))
    #expect(typed(":sm") == ":sm")
    let candidates = composer.completion?.candidates.map(\.replacement) ?? []
    composer.apply(.down, width: 40)
    composer.apply(.down, width: 40)
    #expect(composer.text == candidates[1])
    composer.apply(.up, width: 40)
    #expect(composer.text == candidates[0])
    composer.dismissCompletion()
    composer.apply(.up, width: 40)
    #expect(composer.text == "sent")
  }

  @Test func `the whole name of an emoji becomes the emoji with its second colon`() {
    #expect(typed("Off :rocket:") == "Off 🚀")
    #expect(typed(":+1:") == "👍")
    #expect(typed("`a` and :rocket: too") == "`a` and 🚀 too")
    for text in [
      "`x :rocket:", "```\nx\n:rocket:", ":no_such_name:", "12:30:", "note:rocket:", ":: :",
    ] {
      #expect(typed(text) == text)
    }
    composer.takeCommand()
    composer.insert(":rocket:")
    #expect(composer.text == ":rocket:", "what is pasted stays")
  }

  @Test func `Backspace brings the name of an emoji back, once`() {
    #expect(typed(":rocket:") == "🚀")
    composer.apply(.deleteBackward, width: 40)
    #expect(composer.text == ":rocket:")
    composer.apply(.deleteBackward, width: 40)
    #expect(composer.text == ":rocket")
    #expect(typed(":rocket:!") == "🚀!")
    composer.apply(.deleteBackward, width: 40)
    composer.apply(.deleteBackward, width: 40)
    #expect(composer.isEmpty)
  }

  @Test func `clearing is undone by clearing again`() {
    composer.insert("precious")
    #expect(composer.clearOrRestore())
    #expect(composer.isEmpty)
    #expect(composer.clearOrRestore())
    #expect(composer.text == "precious")
  }

  @Test func `there is nothing to bring back after sending`() {
    composer.insert("gone")
    composer.takeForSending()
    #expect(!composer.clearOrRestore())
  }

  @Test func `control characters do not come in`() {
    composer.insert("a\u{1B}[31mb\r\nc\u{7}")
    #expect(composer.text == "a[31mb\nc")
  }

  @Test func `a text that is given back stands before text that was typed meanwhile`() {
    composer.insert("new")
    composer.giveBack("refused")
    #expect(composer.text == "refused\nnew")
  }

  @Test func `too much text is cut off and said so`() {
    #expect(composer.insert(String(repeating: "a", count: Message.textLimitBytes)))
    #expect(!composer.insert("b"))
    #expect(composer.text.utf8.count == Message.textLimitBytes)
  }
}
