export const campaigns = {
  title: "Campaigns by text",
  new: "New campaign",
  state: "State",
  any: "any",
  label: "Campaigns, newest first",
  none: "There is no campaign yet.",
  noneHelp: "One texts the contacts of a segment; how it does stands here.",
  noneLike: "No campaign is like that.",
  all: "All campaigns",
  campaign: "Campaign",
  purpose: "Purpose",
  from: "From",
  made: "Made",
  ended: "Ended"
}
