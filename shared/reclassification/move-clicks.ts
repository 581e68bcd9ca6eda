import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Channel } from '#shared/clicks/rules/channels.ts';
import type { Classified } from '#shared/clicks/rules/classify.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { ReclassificationDeps } from './deps.ts';
import { addCounts, type Counts, noCounts, type RuleApplication } from './rules/applications.ts';
import { isSameRule, keepsChannel, movedFrom, movedMark, reclassify } from './rules/reclassify.ts';

const writesAtOnce = 16;

type Deps = Pick<ReclassificationDeps, 'clicks' | 'storedFacts' | 'identities'>;

export async function moveClicks(
  ids: readonly string[],
  environment: Environment,
  application: RuleApplication,
  deps: Deps,
): Promise<Counts> {
  const clicks = await deps.clicks.stored(ids);
  let counts: Counts = { ...noCounts, clicks: clicks.length };
  await forEachConcurrent(clicks, writesAtOnce, async (click) => {
    if (keepsChannel(click)) {
      counts = { ...counts, kept: counts.kept + 1 };
      return;
    }
    const move = application.isDry ? wouldMove(click, application) : await moved(click, application, deps);
    if (move) counts = addCounts(counts, { ...noCounts, moves: [{ environment, ...move, clicks: 1 }] });
  });
  return counts;
}

const isClassified = ({ facts }: Click, { channel, rule }: Classified): boolean =>
  facts !== undefined && facts.channel === channel && isSameRule(rule, facts.rule);

type ChannelMove = { from: Channel; to: Channel };

function wouldMove(click: Click, application: RuleApplication): ChannelMove | null {
  const from = click.facts?.channel ?? 'unknown';
  const { channel: to } = reclassify(click, application);
  return from === to ? null : { from, to };
}

async function moved(click: Click, application: RuleApplication, deps: Deps): Promise<ChannelMove | null> {
  let current: Click | null = click;
  await retryOnConflict('rare', async () => {
    if (!current?.facts || current.erasedAt) return null;
    const { channel } = current.facts;
    const newClass = reclassify(current, application);
    if (isClassified(current, newClass)) return null;
    const mark = newClass.channel === channel ? undefined : movedMark(application.id, channel);
    current = await deps.storedFacts.moveClick(current, newClass, mark);
    return current && isClassified(current, newClass) ? null : conflict;
  });
  const from = current && movedFrom(current, application.id);
  if (!from || !current?.facts) return null;
  // The links move after the click, so that a repeat after a crash moves them too.
  if (current.identifiedUsers)
    for await (const link of deps.identities.linksOfClick(current))
      await deps.identities.moveLink(link, { channel: current.facts.channel });
  return { from: from as Channel, to: current.facts.channel };
}
