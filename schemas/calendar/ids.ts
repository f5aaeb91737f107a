import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

/** What can be booked. */
export const ServiceId = Id.pipe(Schema.brand("ServiceId"))
export type ServiceId = typeof ServiceId.Type

/** Who does it; not the id of a member, whom a staff member may be. */
export const StaffId = Id.pipe(Schema.brand("StaffId"))
export type StaffId = typeof StaffId.Type

/** A room, or equipment. */
export const ResourceId = Id.pipe(Schema.brand("ResourceId"))
export type ResourceId = typeof ResourceId.Type

export const TimeOffId = Id.pipe(Schema.brand("TimeOffId"))
export type TimeOffId = typeof TimeOffId.Type
