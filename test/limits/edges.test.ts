import { periodProblems } from '#functions/api/period.ts';
import { disabledAfter } from '#functions/workers/webhook-deliveries/disabled-after.ts';
import { deletionFrom, graceDays } from '#shared/accounts/deletion/rules/account-deletion.ts';
import { canRestore } from '#shared/accounts/deletion/rules/account-restore.ts';
import { isKnownNetwork, withNetwork } from '#shared/accounts/rules/known-networks.ts';
import { seenAgain } from '#shared/accounts/rules/user-sessions.ts';
import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import { assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { ageOf } from '#shared/billing/rules/billing.ts';
import { Properties } from '#shared/conversions/event-fields.ts';
import { parseConversionEvent } from '#shared/conversions/parse-conversion-event.ts';
import { attribute, type Click } from '#shared/conversions/rules/attribution.ts';
import { isEarnedLate, type WaitingEvent, waitsStill } from '#shared/conversions/rules/late-match.ts';
import { deliveryGraceMs, lateMatchMs, maxPropertiesBytes, maxPropertiesDepth } from '#shared/conversions/rules/limits.ts';
import type { Delivery } from '#shared/deliveries/rules/delivery.ts';
import { disableAfterMs } from '#shared/deliveries/rules/disabling.ts';
import { isDue, longestRetryMs, maxAttempts, retryDelayMs, retrySeconds } from '#shared/deliveries/rules/retry.ts';
import { brokenLinkFindings, macroFindings } from '#shared/funnels/rules/click-findings.ts';
import { enough, type Finding } from '#shared/funnels/rules/funnel.ts';
import { conflictFindings, earlyFindings, sameSaleFindings } from '#shared/funnels/rules/losses.ts';
import { qualityOf } from '#shared/funnels/rules/quality.ts';
import { qualityFindings } from '#shared/funnels/rules/quality-findings.ts';
import { billingSignature, isSignedByBilling } from '#shared/http/webhook-signatures.ts';
import { keywordFault, maxCharacters, maxWords } from '#shared/keyword-plans/rules/keywords.ts';
import { exportLinkDays, mailLinksAt, reportLinkDays } from '#shared/mail/mail-links.ts';
import { isDayFull, whyPaused } from '#shared/mail/rules/bulk-mail.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { clockSkewMs, isAhead } from '#shared/values/ahead.ts';
import { days, hours } from '#shared/values/durations.ts';
import { campaign, day, dayOf, reading, row } from '#test/assistant-ads/reading.ts';
import { tryEdges } from '#test/kit/edges.ts';

const at = Date.parse('2026-11-21T12:00:00.000Z');
const iso = (time: number) => new Date(time).toISOString();

describe('a click and its event', () => {
  const click: Click = {
    sid: 's_1',
    accountId: 1,
    environment: 'live',
    pixelKey: 'pk_live_1',
    campaign: 'spring',
    adGroup: '',
    adId: '',
    networkClickIds: {},
    landingPage: '',
    createdAt: iso(at - days(30)),
    expiresAt: iso(at),
  };
  const caller = { keyId: 'key_1', accountId: 1, environment: 'live', pixelKey: null } as const;
  const outcomeOf = (occurredAt: number, receivedAt: number) =>
    attribute(click, caller, { clickId: 's_1', occurredAt, receivedAt }).outcome;
  const event = (receivedAt: number) =>
    ({
      accountId: 1,
      environment: 'live',
      keyId: 'key_1',
      eventId: 'e',
      eventType: 'order_created',
      clickId: 's_1',
      receivedAt: iso(receivedAt),
      occurredAt: iso(receivedAt),
    }) as WaitingEvent;
  const clickAt = (createdAt: number) => ({
    ...click,
    createdAt: iso(createdAt),
    expiresAt: iso(createdAt + days(30)),
  });
  tryEdges([
    {
      limit: 'the window of a click, by the occurrence of its event',
      value: at,
      outcomeOf: (occurredAt) => outcomeOf(occurredAt, occurredAt + 2),
      outcomes: ['matched', 'matched', 'unmatched'],
    },
    {
      limit: 'the window of a click, by an arrival before the occurrence',
      value: at,
      outcomeOf: (receivedAt) => outcomeOf(receivedAt + 2, receivedAt),
      outcomes: ['matched', 'matched', 'unmatched'],
    },
    {
      limit: 'the grace in which an event of the window may arrive',
      value: at + deliveryGraceMs,
      outcomeOf: (receivedAt) => outcomeOf(at, receivedAt),
      outcomes: ['matched', 'matched', 'unmatched'],
    },
    {
      limit: 'the time after its event in which a late click earns it',
      value: at + lateMatchMs,
      outcomeOf: (createdAt) => isEarnedLate(event(at), clickAt(createdAt)),
      outcomes: [true, true, false],
    },
    {
      limit: 'the time for which an event waits',
      value: at + lateMatchMs,
      outcomeOf: (now) => waitsStill(event(at), now),
      outcomes: [true, true, false],
    },
  ]);
});

describe('the properties of an event', () => {
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  const sizeOf = async (text: string) =>
    await parseConversionEvent({ event_type: 'a', event_id: 'b', properties: { text } } as never, 1, {
      secrets: {} as never,
    }).then(
      () => 'taken',
      ({ code }: { code: string }) => code,
    );
  const around = Buffer.byteLength(JSON.stringify({ text: '' }));
  tryEdges([
    {
      limit: 'levels of nested objects',
      value: maxPropertiesDepth,
      outcomeOf: (levels) => Properties.safeParse(nested(levels)).success,
      outcomes: [true, true, false],
    },
    {
      limit: 'bytes as compact JSON',
      value: maxPropertiesBytes,
      outcomeOf: (bytes) => sizeOf('a'.repeat(bytes - around)),
      outcomes: ['taken', 'taken', 'properties_too_large'],
    },
    {
      limit: 'bytes of letters that have two',
      value: maxPropertiesBytes,
      step: 2,
      outcomeOf: (bytes) => sizeOf(`${'ä'.repeat((bytes - around - 1) / 2)}a`),
      outcomes: ['taken', 'taken', 'properties_too_large'],
    },
  ]);
});

describe('an account', () => {
  const user = { deletion: deletionFrom(at), email: 'ada@company.example' };
  const networks = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, at - days(2) - i]));
  const session = { createdAt: at, seenAt: at, client: null, network: '', validAfter: 0 };
  tryEdges([
    {
      limit: 'the days in which it can be restored',
      value: at + days(graceDays),
      outcomeOf: (now) => canRestore(user, now),
      outcomes: [true, false, false],
    },
    {
      limit: 'the days for which a network is known, and the day by which its time is behind',
      value: days(31),
      outcomeOf: (age) => isKnownNetwork({ n: at }, 'n', at + age),
      outcomes: [true, false, false],
    },
    {
      limit: 'the day after which a sign-in from a known network is noted',
      value: days(1),
      outcomeOf: (age) => withNetwork({ n: at }, 'n', at + age) !== null,
      outcomes: [false, true, true],
    },
    {
      limit: 'networks that are known of it after a sign-in from another one',
      value: 19,
      outcomeOf: (count) => Object.keys(withNetwork(networks(count), 'new', at) ?? {}).length,
      outcomes: [19, 20, 20],
    },
    {
      limit: 'the hour after which a refresh notes its session',
      value: at + hours(1),
      outcomeOf: (seenAt) => seenAgain(session, { seenAt, client: null, network: '' }) !== null,
      outcomes: [false, true, true],
    },
  ]);
});

