export const calls = {
  title: "Calls",
  result: "Result",
  any: "any",
  direction: "Direction",
  both: "both",
  label: "Calls, newest first",
  none: "Nobody has called yet.",
  noneHelp: "Calls to and from the company's numbers stand here, with what became of each.",
  noneLike: "No call is like that.",
  all: "All calls",
  with: "With",
  ownNumber: "Our number",
  lasted: "Lasted",
  when: "When"
}
