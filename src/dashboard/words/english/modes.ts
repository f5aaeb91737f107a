export const modes = {
  live: "live mode",
  test: "test mode",
  toLive: "Switch to live",
  toTest: "Switch to test",
  mode: "mode"
}