describe('a webhook', () => {
  const delivery = (nextAttemptAt: number) => ({ status: 'pending', nextAttemptAt: iso(nextAttemptAt) }) as unknown as Delivery;
  const disabledFor = async (failing: number) => {
    const endpoint = { failingSince: iso(at - failing) } as never;
    const webhookEndpoints = { disable: async () => {} };
    const deps = { webhookEndpoints, now: () => at } as never;
    return await disabledAfter({ status: 500 } as never, endpoint, deps);
  };
  tryEdges([
    {
      limit: 'the time of the next attempt',
      value: at,
      outcomeOf: (nextAt) => isDue(delivery(nextAt), iso(at), undefined),
      outcomes: [true, true, false],
    },
    {
      limit: 'the longest time that an attempt can be ahead, beyond which a clock was wrong',
      value: at + longestRetryMs + clockSkewMs,
      outcomeOf: (nextAt) => isDue(delivery(nextAt), iso(at), undefined),
      outcomes: [false, false, true],
    },
    {
      limit: 'the time of a replay, which sends again what was last tried before it',
      value: at,
      outcomeOf: (triedAt) => isDue({ status: 'failed', lastAttempt: { at: iso(triedAt) } } as unknown as Delivery, iso(at), iso(at)),
      outcomes: [true, false, false],
    },
    {
      limit: 'the attempts whose wait is the last of the list',
      value: maxAttempts - 1,
      outcomeOf: (attempts) => retryDelayMs(attempts, 0.5) / 1000,
      outcomes: [retrySeconds.at(-2), retrySeconds.at(-1), retrySeconds.at(-1)],
    },
    {
      limit: 'the day of failures that disables its endpoint',
      value: disableAfterMs,
      outcomeOf: disabledFor,
      outcomes: [false, true, true],
    },
  ]);
});

