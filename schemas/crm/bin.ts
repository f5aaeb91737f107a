/** For how many days what was deleted can be restored. */
export const BIN_DAYS = 30
