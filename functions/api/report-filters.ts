import * as z from 'zod';
import { EventType } from '#shared/conversions/event-fields.ts';

const maxName = 256;
const Name = z.string().max(maxName);

export const adFilters = {
  campaign: Name.min(1).optional().meta({ description: 'Return only this campaign, by its exact name.' }),
  ad_group: Name.optional().meta({
    description: 'Return only this ad group, by its exact name; empty: events of clicks without one.',
  }),
  ad_id: Name.optional().meta({
    description: 'Return only this ad, by its exact ID; empty: events of clicks without one.',
  }),
};

export const reportFilters = {
  ...adFilters,
  event_type: EventType.optional().meta({ description: 'Return only events of this type.' }),
};

type Names = Partial<Record<keyof typeof reportFilters, string | undefined>>;

/** Names are compared in Unicode form NFC. */
export function hasNames(asked: Names): (of: Names) => boolean {
  const filters = (Object.keys(reportFilters) as (keyof Names)[]).flatMap((field) => {
    const name = asked[field];
    return name === undefined ? [] : [[field, name.normalize('NFC')] as const];
  });
  return (of) => filters.every(([field, name]) => of[field]?.normalize('NFC') === name);
}
