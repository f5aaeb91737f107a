/** A place in PostgreSQL's log, which it writes as two hexadecimal numbers: `16/B374D848`. */
export const positionOf = (text: string): bigint => {
  const [high, low] = text.split("/") as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const textOf = (position: bigint): string => `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase()
