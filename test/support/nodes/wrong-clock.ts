/** Loaded before a process: its clock is as many milliseconds ahead of the true time as the environment says. */
const ahead = Number(process.env["CLOCK_AHEAD_MS"])
const True = globalThis.Date
const trueNow = True.now.bind(True)

globalThis.Date = new Proxy(True, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [trueNow() + ahead] : args, newTarget),
  get: (target, property, receiver) => property === "now" ? () => trueNow() + ahead : Reflect.get(target, property, receiver)
})
