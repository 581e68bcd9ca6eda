import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Traffic } from '#shared/clicks/rules/traffic.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { linkOfEvent } from '#shared/conversions/store/identities.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { ReclassificationDeps } from './deps.ts';
import { type Counts, noCounts } from './rules/applications.ts';
import { keepsChannel } from './rules/reclassify.ts';
import { judgedFrom, rejudged, staffOfDay, type TrafficApplication } from './rules/rejudge.ts';

const writesAtOnce = 16;

type Deps = Pick<ReclassificationDeps, 'clicks' | 'storedFacts' | 'networkKeys' | 'identities'>;

/** Only events of staff get their click's traffic; all other events are of people. */
export async function rejudgeEvents(
  ids: readonly string[],
  { environment }: { environment: Environment },
  application: TrafficApplication,
  deps: Deps,
): Promise<Counts> {
  const events = await deps.storedFacts.events(application.accountId, environment, ids);
  const sids = events.flatMap(({ click }) => (click?.sid ? [click.sid] : []));
  const clicks = new Map((await deps.clicks.stored(sids)).map((click) => [click.sid, click]));
  const isMovedInDryRun = dryRunOf(application, deps);
  let count = 0;
  await forEachConcurrent(events, writesAtOnce, async (event) => {
    const click = clicks.get(event.click?.sid ?? '');
    if (!click || keepsChannel(click)) return;
    const isMoved = application.isDry ? await isMovedInDryRun(click) : await moved(event, click, application, deps);
    if (isMoved) count++;
  });
  return { ...noCounts, events: count };
}

const isStaff = (traffic: Traffic | undefined) => traffic === 'internal';

/** The days of events begin before the days of their clicks. Keys are read once for each day. */
function dryRunOf({ accountId, from, trafficRules }: TrafficApplication, { networkKeys }: Deps) {
  const staffByDay = new Map<string, Promise<ReturnType<typeof staffOfDay>>>();
  return async (click: Click): Promise<boolean> => {
    const day = dayOf(click.createdAt);
    if (day < from) return false;
    const staff = staffByDay.get(day) ?? networkKeys.hasherOf(day).then((hash) => staffOfDay(trafficRules.staffNetworks, accountId, hash));
    staffByDay.set(day, staff);
    const { traffic } = rejudged(click, trafficRules, await staff).verdict;
    return isStaff(traffic) !== isStaff(click.facts?.traffic);
  };
}

async function moved(event: Conversion, click: Click, application: TrafficApplication, deps: Deps): Promise<boolean> {
  const traffic = click.facts?.traffic;
  const from = judgedFrom(click, application.id);
  const isMoved = from !== undefined && isStaff(from) !== isStaff(traffic);
  const isDifferent = isStaff(event.click?.traffic) !== isStaff(traffic);
  if (!traffic || (!isDifferent && !isMoved)) return false;
  if (isDifferent) await deps.storedFacts.moveEventTraffic(event, traffic);
  const link = linkOfEvent(event);
  if (link) await deps.identities.moveLink(link, { traffic });
  // An event that arrived after the application had the new verdict when it was accepted.
  return isMoved && event.receivedAt <= application.createdAt;
}
