import * as z from 'zod';
import { cloudWatch } from '#functions/api/operators/needs.ts';
import type { CloudWatch, Measured } from '#shared/aws/cloud-watch.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { stage } from '#shared/aws/needs.ts';
import { walks } from '#shared/canary/needs.ts';
import { listAges, listNames, oldAfterDays } from '#shared/clicks/rules/list-ages.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { llmBudgetPerHour, llmSpend } from '#shared/llm/needs.ts';
import { log } from '#shared/log.ts';
import { placeOfAlarm } from '#shared/operators/rules/alarm-places.ts';
import { tables } from '#shared/store/tables.ts';
import { service } from '#shared/values/service.ts';

const needs = { canary: walks, cloudWatch, llmBudgetPerHour, llmSpend, stage };
type Deps = DepsOf<typeof needs>;

const days = 7;
const streams = [...new Set(Object.values(tables).flatMap((table) => table.stream.map((consumer) => consumer.function)))];
const dollars = z.string().meta({ description: 'US dollars.' });
const share = z.number().min(0).max(1).nullable();

const Alarm = z.object({
  id: z.string(),
  state: z
    .enum(['ok', 'alarm', 'insufficient_data'])
    .meta({ description: '`alarm` rings; `insufficient_data` has not been measured yet.' }),
  since: z.iso.datetime().nullable().meta({ description: 'When the state began.' }),
  about: z.string().meta({ description: 'What it means for callers and users.' }),
  page: z.string().meta({ description: "Path of the operators' page that shows or repairs it." }),
  runbook: z.string().meta({ description: 'Section of the runbook.' }),
});

const List = z.object({
  name: z.enum(listNames),
  checked_on: z.iso.date().meta({ description: 'When the list was last compared with its source.' }),
  source: z.string().meta({ description: 'What the list was compared with.' }),
  is_old: z.boolean().meta({
    description: `Whether that was more than ${oldAfterDays} days ago: clicks of newer networks, bots and sites may be missing or wrong.`,
  }),
});

const Canary = z
  .object({
    walks: z.int().min(0).meta({ description: 'Number of walks of the last 24 hours.' }),
    passed: z.int().min(0).meta({ description: 'Number of them that passed.' }),
    latest: z
      .object({
        started_at: z.iso.datetime(),
        outcome: z.enum(['running', 'passed', 'failed']).meta({ description: 'How the event was processed.' }),
        ms: z.int().min(0).meta({ description: 'Milliseconds of the whole walk.' }),
        steps: z
          .array(z.object({ name: z.string(), ms: z.int().min(0).meta({ description: 'Milliseconds it took.' }) }))
          .meta({ description: 'Steps that went well, in their order.' }),
        error: z.string().nullable().meta({ description: 'The step that failed, and how.' }),
      })
      .meta({ description: 'The last walk.' }),
  })
  .nullable()
  .meta({
    description:
      'The canary: every five minutes a walk through the deployed stage, from the sign-in to the erasure. `null`: none in 24 hours.',
  });

