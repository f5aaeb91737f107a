import { divide } from "#schemas/payments/rounding"

/** What is paid of a line of an order, and how many of it came back. */
interface Sold {
  readonly amount: number
  readonly quantity: number
  readonly returned: number
}

const upTo = ({ amount, quantity }: Sold, pieces: number) => Number(divide(BigInt(amount) * BigInt(pieces), BigInt(quantity)))

/** What was paid of so many more that come back. It is worked out from the sums so far, so that all parts together are exact. */
export const paidOf = (sold: Sold, more: number): number => upTo(sold, sold.returned + more) - upTo(sold, sold.returned)

/** How much to take of each, in their order, so that it comes to the amount; less if they have less. */
export const takenOf = (amount: number, left: ReadonlyArray<number>): ReadonlyArray<number> => {
  let open = amount
  return left.map((most) => {
    const part = Math.min(open, most)
    open -= part
    return part
  })
}
