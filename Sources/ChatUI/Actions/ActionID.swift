/// Everything a person can ask the client to do.
package enum ActionID: String, Hashable, Sendable, CaseIterable {
  case help
  case quit
  case suspend
  case redraw
  case bareView
  case mouse
  case externalEditor

  case newChat
  case join
  case goToChat
  case nextChat
  case previousChat
  case nextNeedingMe
  case chatByNumber
  case showList

  case pageUp
  case pageDown
  case goToUnread
  case goToOldest
  case goToDate
  case goToNewest

  case send
  case newline
  case complete
  case completeBackward
  case historyOlder
  case historyNewer
  case clearText
  case stepBack

  case pickMessage
  case pickOlder
  case pickNewer
  case pickOldest
  case pickNewest
  case showDetails
  case retry
  case drop
  case copyMessage
  case reply
  case edit
  case unsend
  case undo
  case react
  case forward
  case markUnread
  case goToQuoted
  case openLink
  case unfold
  case attach
  case saveFile

  case invite
  case link
  case rename
  case members

  case listUp
  case listDown
  case listFirst
  case listLast
  case listOpen

  case dialogUp
  case dialogDown
  case dialogPageUp
  case dialogPageDown
  case dialogConfirm
  case dialogCancel
}
