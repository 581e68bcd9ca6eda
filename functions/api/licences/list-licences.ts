import * as z from 'zod';
import type { User } from '#shared/accounts/rules/users.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { isMonthPaid } from '#shared/credits/grants/monthly-grants.ts';
import { monthlyCredits, partnerMonths } from '#shared/credits/needs.ts';
import { nextPartnerDay } from '#shared/credits/rules/next-partner-day.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exampleLicence, OwnLicence, ownLicenceOf, TierNumber } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { bestTier, isGranting, type Licence } from '#shared/licences/rules/licences.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { monthIn } from '#shared/values/zone-calendar.ts';

const needs = { licences, monthlyCredits, partnerMonths };
type Deps = DepsOf<typeof needs>;

export const listLicences = defineEndpoint({
  id: 'listLicences',
  method: 'GET',
  path: '/api/v1/licences',
  auth: 'user',
  needs,
  summary: 'List your licences',
  description: 'Returns the partner licences that you hold, oldest first, then those of the teams that you belong to.',
  responses: {
    200: z
      .object({
        licences: z.array(OwnLicence).meta({ description: 'The licences.' }),
        tier: TierNumber.nullable().meta({ description: 'The highest tier of the active licences.' }),
        next_credits_on: z.iso.date().nullable().meta({
          description:
            'The day, in the time zone of credits, on which the next monthly credits come; `null` if you hold no active licence.',
        }),
      })
      .meta({ id: 'Licences' }),
  },
  example: {
    responses: {
      200: { licences: [{ ...exampleLicence, role: 'holder' }], tier: 2, next_credits_on: '2026-12-21' },
    },
  },

  async handle({ actor }, deps) {
    const { licences } = deps;
    const { userId, user } = actor;
    const [{ licences: ownLicences }, shared] = await Promise.all([licences.ofUser(userId), licences.ofMember(userId)]);
    const all = [...ownLicences, ...shared.filter((licence) => licence.userId !== userId)];
    return ok({
      licences: all.map((licence) => ownLicenceOf(licence, userId)),
      tier: bestTier(all),
      next_credits_on: ownLicences.some(isGranting) ? await nextCreditsOn(user, ownLicences, deps) : null,
    });
  },
});

async function nextCreditsOn(
  { id, createdAt }: User,
  licences: readonly Licence[],
  { now, monthlyCredits: { timeZone, tierCredits }, partnerMonths }: Deps,
): Promise<string> {
  const holding = { userId: ownAccountOf(id), licences, month: monthIn(timeZone, now()) };
  const isPaid = await isMonthPaid(holding, tierCredits, partnerMonths);
  return nextPartnerDay(createdAt, { now: now(), zone: timeZone, isMonthPaid: isPaid });
}
