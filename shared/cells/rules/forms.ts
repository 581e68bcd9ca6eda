import { formAmong } from '#shared/store/stored-form.ts';

/**
 * Each dimension of a cell has the number of the first form of sealed chunks that holds it. A further dimension is
 * a line at the end with the next number; no line changes or moves, because stored chunks have its place. All
 * functions read a form one release before any cell has a name for its dimension.
 *
 * Clicks have no event type, currency or lag, and their `matched_by` is a traffic rule. The event type of `consents` is the
 * consent of clicks. The `net` of an event is
 * `adjusted`, or `voided` without value.
 */
const firstForms = {
  pixel_key: 1,
  channel: 1,
  campaign: 1,
  ad_group: 1,
  ad_id: 1,
  traffic: 1,
  event_type: 1,
  currency: 1,
  matched_by: 1,
  lag: 1,
} as const satisfies Record<string, number>;

export type Dimension = keyof typeof firstForms;
export const dimensions = Object.keys(firstForms) as Dimension[];

export type CellForm = { form: number; dimensions: readonly Dimension[] };

export const cellForms: CellForm[] = [...new Set<number>(Object.values(firstForms))].map((form) => ({
  form,
  dimensions: dimensions.filter((dimension) => firstForms[dimension] <= form),
}));

/** A chunk without a number is of form 1. */
export const formOfChunk = (form: number | undefined): CellForm => formAmong(cellForms, form, 'sealed cells');
