import { log } from '#shared/log.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import type { noticesQueue } from '#shared/notifications/queues.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { Failure } from '#shared/worker/queue-batch-worker.ts';
import type { Deps } from './needs.ts';
import { postsOf } from './posts-of.ts';

/** The channel accepts one post a second. */
const intervalMs = 1100;
const workMs = 40_000;
const busySeconds = 30;

type Notice = MessageOf<typeof noticesQueue>;
type Outcomes = Map<Notice, Failure | null>;

/** A notice is posted twice only if a worker dies between the post and its receipts. */
export async function postNotices(notices: readonly Notice[], deps: Deps): Promise<readonly (Failure | null)[]> {
  const endsAt = deps.now() + workMs;
  const outcomes: Outcomes = new Map();
  const posts = postsOf(notices);
  let stopped: Failure | null = null;
  for (let post = posts.shift(); post; post = posts.shift()) {
    stopped ??= await waitForTurn(endsAt, deps);
    const ended: Failure | null = stopped ?? (await inOnePost(post, outcomes, deps));
    if (!ended) continue;
    // A bad notice must not block other notices.
    if (isUnacceptable(ended.error) && post.length > 1) posts.unshift(...post.map((notice) => [notice]));
    else for (const notice of post) if (!outcomes.has(notice)) outcomes.set(notice, ended);
    if (!isUnacceptable(ended.error)) stopped = ended;
  }
  return notices.map((notice) => outcomes.get(notice) ?? null);
}

async function waitForTurn(endsAt: number, { pace, pause, now }: Deps): Promise<Failure | null> {
  const maxWaitMs = Math.max(0, endsAt - now());
  const { isMine, waitMs } = await pace.take('channel', { intervalMs, maxWaitMs });
  if (!isMine) return { error: new RetrySoon('The channel has no turn in time.'), atLeastSeconds: waitMs / 1000 };
  if (waitMs > 0) await pause(waitMs);
  return null;
}

async function inOnePost(post: readonly Notice[], outcomes: Outcomes, deps: Deps): Promise<Failure | null> {
  const { receipts, channel } = deps;
  const mine: Notice[] = [];
  const recordFailure = (notice: Notice) => (error: Error) => void outcomes.set(notice, { error });
  const each = (of: readonly Notice[], work: (notice: Notice) => Promise<unknown>) =>
    Promise.all(of.map((notice) => work(notice).catch(recordFailure(notice))));

  await each(post, async (notice) => {
    const claim = await receipts.claim(notice.id);
    if (claim === 'busy') throw new RetrySoon('Another worker is posting this notice.');
    if (claim === 'mine') mine.push(notice);
    else outcomes.set(notice, null);
  });
  if (mine.length === 0) return null;
  const inOrder = post.filter((notice) => mine.includes(notice));
  try {
    await channel.post(inOrder.map(({ text }) => text).join('\n'));
  } catch (error) {
    await Promise.all(mine.map(({ id }) => receipts.release(id).catch((cause: Error) => log.warn('notice not released', cause))));
    return { error: error as Error, atLeastSeconds: await askedToWait(error, deps) };
  }
  await each(mine, ({ id }) => receipts.delivered(id));
  for (const notice of mine) if (!outcomes.has(notice)) outcomes.set(notice, null);
  return null;
}

async function askedToWait(error: unknown, { pace }: Deps): Promise<number> {
  if (!(error instanceof VendorUnavailable) || error.failure !== 'busy') return 0;
  const seconds = error.retryAfterSeconds ?? busySeconds;
  await pace.hold('channel', seconds * 1000).catch((cause: Error) => log.warn('pace not held', cause));
  return seconds;
}

const isUnacceptable = (error: unknown) => error instanceof VendorUnavailable && error.status === 400;
