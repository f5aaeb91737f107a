/** The number of decimals of a currency by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount as a decimal number in plain digits, as files for other programs have it: 1234 cents are `12.34`. */
export const decimalOf = (amount: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = `${Math.abs(amount)}`.padStart(decimals + 1, "0")
  const sign = amount < 0 ? "-" : ""
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