describe('a clock', () => {
  const secret = 'secret';
  const signed = (signedAt: number) =>
    isSignedByBilling(billingSignature('{}', { secret, now: signedAt }), {
      body: Buffer.from('{}'),
      secret,
      now: at,
    });
  const known = { asOf: 1000, askedAt: 1000 };
  tryEdges([
    {
      limit: 'now, which is not ahead',
      value: at,
      outcomeOf: (until) => isAhead(until, at, 60_000),
      outcomes: [false, false, true],
    },
    {
      limit: 'the longest time ahead with the difference of clocks',
      value: at + 60_000 + clockSkewMs,
      outcomeOf: (until) => isAhead(until, at, 60_000),
      outcomes: [true, true, false],
    },
    {
      limit: 'seconds that a signature is old',
      value: at - 300_000,
      step: 1000,
      outcomeOf: signed,
      outcomes: [false, true, true],
    },
    {
      limit: 'seconds that a signature is ahead',
      value: at + 300_000,
      step: 1000,
      outcomeOf: signed,
      outcomes: [true, true, false],
    },
    {
      limit: 'the second of the newest event of a subscription',
      value: 5000,
      outcomeOf: (created) => ageOf(created, { ...known, asOf: 5000 }),
      outcomes: ['older', 'unsure', 'newer'],
    },
    {
      limit: 'seconds before the question to the processor',
      value: 4700,
      outcomeOf: (created) => ageOf(created, { asOf: 1, askedAt: 5000 }),
      outcomes: ['older', 'unsure', 'unsure'],
    },
    {
      limit: 'seconds after the question to the processor',
      value: 5300,
      outcomeOf: (created) => ageOf(created, { asOf: 1, askedAt: 5000 }),
      outcomes: ['unsure', 'unsure', 'newer'],
    },
  ]);
});

describe('e-mail to many', () => {
  const limits = { perSecond: 10, perDay: 1000, sentInDay: 0, isEnabled: true, isHealthy: true };
  const none = { bounceRate: null, complaintRate: null };
  tryEdges([
    {
      limit: 'the rate of bounces at which it stops',
      value: 0.05,
      step: 0.0001,
      outcomeOf: (bounceRate) => whyPaused(limits, { ...none, bounceRate }, 'auto' as never),
      outcomes: [null, 'bounces', 'bounces'],
    },
    {
      limit: 'the rate of complaints at which it stops',
      value: 0.001,
      step: 0.0001,
      outcomeOf: (complaintRate) => whyPaused(limits, { ...none, complaintRate }, 'auto' as never),
      outcomes: [null, 'complaints', 'complaints'],
    },
    {
      limit: 'e-mails of a day after which the rest is for codes',
      value: 800,
      outcomeOf: (sentInDay) => isDayFull({ ...limits, sentInDay }),
      outcomes: [false, true, true],
    },
  ]);
});

