/**
 * How calendars know an appointment: the same for as long as it exists, and of no other company, so that what was written into a calendar is known again,
 * and an appointment that somebody has with another company is not taken for ours.
 */
export const appointmentUid = (id: number, company_id: number, host: string): string => `appointment-${id}@company-${company_id}.${host}`

/** Whether an event of a calendar is an appointment of the company. */
export const isOwnUid = (uid: string, company_id: number, host: string): boolean => {
  const number = /^appointment-([1-9][0-9]{0,15})@/u.exec(uid)?.[1]
  return number !== undefined && uid === appointmentUid(Number(number), company_id, host)
}

/** What an appointment is called in a calendar that it is written into. */
export const appointmentName = (id: number): string => `appointment-${id}.ics`
