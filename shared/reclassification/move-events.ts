import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Session } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { linkOfEvent } from '#shared/conversions/store/identities.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { ReclassificationDeps } from './deps.ts';
import { type Counts, noCounts, type RuleApplication } from './rules/applications.ts';
import { keepsChannel, movedFrom, reclassify } from './rules/reclassify.ts';

const writesAtOnce = 16;

type Deps = Pick<ReclassificationDeps, 'storedFacts' | 'identities'>;

/** Gives events the channels of their clicks. An event of a click that this application moved counts. */
export async function moveEvents(
  ids: readonly string[],
  environment: Environment,
  application: RuleApplication,
  deps: Deps,
): Promise<Counts> {
  const events = await deps.storedFacts.events(application.accountId, environment, ids);
  const sids = events.flatMap(({ click }) => (click?.sid ? [click.sid] : []));
  const sessions = new Map((await deps.storedFacts.clicks(sids)).map((session) => [session.sid, session]));
  let count = 0;
  await forEachConcurrent(events, writesAtOnce, async (event) => {
    const session = sessions.get(event.click?.sid ?? '');
    if (!session || keepsChannel(session)) return;
    if (application.isDry ? wouldMove(session, application) : await moved(event, session, application, deps))
      count++;
  });
  return { ...noCounts, events: count };
}

const wouldMove = (session: Session, application: RuleApplication): boolean =>
  reclassify(session, application).channel !== session.facts?.channel && isInPeriod(session, application);

/** The examined days of events begin before the days of clicks. */
const isInPeriod = ({ createdAt }: Session, { from }: RuleApplication) => createdAt.slice(0, 10) >= from;

async function moved(
  event: Conversion,
  session: Session,
  application: RuleApplication,
  deps: Deps,
): Promise<boolean> {
  const channel = session.facts?.channel;
  const isMoved = movedFrom(session, application.id) !== undefined;
  if (!channel || (event.click?.channel === channel && !isMoved)) return false;
  if (event.click?.channel !== channel) await deps.storedFacts.moveEvent(event, channel);
  const link = linkOfEvent(event);
  if (link) await deps.identities.moveLink(link, channel);
  // A later event had the new channel when it was accepted.
  return isMoved && event.receivedAt <= application.createdAt;
}
