import { queues } from '#functions/queues.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { bulkPaceOf } from '#shared/mail/bulk-pace.ts';
import { againSeconds } from '#shared/mail/rules/bulk-mail.ts';
import { tableAt } from '#shared/store/table.ts';
import { modelledTable } from './modelled-dynamo.ts';

const { maxConcurrency: workers, maxReceives } = queues.bulk_mail;
const batchSize = 10;
const perSecond = 14;
const perDay = 200_000;

export type CheckIns = {
  hours: number;
  mostReceives: number;
  givenUp: number;
  throttledMails: number;
  throttledCodes: number;
};

type Waiting = { readyAt: number; receives: number };

export async function checkIns({ mails = 100_000, codesPerSecond = 2 } = {}): Promise<CheckIns> {
  const model = await modelledTable('accounts', { partitions: 1, refuses: false });
  try {
    const began = Date.parse('2026-11-23T09:00:00.000Z');
    let at = began;
    const now = () => at;
    const sendTimes: number[] = [];
    const pace = bulkPaceOf({
      throttle: distributedThrottle(tableAt('accounts', model.client().dynamo), { now }),
      limits: async () => ({
        perSecond,
        perDay,
        sentInDay: sendTimes.length,
        isEnabled: true,
        isHealthy: true,
      }),
      reputation: async () => ({ bounceRate: 0, complaintRate: 0 }),
      mode: 'auto',
      now,
    });
    let pendingMails: Waiting[] = Array.from({ length: mails }, () => ({ readyAt: began, receives: 0 }));
    const freeAt = Array<number>(workers).fill(began);
    let [givenUp, mostReceives] = [0, 0];
    while (pendingMails.length > 0) {
      const worker = freeAt.indexOf(Math.min(...freeAt));
      at = Math.max(at, freeAt[worker] as number);
      const ready = pendingMails.slice(0, batchSize).filter(({ readyAt }) => readyAt <= at);
      if (ready.length === 0) {
        at = Math.min(...pendingMails.map(({ readyAt }) => readyAt));
        continue;
      }
      pendingMails = pendingMails.slice(ready.length);
      for (const mail of ready) mostReceives = Math.max(mostReceives, ++mail.receives);
      const turn = await pace.take(ready.length);
      if (turn.isNow) {
        for (const place of ready.keys()) sendTimes.push(at + turn.waitMs + place * turn.apartMs);
        freeAt[worker] = sendTimes.at(-1) as number;
        continue;
      }
      freeAt[worker] = at;
      const again = at + 1000 * againSeconds(turn.seconds, (at - began) / 1000);
      const retried = ready.filter(({ receives }) => receives < maxReceives);
      givenUp += ready.length - retried.length;
      pendingMails = [...pendingMails, ...retried.map((mail) => ({ ...mail, readyAt: again }))];
    }
    const until = Math.max(...sendTimes.slice(-100));
    const codes = Array.from(
      { length: Math.floor(((until - began) / 1000) * codesPerSecond) },
      (_, n) => began + (n * 1000) / codesPerSecond,
    );
    const { throttledMails, throttledCodes } = throttledOf(sendTimes, codes);
    return { hours: (until - began) / 3_600_000, mostReceives, givenUp, throttledMails, throttledCodes };
  } finally {
    model.close();
  }
}

function throttledOf(mails: readonly number[], codes: readonly number[]) {
  const all = [...mails.map((time) => ({ time, isCode: false })), ...codes.map((time) => ({ time, isCode: true }))].sort(
    (a, b) => a.time - b.time,
  );
  const refused = { throttledMails: 0, throttledCodes: 0 };
  let [tokens, last] = [perSecond, all[0]?.time ?? 0];
  for (const { time, isCode } of all) {
    tokens = Math.min(perSecond, tokens + ((time - last) / 1000) * perSecond);
    last = time;
    if (tokens >= 1) tokens -= 1;
    else refused[isCode ? 'throttledCodes' : 'throttledMails']++;
  }
  return refused;
}