describe('a report', () => {
  const problems = (max: number) => (count: number) =>
    periodProblems('2026-01-01', iso(Date.parse('2026-01-01') + days(count - 1)).slice(0, 10), 'query', {
      max,
    }).length;
  type Counts = Record<string, number>;
  const found = (counts: { outcome?: Counts; currency?: Counts; duplicate?: Counts; rejected?: Counts }) => {
    const counters = Object.entries(counts).flatMap(([metric, details]) =>
      Object.entries(details).map(([detail, count]) => ({ day: '2026-11-01', metric, detail, count })),
    );
    const { quality, volumes } = qualityOf(counters as never);
    return qualityFindings(quality, volumes).map(({ code, severity }) => `${code} ${severity}`);
  };
  const accepted = (unmatched: number, all: number) => ({
    outcome: { matched: all - unmatched, unknown_svc_click_id: unmatched },
  });
  const duplicates = (count: number) => found({ ...accepted(0, 1000 - count), duplicate: { order_created: count } });
  tryEdges([
    ...[92, 731].map((most) => ({
      limit: `days of a report of at most ${most}`,
      value: most,
      outcomeOf: problems(most),
      outcomes: [0, 0, 1] as const,
    })),
    {
      limit: 'events from which a share says something',
      value: enough,
      outcomeOf: (all) => found(accepted(all, all)),
      outcomes: [[], ['unmatched critical'], ['unmatched critical']],
    },
    {
      limit: 'the share of unattributed events that is notable',
      value: 20,
      outcomeOf: (unmatched) => found(accepted(unmatched, 200)),
      outcomes: [[], ['unmatched warning'], ['unmatched warning']],
    },
    {
      limit: 'unattributed events below which a share is chance',
      value: 10,
      outcomeOf: (unmatched) => found(accepted(unmatched, 30)),
      outcomes: [[], ['unmatched warning'], ['unmatched warning']],
    },
    {
      limit: 'the share of unattributed events that is critical',
      value: 100,
      outcomeOf: (unmatched) => found(accepted(unmatched, 200)),
      outcomes: [['unmatched warning'], ['unmatched critical'], ['unmatched critical']],
    },
    {
      limit: 'the share of values without a currency that is notable',
      value: 10,
      outcomeOf: (missing) => found({ ...accepted(0, 1000), currency: { given: 1000 - missing, missing } }),
      outcomes: [[], ['missing_currency warning'], ['missing_currency warning']],
    },
    {
      limit: 'values without a currency below which it is a mistake of the moment',
      value: 2,
      outcomeOf: (missing) => found({ ...accepted(0, 50), currency: { given: 50 - missing, missing } }),
      outcomes: [[], ['missing_currency warning'], ['missing_currency warning']],
    },
    {
      limit: 'the share of repeats that a client’s mistake makes',
      value: 200,
      outcomeOf: duplicates,
      outcomes: [['duplicates info'], ['duplicates info'], ['duplicates warning']],
    },
  ]);
});

describe('a keyword', () => {
  const isTaken = (text: string) => keywordFault(text) === null;
  tryEdges([
    {
      limit: 'its characters',
      value: maxCharacters,
      outcomeOf: (count) => isTaken('a'.repeat(count)),
      outcomes: [true, true, false],
    },
    {
      limit: 'its words',
      value: maxWords,
      outcomeOf: (count) => isTaken(Array(count).fill('a').join(' ')),
      outcomes: [true, true, false],
    },
  ]);
});

