import type { CandidateSignal, TrafficSignal } from '#shared/clicks/rules/traffic.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { waitSeconds } from '#shared/traffic/find-candidates.ts';
import { hasCountedEvent, judgeClicks } from '#shared/traffic/judge-clicks.ts';
import { verdictsQueue } from '#shared/traffic/queues.ts';
import { floodedIn } from '#shared/traffic/rules/recent-clicks.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Deps } from './needs.ts';

const readsAtOnce = 16;

export async function decide(message: MessageOf<typeof verdictsQueue>, deps: Deps): Promise<void> {
  const { signal, click_ids: sids, other_ids: others = [], wait } = message;
  if (wait === 1) {
    return await deps.queues.send(verdictsQueue, { ...message, wait: 2 }, { delaySeconds: waitSeconds });
  }
  const isJudged = ({ sid, facts }: Click) => !sids.includes(sid) && facts?.signals?.includes(signal);
  const clicks = suspects(signal, await deps.clicks.stored([...sids, ...others])).filter((click) => !isJudged(click));
  const unproven = new Set<Click['sid']>();
  const signalsOf = async (click: Click): Promise<TrafficSignal[]> => {
    const fired = signal === 'shared_click_id' || !click.facts?.interacted ? [signal] : [];
    if (await hasCountedEvent(click, deps)) return [...fired, 'counted_event'];
    unproven.add(click.sid);
    return fired;
  };
  await judgeClicks(clicks, signalsOf, deps);
  // An event that was counted while the clicks were judged is in the index by now, or finds the verdict.
  const proven: Click[] = [];
  await forEachConcurrent([...unproven], readsAtOnce, async (sid) => {
    const click = clicks.find((click) => click.sid === sid);
    if (click && (await hasCountedEvent(click, deps))) proven.push(click);
  });
  await judgeClicks(proven, async () => ['counted_event'], deps);
}

function suspects(signal: CandidateSignal, clicks: readonly Click[]): readonly Click[] {
  const stored = clicks.filter(({ facts, erasedAt }) => facts && !erasedAt);
  return firingFor[signal](stored);
}

const isSilent = ({ facts }: Click) => !facts?.interacted;
const firingFor: Record<CandidateSignal, (clicks: readonly Click[]) => readonly Click[]> = {
  shared_click_id: (clicks) => clicks,
  data_centre: (clicks) => clicks.filter(isSilent),
  click_flood: (clicks) => {
    const unproven = clicks.filter((click) => isSilent(click) && !click.facts?.signals?.includes('counted_event'));
    const flooded = floodedIn(unproven.map((click) => ({ at: Date.parse(click.createdAt), click })));
    // A flood's first clicks were not asked to report interaction, so missing reports prove nothing.
    return flooded.flatMap(({ click }) => (click.facts?.verify ? [click] : []));
  },
};
