/** At most so many entries. Least recently used goes first; the Map's order is the age. */
export class Recent<V> {
  private readonly entries = new Map<string, V>()
  private readonly most: number
  constructor(most: number) {
    this.most = most
  }
  get(key: string): V | undefined {
    const value = this.entries.get(key)
    if (value !== undefined) {
      this.entries.delete(key)
      this.entries.set(key, value)
    }
    return value
  }
  set(key: string, value: V) {
    this.entries.set(key, value)
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value!)
  }
  deleteIf(test: (value: V) => boolean) {
    for (const [key, value] of this.entries) if (test(value)) this.entries.delete(key)
  }
  clear() {
    this.entries.clear()
  }
}
