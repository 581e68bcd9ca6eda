import * as z from 'zod';

/** A message of this many records of the longest keys stays below 256 KB. */
export const recordsOfMessage = 25;

/** The record is read again by its key, so a message has no content of it, and an erasure need not find it. */
export const SetAsideRecord = z.object({
  pk: z.string(),
  sk: z.string(),
  kind: z.string(),
  /** Its place in the stream, as 40 digits. */
  sequence: z.string(),
  /** The item had no earlier state. */
  is_new: z.boolean(),
  /** The click that an alias named before: the stored alias names only the present click. */
  previous_click_id: z.string().optional(),
});

/** A message of `recount`: the worker runs the projection, and the projections that wait for it, on stored records. */
export const ProjectionRerun = z.object({
  account_id: z.int(),
  projection: z.string(),
  records: z.array(SetAsideRecord).min(1).max(recordsOfMessage),
});

/** A report in the failure queue of the stream. `days` are the UTC days that the records may count in. */
export const UncountedRecords = ProjectionRerun.extend({
  days: z.array(z.iso.date()),
  /** The store refused a counter, so other counters of these records may have counted them. */
  may_be_counted: z.boolean(),
});

export type SetAsideRecord = z.infer<typeof SetAsideRecord>;
export type UncountedRecords = z.infer<typeof UncountedRecords>;
