import { styleText } from "node:util"

type Style = Parameters<typeof styleText>[0]

const styles: Readonly<Record<string, Style>> = { fatal: "red", error: "red", warn: "yellow", debug: "dim", trace: "dim" }

/** As little as a terminal needs to keep a value on its line, and out of its commands. */
const printable = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.replace(/(?![\t\n])\p{Cc}/gu, "\ufffd")
}

/** A line of the log as people read it: the time, how grave it is, what happened, then what else is known. */
export const readable = (json: string, colors: boolean): string => {
  const { cause, level, msg, time, ...more }: Record<string, unknown> = JSON.parse(json)
  const styled = (style: Style, text: string) => colors ? styleText(style, text, { validateStream: false }) : text
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const what = msg === "request"
    ? `${String(more["method"])} ${printable(more["route"])} ${String(more["status"])} in ${String(more["duration_ms"])} ms`
    : printable(msg)
  const said = msg === "request" ? ["method", "route", "status", "duration_ms"] : []
  const rest = Object.entries(more).flatMap(([name, value]) =>
    value === null || value === undefined || said.includes(name) ? [] : [`${name}=${printable(value)}`])
  const line = [
    styled("dim", clock), styled(styles[String(level)] ?? "green", String(level).padEnd(5)), what,
    ...rest.length > 0 ? [styled("dim", rest.join(" "))] : []
  ].join("  ")
  return cause === undefined ? `${line}\n` : `${line}\n${printable(cause).replace(/^/gmu, "  ")}\n`
}
