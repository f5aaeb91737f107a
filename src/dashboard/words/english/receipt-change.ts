export const receiptChange = {
  failed: "failed",
  refused: "refused",
  changed: "changed"
}
