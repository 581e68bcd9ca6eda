import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
import { type TrafficSignal, type Verdict, verdictOf, withSignals } from '#shared/clicks/rules/traffic.ts';
import type { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { EventIndex } from '#shared/conversions/store/event-index.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type JudgeDeps = {
  clicks: Clicks;
  clickRules: Pick<ReturnType<typeof clickRulesIn>, 'read'>;
  conversions: Conversions;
  eventIndex: EventIndex;
};

/** The signals are read for each try, because a click can change while it is judged. */
export type SignalsFor = (click: Click) => Promise<readonly TrafficSignal[]>;

const clicksAtOnce = 16;

/**
 * If an account's rules change meanwhile, its clicks are judged again, because the application of the rules may have
 * passed them.
 */
export async function judgeClicks(
  clicks: readonly Click[],
  signalsFor: SignalsFor,
  deps: Pick<JudgeDeps, 'clicks' | 'clickRules'>,
): Promise<void> {
  for (const [accountId, some] of Map.groupBy(clicks, (click) => click.accountId)) {
    const current = new Map<string, Click | null>(some.map((click) => [click.sid, click]));
    const rulesOf = () => deps.clickRules.read(accountId);
    let rules = await rulesOf();
    for (;;) {
      const { trafficVersion } = rules;
      await forEachConcurrent([...current], clicksAtOnce, async ([sid, click]) => {
        current.set(sid, await withMoreSignals(click, signalsFor, { rules, rulesOf }, deps));
      });
      rules = await rulesOf();
      if (rules.trafficVersion === trafficVersion) break;
    }
  }
}

/**
 * A click that already has the signals is judged too: the process that stored them may have died before it read the
 * rules again.
 */
async function withMoreSignals(
  click: Click | null,
  signalsFor: SignalsFor,
  { rules, rulesOf }: { rules: ClickRules; rulesOf: () => Promise<ClickRules> },
  { clicks }: Pick<JudgeDeps, 'clicks'>,
): Promise<Click | null> {
  let current = click;
  let { trafficRulesOff: rulesOff } = rules;
  return await retryOnConflict('rare', async () => {
    if (!current?.facts || current.erasedAt) return null;
    const { signals: earlier = [] } = current.facts;
    const signals = withSignals(earlier, await signalsFor(current));
    const verdict = verdictOf(signals, rulesOff);
    if (hasVerdict(current, signals, verdict)) return current;
    current = await clicks.judge(current, signals, verdict);
    if (current && hasVerdict(current, signals, verdict)) return current;
    ({ trafficRulesOff: rulesOff } = await rulesOf());
    return conflict;
  });
}

const hasVerdict = ({ facts }: Click, signals: readonly TrafficSignal[], verdict: Verdict): boolean =>
  facts?.traffic === verdict.traffic && facts.trafficRule === verdict.trafficRule && String(facts.signals ?? []) === String(signals);

export async function hasCountedEvent(
  { accountId, environment, sid }: Click,
  { conversions, eventIndex }: Pick<JudgeDeps, 'conversions' | 'eventIndex'>,
): Promise<boolean> {
  for await (const ids of eventIndex.eventsOfClick(accountId, environment, sid)) {
    const events = await conversions.byEventIds(accountId, environment, ids);
    if (events.some(({ counts, click }) => counts && click?.sid === sid)) return true;
  }
  return false;
}
