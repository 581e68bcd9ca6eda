import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { linkOfEvent } from '#shared/conversions/store/identities.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { ReclassificationDeps } from './deps.ts';
import { type Counts, noCounts, type RuleApplication } from './rules/applications.ts';
import { keepsChannel, movedFrom, reclassify } from './rules/reclassify.ts';

const writesAtOnce = 16;

type Deps = Pick<ReclassificationDeps, 'clicks' | 'storedFacts' | 'identities'>;

export async function moveEvents(
  ids: readonly string[],
  environment: Environment,
  application: RuleApplication,
  deps: Deps,
): Promise<Counts> {
  const events = await deps.storedFacts.events(application.accountId, environment, ids);
  const sids = events.flatMap(({ click }) => (click?.sid ? [click.sid] : []));
  const clicks = new Map((await deps.clicks.stored(sids)).map((click) => [click.sid, click]));
  let count = 0;
  await forEachConcurrent(events, writesAtOnce, async (event) => {
    const click = clicks.get(event.click?.sid ?? '');
    if (!click || keepsChannel(click)) return;
    if (application.isDry ? wouldMove(click, application) : await moved(event, click, application, deps)) count++;
  });
  return { ...noCounts, events: count };
}

const wouldMove = (click: Click, application: RuleApplication): boolean =>
  reclassify(click, application).channel !== click.facts?.channel && isInPeriod(click, application);

const isInPeriod = ({ createdAt }: Click, { from }: RuleApplication) => createdAt.slice(0, 10) >= from;

async function moved(event: Conversion, click: Click, application: RuleApplication, deps: Deps): Promise<boolean> {
  const channel = click.facts?.channel;
  const isMoved = movedFrom(click, application.id) !== undefined;
  if (!channel || (event.click?.channel === channel && !isMoved)) return false;
  if (event.click?.channel !== channel) await deps.storedFacts.moveEvent(event, channel);
  const link = linkOfEvent(event);
  if (link) await deps.identities.moveLink(link, { channel });
  return isMoved && event.receivedAt <= application.createdAt;
}
