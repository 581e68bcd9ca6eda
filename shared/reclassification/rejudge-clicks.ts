import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Traffic } from '#shared/clicks/rules/traffic.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { ReclassificationDeps } from './deps.ts';
import { addCounts, type Counts, noCounts } from './rules/applications.ts';
import { keepsChannel, movedMark } from './rules/reclassify.ts';
import { isJudged, judgedFrom, rejudged, type StaffOfDay, staffOfDay, type TrafficApplication } from './rules/rejudge.ts';

const writesAtOnce = 16;

type Deps = Pick<ReclassificationDeps, 'clicks' | 'networkKeys' | 'identities'>;
type TrafficMove = { from: Traffic; to: Traffic };

export async function rejudgeClicks(
  ids: readonly string[],
  { environment, day }: { environment: Environment; day: string },
  application: TrafficApplication,
  deps: Deps,
): Promise<Counts> {
  const clicks = await deps.clicks.stored(ids);
  const { staffNetworks } = application.trafficRules;
  const staff = staffOfDay(staffNetworks, application.accountId, await deps.networkKeys.hasherOf(day));
  let counts: Counts = { ...noCounts, clicks: clicks.length };
  await forEachConcurrent(clicks, writesAtOnce, async (click) => {
    if (keepsChannel(click)) {
      counts = { ...counts, kept: counts.kept + 1 };
      return;
    }
    const move = application.isDry ? wouldMove(click, application, staff) : await moved(click, application, staff, deps);
    if (move) counts = addCounts(counts, { ...noCounts, moves: [{ environment, ...move, clicks: 1 }] });
  });
  return counts;
}

function wouldMove(click: Click, application: TrafficApplication, staff: StaffOfDay): TrafficMove | null {
  const { traffic: to } = rejudged(click, application.trafficRules, staff).verdict;
  const from = click.facts?.traffic;
  return !from || from === to ? null : { from, to };
}

async function moved(click: Click, application: TrafficApplication, staff: StaffOfDay, deps: Deps): Promise<TrafficMove | null> {
  let current: Click | null = click;
  await retryOnConflict('rare', async () => {
    if (!current?.facts || current.erasedAt) return null;
    const newJudgement = rejudged(current, application.trafficRules, staff);
    if (isJudged(current, newJudgement)) return null;
    const { traffic } = current.facts;
    const mark = newJudgement.verdict.traffic === traffic ? undefined : movedMark(application.id, traffic);
    current = await deps.clicks.judge(current, newJudgement.signals, newJudgement.verdict, mark);
    return current && isJudged(current, newJudgement) ? null : conflict;
  });
  const from = current && judgedFrom(current, application.id);
  if (!from || !current?.facts) return null;
  const { traffic: to } = current.facts;
  // The links move after the click, so that a repeat after a crash moves them too. Links distinguish only clicks of
  // staff.
  if (current.identifiedUsers && (from === 'internal') !== (to === 'internal'))
    for await (const link of deps.identities.linksOfClick(current)) await deps.identities.moveLink(link, { traffic: to });
  return { from, to };
}