describe('a finding of the funnel', () => {
  const counter = (metric: Counter['metric'], detail: string, count: number, day = '2026-11-01'): Counter => ({
    day,
    metric,
    detail,
    count,
  });
  const severities = (findings: readonly Finding[]) => findings.map(({ severity }) => severity);
  const conflicts = (count: number, accepted: number) => severities(conflictFindings([counter('conflict', 'a>b|click', count)], accepted));
  const early = (count: number, accepted: number, onDays = 3) => {
    const counters = Array.from({ length: onDays }, (_, i) =>
      counter('booked_early', '', i === 0 ? count - onDays + 1 : 1, `2026-11-0${i + 1}`),
    );
    return severities(earlyFindings(counters, accepted));
  };
  const twice = (count: number, sales: number) =>
    severities(sameSaleFindings([counter('same_sale', 'a+b', count), counter('type', 'a|counted', sales + count)]));
  const clicks = (ad: number) => ({ sessions: { ad, organic: 0 } }) as never;
  const macros = (count: number, ad: number) => severities(macroFindings([counter('macro', 'ad_id={x}', count)], clicks(ad)));
  const broken = (count: number, ad: number) =>
    severities(brokenLinkFindings([counter('link_fault', 'amp svc_campaign', count)], clicks(ad)));
  tryEdges([
    {
      limit: 'ids sent again below which they are a stray',
      value: 3,
      outcomeOf: (count) => conflicts(count, 100),
      outcomes: [['info'], ['warning'], ['warning']],
    },
    {
      limit: 'the share of ids sent again that is a habit',
      value: 10,
      outcomeOf: (count) => conflicts(count, 1000),
      outcomes: [['info'], ['warning'], ['warning']],
    },
    {
      limit: 'the share of events of long ago that is a wrong clock',
      value: 50,
      outcomeOf: (count) => early(count, 1000),
      outcomes: [['info'], ['warning'], ['warning']],
    },
    {
      limit: 'days of such events below which they are an import',
      value: 3,
      outcomeOf: (onDays) => early(100, 1000, onDays),
      outcomes: [['info'], ['warning'], ['warning']],
    },
    {
      limit: 'sales counted twice below which they are a mistake',
      value: 3,
      outcomeOf: (count) => twice(count, 100),
      outcomes: [['info'], ['warning'], ['warning']],
    },
    {
      limit: 'the share of sales counted twice that falsifies revenue',
      value: 10,
      outcomeOf: (count) => twice(count, 1000),
      outcomes: [['info'], ['warning'], ['warning']],
    },
    {
      limit: 'the share of sales counted twice that makes figures useless',
      value: 200,
      outcomeOf: (count) => twice(count, 1000),
      outcomes: [['warning'], ['critical'], ['critical']],
    },
    {
      limit: 'clicks with a macro below which they are a test',
      value: 5,
      outcomeOf: (count) => macros(count, 100),
      outcomes: [[], ['warning'], ['warning']],
    },
    {
      limit: 'the share of clicks with a macro that is notable',
      value: 20,
      outcomeOf: (count) => macros(count, 1000),
      outcomes: [[], ['warning'], ['warning']],
    },
    {
      limit: 'clicks of broken links below which they are a test',
      value: 5,
      outcomeOf: (count) => broken(count, 100).length,
      outcomes: [0, 1, 1],
    },
    {
      limit: 'the share of clicks of broken links that is notable',
      value: 20,
      outcomeOf: (count) => broken(count, 1000).length,
      outcomes: [0, 1, 1],
    },
  ]);
});

describe('a link of an e-mail', () => {
  const links = mailLinksAt('https://api.example', {
    macs: async (text: string) => [text.padEnd(32, '.')],
  } as never);
  const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
  tryEdges([
    {
      limit: 'the days in which an export can be fetched',
      value: at + days(exportLinkDays),
      outcomeOf: async (now) =>
        (await links.readExport(tokenOf(await links.exportUrl({ userId: 1, id: 'e', completedAt: at })), now)) !== null,
      outcomes: [true, false, false],
    },
    {
      limit: 'the days in which a report can be read, after its own',
      value: Date.parse('2026-11-21') + days(reportLinkDays),
      outcomeOf: async (now) => {
        const url = await links.reportUrl({ userId: 1, accountId: 'act_1', day: '2026-11-20' });
        return (await links.readReport(tokenOf(url), now)) !== null;
      },
      outcomes: [true, false, false],
    },
  ]);
});

describe('a report of ads at the assistant', () => {
  const kindsOf = (given: Parameters<typeof reading>[0]) => assistantReport(reading(given), day).findings.map(({ kind }) => kind);
  const weeks = (now: Parameters<typeof row>[2], before: Parameters<typeof row>[2]) =>
    Array.from({ length: 14 }, (_, back) => dayOf(dayBefore(day, back), [row('a', 'c1', back < 7 ? now : before)]));
  const ofDay = (more: Parameters<typeof row>[2], budget: number | null = null) =>
    kindsOf({
      campaigns: [campaign('c1', { dailyBudgetMicros: budget })],
      days: [dayOf(day, [row('a', 'c1', { impressions: 10_000, ...more })])],
    });
  const week = (clicks: number) => ({ impressions: 1000, clicks, spendMicros: 1 });
  tryEdges([
    {
      limit: 'the share of its budget from which a campaign may have stopped',
      value: 950_000,
      outcomeOf: (spendMicros) => ofDay({ spendMicros }, 1_000_000),
      outcomes: [[], ['budget_used'], ['budget_used']],
    },
    {
      limit: 'clicks of a week without a conversion that are no chance',
      value: 50,
      outcomeOf: (clicks) => ofDay({ clicks }),
      outcomes: [[], ['no_conversions'], ['no_conversions']],
    },
    {
      limit: 'the change of the click rate that is no chance, in clicks of 100 a day',
      value: 125,
      outcomeOf: (clicks) => kindsOf({ days: weeks(week(clicks), week(100)) }).includes('click_rate_changed'),
      outcomes: [false, true, true],
    },
  ]);
});
