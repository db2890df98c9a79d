/// A dialog over the screen; it has the keys.
package enum Overlay {
  case newChat(NewChatModel)
  case quickSwitch(QuickSwitchModel)
  case invite(InviteModel)
  case link(LinkModel)
  case join(JoinModel)
  case members(MembersModel)
  case help(HelpModel)
  case details(DetailsModel)
  case react(ReactModel)
  case question(QuestionModel)
}
