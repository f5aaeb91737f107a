/** Names under `example` belong to nobody and lead nowhere (RFC 2606): a calendar there is simulated, to try out what a connected calendar does. */
export const isSimulated = (address: string): boolean => /(?:^|\.)example$/u.test(new URL(address).hostname)

/** Somebody who eats at noon on Mondays, by the clock of the company. */
export const SIMULATED = [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Business Platform//Simulated//EN", "BEGIN:VEVENT", "UID:lunch@calendar.example", "DTSTAMP:20260101T000000Z",
  "DTSTART:20260105T120000", "DTEND:20260105T130000", "RRULE:FREQ=WEEKLY;BYDAY=MO", "SUMMARY:Lunch", "END:VEVENT", "END:VCALENDAR", ""
].join("\r\n")
export const SIMULATED_MARK = "\"simulated\""