export const readServiceHealth = defineEndpoint({
  id: 'readServiceHealth',
  method: 'GET',
  path: '/api/v1/dev/health',
  auth: 'operator',
  needs,
  summary: 'Retrieve the health of the service',
  description:
    'Returns the cost of model calls by day, the result of the last canary run, and the age of the lists by which clicks are read. Where CloudWatch measures the stage, it also returns the state of its alarms, the lag of functions, and the reputation of its mail.',
  responses: {
    200: z
      .object({
        stage: z.string().meta({ description: 'The stage that responded.' }),
        version: z.string().meta({ description: 'Version.' }),
        llm: z
          .object({
            days: z
              .array(z.object({ day: z.iso.date(), cost: dollars }))
              .meta({ description: 'The last seven days (UTC), the newest last.' }),
            this_hour: dollars,
            budget_per_hour: dollars,
          })
          .meta({ description: 'Cost of model calls.' }),
        canary: Canary,
        lists: z.array(List).meta({ description: 'The lists by which clicks are read, and their age.' }),
        measured: z.boolean().meta({
          description: 'Whether CloudWatch responded. If not, `alarms`, `lags` and `mail` are `null`.',
        }),
        not_measured_because: z.string().nullable().meta({ description: 'Why CloudWatch was not called or did not respond.' }),
        alarms: z.array(Alarm).nullable().meta({ description: 'Alarms that ring first.' }),
        lags: z
          .array(
            z.object({
              name: z.string(),
              seconds: z.number().nullable().meta({ description: 'Seconds behind; `null` with nothing to follow.' }),
            }),
          )
          .nullable()
          .meta({ description: 'How far behind the changes of the tables functions are.' }),
        mail: z
          .object({
            bounce_rate: share.meta({ description: 'Share of bounced mail, 0 to 1.' }),
            complaint_rate: share.meta({ description: 'Share of mail that people complained of, 0 to 1.' }),
          })
          .nullable()
          .meta({ description: 'Shares of bounced and complained-of mail; `null` with too few mails.' }),
      })
      .meta({ id: 'ServiceHealth' }),
  },
  example: {
    responses: {
      200: {
        stage: 'prod',
        version: '1.0.0',
        llm: { days: [{ day: '2026-11-21', cost: '4.21' }], this_hour: '0.32', budget_per_hour: '20.00' },
        canary: {
          walks: 288,
          passed: 288,
          latest: {
            started_at: '2026-11-21T09:30:00.000Z',
            outcome: 'passed',
            ms: 3120,
            steps: [{ name: 'sign-in', ms: 142 }],
            error: null,
          },
        },
        lists: [
          {
            name: 'click_parameters',
            checked_on: '2026-11-29',
            source: 'the help pages of the ad networks',
            is_old: false,
          },
        ],
        measured: true,
        not_measured_because: null,
        alarms: [
          {
            id: 'dead-letters',
            state: 'alarm',
            since: '2026-11-21T09:30:00.000Z',
            about: 'Messages failed as often as they are tried: their work is not done until they are sent back.',
            page: '/console/operators/queues',
            runbook: 'docs/runbook.md#a-dead-letter-queue-holds-a-message',
          },
        ],
        lags: [{ name: 'outbox', seconds: 0.4 }],
        mail: { bounce_rate: 0.012, complaint_rate: 0.0002 },
      },
    },
  },

  async handle(_, { llmSpend, cloudWatch, stage, llmBudgetPerHour, canary, now }) {
    const [byDay, hour, walks, { measured, because }] = await Promise.all([
      llmSpend.byDay(days),
      llmSpend.thisHour(),
      canary.ofLastDay(),
      measure(cloudWatch),
    ]);
    return ok({
      stage,
      version: service.version,
      llm: {
        days: byDay.map(({ day, micros }) => ({ day, cost: inDollars(micros) })),
        this_hour: inDollars(hour.micros),
        budget_per_hour: inDollars(llmBudgetPerHour * 1_000_000),
      },
      canary: canaryOf(walks),
      lists: listAges(now()).map(({ name, checkedOn, source, isOld }) => ({
        name,
        checked_on: checkedOn,
        source,
        is_old: isOld,
      })),
      measured: measured !== null,
      not_measured_because: because,
      alarms: measured && alarmsOf(measured),
      lags: measured
        ? measured.lags.map(({ name, milliseconds }) => ({
            name,
            seconds: milliseconds === null ? null : milliseconds / 1000,
          }))
        : null,
      mail: measured && {
        bounce_rate: measured.mail.bounceRate,
        complaint_rate: measured.mail.complaintRate,
      },
    });
  },
});

async function measure(cloudWatch: CloudWatch | null): Promise<{ measured: Measured | null; because: string | null }> {
  if (!cloudWatch) return { measured: null, because: 'CloudWatch measures stages in the cloud only.' };
  try {
    return { measured: await cloudWatch.measure(streams), because: null };
  } catch (error) {
    // The rest of the response is useful without CloudWatch.
    log.warn('CloudWatch did not answer', { error: error as Error });
    return { measured: null, because: 'CloudWatch did not answer.' };
  }
}

function canaryOf(walks: Awaited<ReturnType<Deps['canary']['ofLastDay']>>): z.input<typeof Canary> {
  const [latest] = walks;
  if (!latest) return null;
  const { startedAt, outcome, ms, steps, error } = latest;
  return {
    walks: walks.length,
    passed: walks.filter((walk) => walk.outcome === 'passed').length,
    latest: { started_at: startedAt, outcome, ms, steps: [...steps], error },
  };
}

const order = { alarm: 0, insufficient_data: 1, ok: 2 };
const alarmsOf = ({ alarms }: Measured): z.input<typeof Alarm>[] =>
  alarms
    .map((alarm) => {
      const { page, section } = placeOfAlarm(alarm.id);
      return { ...alarm, page, runbook: `docs/runbook.md#${section}` };
    })
    .sort((a, b) => order[a.state] - order[b.state] || (a.id < b.id ? -1 : 1));

const inDollars = (micros: number): string => {
  const text = (micros / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');
  return text;
};
