import * as z from 'zod';
import { exampleLicence, LicenceRecord, licenceRecordOf } from '#shared/licences/licence-record.ts';
import type { Licences } from '#shared/licences/store/licences.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const LicenceDetail = z
  .object({
    ...LicenceRecord.shape,
    reported_tier: z.number().nullable().meta({ description: 'The tier as reported, even if it does not exist.' }),
    team_members: z.array(z.int()).meta({ description: 'User ids of the team.' }),
    events: z
      .array(
        z.object({
          event: z.string().meta({ description: 'What the partner reported.' }),
          created_at: z.iso.datetime().nullable().meta({ description: 'Time of the event, if it has one.' }),
          received_at: z.iso.datetime(),
          tier: z.number().nullable().meta({ description: 'Tier of the licence: 1, 2 or 3.' }),
          reason: z.string().nullable().meta({ description: 'Why the partner reported it, or `null`.' }),
        }),
      )
      .meta({
        description: 'Events of this key from the partner, each once, in the order of their times.',
      }),
  })
  .meta({ id: 'LicenceDetail' });

export async function licenceDetailOf(
  licenceKey: string,
  licences: Pick<Licences, 'byKey' | 'team' | 'events'>,
): Promise<z.input<typeof LicenceDetail>> {
  const [licence, team, events] = await Promise.all([licences.byKey(licenceKey), licences.team(licenceKey), licences.events(licenceKey)]);
  if (!licence) throw fail(serviceErrors.not_found);
  return {
    ...licenceRecordOf(licence),
    reported_tier: licence.reportedTier,
    team_members: team,
    events: events
      .toSorted((a, b) => a.at - b.at)
      .map(({ event, at, receivedAt, tier, reason }) => ({
        event,
        created_at: at === 0 ? null : new Date(at).toISOString(),
        received_at: receivedAt,
        tier,
        reason,
      })),
  };
}

export const exampleLicenceDetail = {
  ...exampleLicence,
  reported_tier: 2,
  team_members: [245_813_760_003_391],
  events: [
    {
      event: 'purchase',
      created_at: '2026-11-21T09:29:58.000Z',
      received_at: '2026-11-21T09:30:00.000Z',
      tier: 2,
      reason: null,
    },
  ],
};
