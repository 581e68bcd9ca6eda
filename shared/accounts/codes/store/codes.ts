import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { keyOf } from '#shared/accounts/codes/items.ts';
import { type CodePurpose, codeLimits, newCode } from '#shared/accounts/codes/rules/codes.ts';
import { log } from '#shared/log.ts';
import type { Secrets } from '#shared/secrets.ts';
import { ConditionFailed, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { days, daysInSeconds } from '#shared/values/durations.ts';
import {
  type AttemptsLeft,
  attemptsLeft,
  type CodeItem,
  type CodeKey,
  changeCode,
  countersOf,
  dayOf,
  failuresOf,
  leftToday,
  secondsUntilTomorrow,
} from './code-item.ts';
import { type GuessKey, returnTry, type TryRefused, takeTry } from './code-tries.ts';

export type Codes = ReturnType<typeof codesIn>;

export type IssuedCode = { code: string; generation: string };
export type Refused =
  | { waitSeconds: number; why: 'budget_spent' }
  | { waitSeconds: number; why: 'too_soon'; requestId: string | undefined };
export type Checked = (
  | {
      outcome: 'right';
      generation: string;
      left: AttemptsLeft;
      counters: readonly string[];
    }
  | Pick<TryRefused, 'outcome' | 'left'>
) & {
  isUnreportedGuessing: boolean;
};

type IssueOptions = { requestId?: string; decoy?: boolean; ipNetwork?: string | undefined };
type Settings = { now: () => number; secrets: Pick<Secrets, 'macs'> };

/**
 * An attempt is reserved first, so parallel guesses get at most five comparisons. The day's count of failures outlives
 * its codes.
 */
export function codesIn(table: Table, { now, secrets }: Settings) {
  const macsOf = (purpose: CodePurpose, address: string, generation: string, code: string) =>
    secrets.macs(`code ${JSON.stringify([purpose, address, generation, code])}`);

  return {
    /** A repeated `requestId` may replace its own code until `markSent`. A `decoy` is a code that matches no guess. */
    async issue(
      purpose: CodePurpose,
      address: string,
      { requestId = randomUUID(), decoy = false, ipNetwork }: IssueOptions = {},
    ): Promise<IssuedCode | Refused> {
      const generation = randomUUID();
      const code = newCode();
      const mac = decoy ? randomBytes(32).toString('hex') : (await macsOf(purpose, address, generation, code))[0];
      const at = now();
      try {
        const item = await table.update<CodeItem>({
          key: keyOf.code(purpose, address),
          update:
            'SET kind = :kind, generation = :generation, mac = :mac, sentAt = :now, expiresAt = :expires, tries = :zero, requestId = :request, #ttl = :ttl REMOVE usedAt, verifiedAt, takenBy, returnedBy',
          condition: `(attribute_not_exists(sentAt) OR sentAt <= :soon OR sentAt > :ahead OR (requestId = :request AND generation <> :generation)) AND (attribute_not_exists(sentRequestId) OR sentRequestId <> :request) AND (attribute_not_exists(#failures) OR #failures < :failures)${ipNetwork === undefined ? '' : ' AND (attribute_not_exists(#own) OR #own < :own)'}`,
          names: {
            '#ttl': 'ttl',
            '#failures': failuresOf(at),
            ...(ipNetwork !== undefined && { '#own': failuresOf(at, ipNetwork) }),
          },
          values: {
            ':kind': 'code',
            ':generation': generation,
            ':mac': mac,
            ':now': at,
            ':expires': at + codeLimits.lifetimeSeconds * 1000,
            ':zero': 0,
            ':request': requestId,
            ':soon': at - codeLimits.secondsBetween * 1000,
            // A code sent later than this is from a wrong clock.
            ':ahead': latestAhead(at, 0),
            ':failures': codeLimits.failuresPerDay,
            ...(ipNetwork !== undefined && { ':own': codeLimits.failuresPerNetwork }),
            // The code's item expires after two days, because it also has the day's failures.
            ':ttl': Math.ceil(at / 1000) + daysInSeconds(2),
          },
        });
        await forgetOldDays(table, { purpose, address }, item, at);
        return { code, generation };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const item = error.item as CodeItem;
        // The client library repeats a write whose response was lost.
        if (item.generation === generation) return { code, generation };
        if (leftToday(item, at, ipNetwork) <= 0) return { waitSeconds: secondsUntilTomorrow(at), why: 'budget_spent' };
        const waitMs = item.sentAt + codeLimits.secondsBetween * 1000 - at;
        const waitSeconds = Math.max(1, Math.ceil(waitMs / 1000));
        return { waitSeconds, why: 'too_soon', requestId: item.requestId ?? item.sentRequestId };
      }
    },

    markSent: (purpose: CodePurpose, address: string, generation: string): Promise<void> =>
      changeCode(
        table,
        { purpose, address, generation },
        {
          update: 'SET sentRequestId = requestId REMOVE requestId',
          condition: 'attribute_exists(requestId)',
        },
      ),

    withdraw: (purpose: CodePurpose, address: string, generation: string): Promise<void> =>
      changeCode(table, { purpose, address, generation }, { update: 'REMOVE sentAt, mac, expiresAt, requestId' }),

    async check({ purpose, address, ipNetwork }: GuessKey, guess: string): Promise<Checked> {
      const at = now();
      const isUnreported = (code: CodeItem) => leftToday(code, at, ipNetwork) <= 0 && code.guessingReportedOn !== dayOf(at);
      const attempt = await takeTry(table, { purpose, address, ipNetwork }, at);
      if ('outcome' in attempt) {
        const { outcome, left: attemptsLeftToday, code } = attempt;
        return {
          outcome,
          left: attemptsLeftToday,
          isUnreportedGuessing: outcome === 'closed' && !!code && isUnreported(code),
        };
      }
      const { code } = attempt;
      const { generation, mac } = code;
      const guessMacs = await macsOf(purpose, address, generation, guess);
      const attempts = attemptsLeft(code, attempt.at, ipNetwork);
      if (!guessMacs.some((guessMac) => timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(guessMac, 'hex'))))
        return { outcome: 'wrong', left: attempts, isUnreportedGuessing: isUnreported(code) };
      await returnTry(table, { purpose, address, ipNetwork }, attempt);
      return {
        outcome: 'right',
        generation,
        counters: countersOf(code, at),
        isUnreportedGuessing: false,
        left: { ...attempts, remaining: attempts.remaining + 1 },
      };
    },

    async guessingReported(purpose: CodePurpose, address: string): Promise<void> {
      await table.update({
        key: keyOf.code(purpose, address),
        update: 'SET guessingReportedOn = :day',
        condition: 'attribute_exists(pk)',
        values: { ':day': dayOf(now()) },
      });
    },

    usePart: (purpose: CodePurpose, address: string, generation: string, counters: readonly string[] = []): Part => ({
      key: keyOf.code(purpose, address),
      update: `SET usedAt = :now${removing(counters)}`,
      ...(counters.length > 0 && { names: namesOf(counters) }),
      condition: 'generation = :generation AND attribute_not_exists(usedAt) AND expiresAt > :now',
      values: { ':generation': generation, ':now': now() },
    }),

    async use(purpose: CodePurpose, address: string, generation: string): Promise<boolean> {
      return await tookEffect(table.transact([this.usePart(purpose, address, generation)]));
    },
  };
}

const namesOf = (attributes: readonly string[]) => Object.fromEntries(attributes.map((name, at) => [`#c${at}`, name]));
const removing = (attributes: readonly string[]) =>
  attributes.length === 0 ? '' : ` REMOVE ${attributes.map((_, at) => `#c${at}`).join(', ')}`;

/** DynamoDB limits an expression to 4 KB. */
const maxForgotten = 400;

async function forgetOldDays(table: Table, key: CodeKey, item: CodeItem, at: number): Promise<void> {
  const recentDays = [failuresOf(at), failuresOf(at - days(1))];
  const old = Object.keys(item)
    .filter((name) => name.startsWith('failures') && !recentDays.some((day) => name.startsWith(day)))
    .slice(0, maxForgotten);
  if (old.length === 0) return;
  await changeCode(table, { ...key, generation: item.generation }, { update: removing(old).trim(), names: namesOf(old) }).catch(
    (error: Error) => log.warn('old counters of a code are not removed', { error }),
  );
}
