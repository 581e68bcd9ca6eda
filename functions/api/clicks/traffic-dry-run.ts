import * as z from 'zod';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { networkKeys } from '#shared/clicks/needs.ts';
import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
import { maxDryRunClicks, networkKeyDays } from '#shared/clicks/rules/limits.ts';
import { type Traffic, trafficKinds } from '#shared/clicks/rules/traffic.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { DayPlace } from '#shared/event-log/rules/day-parts.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { rejudged, type StaffOfDay, staffOfDay } from '#shared/reclassification/rules/rejudge.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { movesOfKind } from './application-schema.ts';

export const trafficDryRunNeeds = { networkKeys, reclassification };
type Deps = DepsOf<typeof trafficDryRunNeeds>;

const environments = ['live', 'test'] as const;

export const TrafficDryRun = z
  .object({
    since: z.iso.date().meta({ description: 'First UTC day of the clicks that were examined.' }),
    clicks: z.int().meta({
      description: `Clicks that were examined, newest days first: about ${maxDryRunClicks} at most.`,
    }),
    moves: movesOfKind(z.enum(trafficKinds)).meta({
      description: 'Clicks whose verdict would change, by environment and verdict.',
    }),
  })
  .meta({
    id: 'TrafficDryRun',
    description: `What the stored clicks of the last ${networkKeyDays} days would be by the changed rules. The network of older clicks is unknown.`,
  });

type Moves = Map<string, z.input<typeof TrafficDryRun>['moves'][number]>;

export async function dryRunOf(
  accountId: AccountId,
  rules: ClickRules,
  deps: Pick<Deps, 'reclassification' | 'networkKeys' | 'now'>,
): Promise<z.input<typeof TrafficDryRun>> {
  const { dayPages, dayRegistry } = deps.reclassification;
  const keyedDays = Array.from({ length: networkKeyDays }, (_, ago) => dayAt(deps.now() - days(ago)));
  const parts = new Map(
    await Promise.all(
      environments.map(async (environment) => [environment, await dayRegistry.partsOfDays(keyedDays, { accountId, environment })] as const),
    ),
  );
  const moves: Moves = new Map();
  let [clicks, since] = [0, keyedDays[0] ?? ''];
  for (const day of keyedDays) {
    if (clicks >= maxDryRunClicks) break;
    since = day;
    const staff = staffOfDay(rules.staffNetworks, accountId, await deps.networkKeys.hasherOf(day));
    for (const environment of environments) {
      const dayParts = parts.get(environment)?.get(day);
      if (dayParts === undefined) continue;
      let place: DayPlace | null | undefined;
      do {
        const page = await dayPages.clicks({ accountId, environment, day, parts: dayParts }, place ?? undefined);
        for (const click of await deps.reclassification.clicks.stored(page.ids)) {
          clicks++;
          note(moves, click, trafficBy(click, rules, staff));
        }
        place = page.next;
      } while (place && clicks < maxDryRunClicks);
    }
  }
  return { since, clicks, moves: [...moves.values()] };
}

function trafficBy(click: Click, { trafficRulesOff: rulesOff }: ClickRules, staff: StaffOfDay): Traffic {
  return click.facts ? rejudged(click, { rulesOff }, staff).verdict.traffic : 'unknown';
}

function note(moves: Moves, { environment, facts, erasedAt }: Click, to: Traffic): void {
  const from = facts?.traffic ?? 'unknown';
  if (erasedAt || from === to) return;
  const id = `${environment} ${from} ${to}`;
  moves.set(id, { environment, from, to, clicks: (moves.get(id)?.clicks ?? 0) + 1 });
}

const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());
