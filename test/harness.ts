import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as realPause } from 'node:timers/promises';
import type { FunctionName } from '#functions/access.ts';
import { workOnReport } from '#functions/assistant-report/work-on-report.ts';
import * as attribution from '#functions/attribution/endpoints.ts';
import * as auth from '#functions/auth/endpoints.ts';
import { continueBackup } from '#functions/backup/continue-backup.ts';
import * as competitors from '#functions/competitors/endpoints.ts';
import { project } from '#functions/conversion-totals/project.ts';
import * as conversions from '#functions/conversions/endpoints.ts';
import * as credits from '#functions/credits/endpoints.ts';
import * as dashboard from '#functions/dashboard/endpoints.ts';
import * as discover from '#functions/discover/endpoints.ts';
import { workOnDiscovery } from '#functions/discovery/work-on-discovery.ts';
import * as docs from '#functions/docs/endpoints.ts';
import { handler as docsHandler } from '#functions/docs/index.ts';
import { continueErasure } from '#functions/erasure/continue-erasure.ts';
import { writeExport } from '#functions/export/write-export.ts';
import { runScheduled } from '#functions/grant-jobs/run-scheduled.ts';
import { continueGrants } from '#functions/grants/continue-grants.ts';
import { workOnPlan } from '#functions/keyword-plan/work-on-plan.ts';
import { checkInAfterAWeek } from '#functions/lifecycle-mail/check-in-after-a-week.ts';
import { suppress } from '#functions/mail-events/suppress.ts';
import * as mailLinks from '#functions/mail-links/endpoints.ts';
import * as maintenance from '#functions/maintenance/endpoints.ts';
import * as media from '#functions/media/endpoints.ts';
import { copyMedia } from '#functions/media-copies/copy-media.ts';
import { runAtNight } from '#functions/night-jobs/run-at-night.ts';
import { postNotices } from '#functions/notices/post-notices.ts';
import * as notifications from '#functions/notifications/endpoints.ts';
import { sendNudge } from '#functions/nudge-email/send-nudge.ts';
import * as onboarding from '#functions/onboarding/endpoints.ts';
import * as operatorAuth from '#functions/operator-auth/endpoints.ts';
import { deliverChanges } from '#functions/outbox/deliver-changes.ts';
import * as pixel from '#functions/pixel/endpoints.ts';
import * as prompts from '#functions/prompts/endpoints.ts';
import { continuePrune } from '#functions/prune/continue-prune.ts';
import { sendResetCode } from '#functions/reset-codes/send-reset-code.ts';
import { indexChanges } from '#functions/search-index/index-changes.ts';
import * as tracing from '#functions/tracing/endpoints.ts';
import * as webhooks from '#functions/webhooks/endpoints.ts';
import { vendorSecretsFor } from '#lib/local/environment.ts';
import { gateway, type Route } from '#lib/local/gateway.ts';
import { type CreatedTable, createTables } from '#lib/local/resources.ts';
import { beginReports } from '#shared/assistant-ads/begin-reports.ts';
import { llmCallsIn } from '#shared/data/llm-calls.ts';
import type { BackupSizes } from '#shared/deps/maintenance-tasks.ts';
import type { ExportSizes } from '#shared/deps.ts';
import type { DiscoveryLimits } from '#shared/discovery/discovery-deps.ts';
import { newAccount, type User } from '#shared/domain/users.ts';
import { client } from '#shared/http/client.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { sha256 } from '#shared/ids.ts';
import { type RecordedLlm, recordedLlm } from '#shared/llm/recorded-llm.ts';
import { makeAccountDeps } from '#shared/make-deps/accounts.ts';
import { makeAssistantAdsDeps } from '#shared/make-deps/assistant-ads.ts';
import { makeAssistantReportDeps } from '#shared/make-deps/assistant-report.ts';
import { makeDeps } from '#shared/make-deps/attribution.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import { makeCompetitorDeps } from '#shared/make-deps/competitors.ts';
import { makeConversionDeps, makePixelDeps } from '#shared/make-deps/conversions.ts';
import { makeCreditDeps } from '#shared/make-deps/credits.ts';
import { makeDashboardDeps } from '#shared/make-deps/dashboard.ts';
import { makeDiscoverDeps, makeDiscoveryWorkerDeps } from '#shared/make-deps/discovery.ts';
import { makeGrantDeps, makeGrantWorkerDeps } from '#shared/make-deps/grants.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { makeKeywordPlanDeps } from '#shared/make-deps/keyword-plan.ts';
import { makeMailLinkDeps } from '#shared/make-deps/mail-links.ts';
import { makeLifecycleMailDeps, makeMailEventDeps } from '#shared/make-deps/mail-workers.ts';
import { makeMaintenanceDeps } from '#shared/make-deps/maintenance.ts';
import { makeBackupDeps, makeNightDeps, makePruneDeps } from '#shared/make-deps/maintenance-tasks.ts';
import { makeMediaDeps } from '#shared/make-deps/media.ts';
import { makeMediaCopyDeps } from '#shared/make-deps/media-copies.ts';
import { makeNoticeDeps } from '#shared/make-deps/notices.ts';
import { makeNotificationDeps } from '#shared/make-deps/notifications.ts';
import { makeNudgeDeps } from '#shared/make-deps/nudges.ts';
import { makeOnboardingDeps } from '#shared/make-deps/onboarding.ts';
import { makeOperatorAuthDeps } from '#shared/make-deps/operator-auth.ts';
import { makePromptDeps } from '#shared/make-deps/prompts.ts';
import { makeResetCodeDeps } from '#shared/make-deps/reset-codes.ts';
import { makeSearchIndexDeps } from '#shared/make-deps/search-index.ts';
import { makeTracingDeps } from '#shared/make-deps/tracing.ts';
import { makeWebhookDeps } from '#shared/make-deps/webhooks.ts';
import {
  makeErasureDeps,
  makeExportDeps,
  makeProjectionDeps,
  makeWorkerDeps,
} from '#shared/make-deps/workers.ts';
import type { Mail } from '#shared/ports/mailer.ts';
import { NumberUnreachable } from '#shared/ports/messenger.ts';
import type { TableExports } from '#shared/ports/table-exports.ts';
import { VendorUnavailable } from '#shared/ports/vendor-unavailable.ts';
import { SiteUnreachable, type Web } from '#shared/ports/web.ts';
import type { Message, QueueName } from '#shared/queues.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { type QueueHandler, queueWorker } from '#shared/worker/queue-worker.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { type Library, libraryBehind, newLibrary } from './ad-library.ts';
import { billingBehind, newProcessor, type Processor } from './billing-processor.ts';
import { assertMails, assertSends, assertWorks, environmentGranted } from './granted.ts';
import { webhookSecrets } from './http/signers.ts';
import { type IdentityProvider, newIdentityProvider } from './identity-provider.ts';
import { learnFromBody, learnFromHeader, learnFromMessage } from './learnt-secrets.ts';
import { type Models, modelsBehind, newModels } from './llm.ts';
import { type Files, newFiles, objectStoreIn } from './object-store.ts';
import { type Fault, outgoing } from './outgoing.ts';
import { streamsOf } from './streams.ts';
import { webBehind } from './web-behind.ts';

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_ENDPOINT_URL_DYNAMODB: process.env.TEST_DYNAMODB_ENDPOINT,
});

export const operatorToken = 'operator-token-of-the-tests';
export const operatorDomain = 'operator.example';
const frontEnd = 'https://app.adtrail.example';
const secrets = JSON.stringify({
  ...vendorSecretsFor({}),
  root: randomBytes(32).toString('hex'),
  ...webhookSecrets,
});

type Sent = { [Q in QueueName]: { queue: Q; message: Message<Q>; delaySeconds: number } }[QueueName];

/** What survives a restart of the service: its tables, and what it sent. */
export type World = {
  prefix: string;
  tables: CreatedTable[];
  streams: ReturnType<typeof streamsOf>;
  mails: Mail[];
  /** One-time codes sent over the messaging app; a phone that ends in 0001 receives none, for one in 0002 the app is busy. */
  texts: { phone: string; code: string }[];
  /** Posts in the internal channel, each of one notice or more. */
  notices: string[];
  models: Models;
  /** The ad library, unless the environment leads to another one. */
  library: Library;
  adsTimeoutMs: number;
  /** Websites, where a test has its own. */
  web: Web | null;
  /** How one that waits for another's work passes the time. */
  pause: (milliseconds: number) => Promise<void>;
  discoveryLimits: DiscoveryLimits;
  processor: Processor;
  messages: Sent[];
  objects: Files;
  exportSizes: ExportSizes;
  /** Documents of a segment of the search index. */
  segmentSize: number;
  /** Object storage of backups, which tables that are lost do not take with them. */
  backups: Files;
  backupSizes: BackupSizes;
  /** DynamoDB's own export, where a test has one. */
  tableExports: TableExports | null;
  idp: IdentityProvider;
  /** Epoch milliseconds; tests move it. */
  clock: { now: number };
};

const noWebsites: Web = {
  check: async () => {},
  fetch: () => Promise.reject(new SiteUnreachable('no_such_host')),
};

const emptyWebsites: Web = {
  check: async () => {},
  fetch: async ({ url }) => ({
    ...{ url, status: 200, contentType: 'text/html', charset: '' },
    body: new TextEncoder().encode(
      '<p>Here is a page that names nobody, and nothing to be found elsewhere.</p>',
    ),
  }),
};

/** Fresh tables on the tests' engine. */
export async function newWorld(now = Date.parse('2026-11-21T12:00:00Z')): Promise<World> {
  const endpoint = process.env.TEST_DYNAMODB_ENDPOINT ?? '';
  const clock = { now };
  const prefix = `t${randomBytes(5).toString('hex')}-`;
  const tables = await createTables(endpoint, { prefix });
  return {
    prefix,
    tables,
    streams: streamsOf(endpoint, tables),
    mails: [],
    texts: [],
    notices: [],
    models: newModels(),
    library: newLibrary(),
    adsTimeoutMs: 18_000,
    web: null,
    pause: async () => void (await realPause(25)),
    discoveryLimits: { modelSeconds: 10, searchSeconds: 10, siteSeconds: 5 },
    processor: newProcessor(),
    messages: [],
    objects: newFiles(),
    exportSizes: { pageRows: 50, partBytes: 1000 },
    segmentSize: 256,
    backups: newFiles(),
    backupSizes: { pageItems: 100, sliceBytes: 20_000 },
    tableExports: null,
    idp: newIdentityProvider(clock),
    clock,
  };
}

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** The whole service over a world, as one process: real handlers, real engine; only mail and queues are stand-ins. */
export async function startApp(
  world: World,
  { fault, isDown, env = {} }: { fault?: Fault; isDown?: () => boolean; env?: Record<string, string> } = {},
) {
  const door = outgoing(fault, isDown);
  const host = (by: FunctionName): Host => ({
    env: environmentGranted(by, {
      STAGE: 'local',
      TABLE_ACCOUNTS: `${world.prefix}accounts`,
      TABLE_ATTRIBUTION: `${world.prefix}attribution`,
      TABLE_ANALYSIS: `${world.prefix}analysis`,
      SECRETS_JSON: secrets,
      OPERATOR_TOKEN_HASHES: sha256(operatorToken),
      OPERATOR_DOMAIN: operatorDomain,
      FRONT_END_ORIGINS: frontEnd,
      ...world.idp.env,
      ...env,
    }),
    now: () => world.clock.now,
    random: () => 0.5,
    transport: door.transport(by, world.prefix),
    exchange: door.exchange(by, world.prefix),
    fetch: (url, init) =>
      door.pass({ by, operation: 'fetch' }, () =>
        String(url).startsWith('http://127.0.0.1') ? fetch(url, init) : world.idp.fetch(url),
      ),
  });
  const queuesOf = (by: FunctionName) => ({
    async send<Q extends QueueName>(queue: Q, message: Message<Q>, { delaySeconds = 0 } = {}) {
      assertSends(by, queue);
      await door.pass(
        { by, operation: 'SendMessage' },
        async () => void world.messages.push({ queue, message, delaySeconds } as unknown as Sent),
      );
    },
    async holdBack() {
      assertWorks(by);
      await door.pass({ by, operation: 'ChangeMessageVisibility' }, async () => {});
    },
  });
  const mailerOf = (by: FunctionName) => ({
    async send(mail: Mail) {
      assertMails(by);
      learnFromMessage(mail.text);
      return await door.pass({ by, operation: 'SendEmail' }, async () => void world.mails.push(mail));
    },
  });
  const messengerOf = (by: FunctionName) => ({
    sendCode: (phone: string, code: string) =>
      door.pass({ by, operation: 'SendText' }, async () => {
        learnFromMessage(code);
        if (phone.endsWith('0001')) throw new NumberUnreachable();
        if (phone.endsWith('0002')) throw new VendorUnavailable('messaging', 'busy');
        world.texts.push({ phone, code });
      }),
  });
  const channelOf = (by: FunctionName) => ({
    post: (text: string) =>
      door.pass({ by, operation: 'PostNotice' }, async () => void world.notices.push(text)),
  });
  /** Without the vendors' stand-ins, the model is one in memory. */
  const modelOf = (by: FunctionName): { llm?: RecordedLlm } => {
    if (env.LLM_BASE_URL) return {};
    const { analysis, now } = leanBase(host(by));
    const { llm } = modelsBehind(world.models, by, door.pass);
    return { llm: recordedLlm(llm, { calls: llmCallsIn(analysis()), prices: {}, now }) };
  };
  /** Without the vendors' stand-ins no website answers. */
  const discoveryParts = (by: FunctionName) => ({
    ...modelOf(by),
    ...(!env.SITE_HOSTS && { web: noWebsites }),
    ...(!env.SOCIAL_BASE_URL && { adLibrary: libraryBehind(world.library, by, door.pass) }),
    discoveryLimits: world.discoveryLimits,
    pause: world.pause,
  });
  const workerDeps = (by: FunctionName) => ({
    ...makeWorkerDeps(host(by)),
    mailer: mailerOf(by),
    queues: queuesOf(by),
  });
  const noticeDeps = () => ({
    ...makeNoticeDeps(host('notices')),
    channel: channelOf('notices'),
    queues: queuesOf('notices'),
    async pause(milliseconds: number) {
      world.clock.now += milliseconds;
    },
  });
  const nudgeDeps = () => ({
    ...makeNudgeDeps(host('nudge-email')),
    mailer: mailerOf('nudge-email'),
    queues: queuesOf('nudge-email'),
  });

  const backupMethod = () => ({ backupMethod: world.tableExports ? ('export' as const) : ('scan' as const) });
  const backupDeps = () => ({
    ...makeBackupDeps(host('backup')),
    queues: queuesOf('backup'),
    objects: objectStoreIn(world.backups, 'backup', door.pass),
    sizes: world.backupSizes,
    ...(world.tableExports && { exports: world.tableExports }),
  });

  const group = (endpoints: Record<string, AnyEndpoint>, makeGroupDeps: () => object): Route => ({
    endpoints: Object.values(endpoints),
    handler: httpLambda(Object.values(endpoints), makeGroupDeps),
  });
  const routes = [
    group(attribution, () => ({
      ...makeDeps(host('attribution')),
      queues: queuesOf('attribution'),
      objects: objectStoreIn(world.objects, 'attribution', door.pass),
    })),
    group(auth, () => ({
      ...makeAccountDeps(host('auth')),
      mailer: mailerOf('auth'),
      messenger: messengerOf('auth'),
      queues: queuesOf('auth'),
    })),
    group(competitors, () => ({
      ...makeCompetitorDeps(host('competitors')),
      ...(!env.SOCIAL_BASE_URL && { adLibrary: libraryBehind(world.library, 'competitors', door.pass) }),
      ...((world.web || !env.SITE_HOSTS) && { web: world.web ?? emptyWebsites }),
      queues: queuesOf('competitors'),
      adsTimeoutMs: world.adsTimeoutMs,
      pause: world.pause,
    })),
    group(conversions, () => makeConversionDeps(host('conversions'))),
    group(notifications, () => makeNotificationDeps(host('notifications'))),
    group(onboarding, () => ({
      ...makeOnboardingDeps(host('onboarding')),
      ...modelOf('onboarding'),
      moderation: modelsBehind(world.models, 'onboarding', door.pass).moderation,
    })),
    group(pixel, () => makePixelDeps(host('pixel'))),
    group(credits, () => makeCreditDeps(host('credits'))),
    group(prompts, () => ({
      ...makePromptDeps(host('prompts')),
      ...modelOf('prompts'),
      files: objectStoreIn(world.objects, 'prompts', door.pass),
    })),
    group(dashboard, () => ({
      ...makeDashboardDeps(host('dashboard')),
      files: objectStoreIn(world.objects, 'dashboard', door.pass),
    })),
    group(discover, () => ({
      ...makeDiscoverDeps(host('discover')),
      ...discoveryParts('discover'),
    })),
    group(webhooks, () => ({
      ...makeWebhookDeps(host('webhooks')),
      billing: billingBehind(world.processor, 'webhooks', door.pass),
    })),
    group(media, () => ({
      ...makeMediaDeps(host('media')),
      files: objectStoreIn(world.objects, 'media', door.pass),
    })),
    group(mailLinks, () => ({
      ...makeMailLinkDeps(host('mail-links')),
      files: objectStoreIn(world.objects, 'mail-links', door.pass),
    })),
    group(maintenance, () => ({
      ...makeMaintenanceDeps(host('maintenance')),
      ...backupMethod(),
      billing: billingBehind(world.processor, 'maintenance', door.pass),
      queues: queuesOf('maintenance'),
    })),
    group(operatorAuth, () => makeOperatorAuthDeps(host('operator-auth'))),
    group(tracing, () => ({
      ...makeTracingDeps(host('tracing')),
      files: objectStoreIn(world.objects, 'tracing', door.pass),
    })),
    { endpoints: Object.values(docs), handler: docsHandler },
  ];
  const api = gateway(routes, docsHandler);
  const send = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const sent = Buffer.from(await request.arrayBuffer());
    learnFromBody(sent.toString());
    for (const name of ['authorization', 'x-svc-dev-token', 'x-dev-token'])
      learnFromHeader(request.headers.get(name));
    const answer = await api.handle({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: [...request.headers],
      body: sent,
      sourceIp: '192.0.2.1',
    });
    learnFromBody(String(answer.body));
    const body = answer.status === 204 || answer.status === 304 ? null : (answer.body as string);
    return new Response(body, { status: answer.status, headers: answer.headers as Record<string, string> });
  };

  const consumers = {
    'conversion-totals': streamWorker(
      'conversion-totals',
      () => makeProjectionDeps(host('conversion-totals')),
      project,
    ),
    outbox: streamWorker('outbox', () => workerDeps('outbox'), deliverChanges),
  };
  const searchIndexDeps = () => ({
    ...makeSearchIndexDeps(host('search-index')),
    segmentSize: world.segmentSize,
  });
  // Apart from the others: most tests would wait for what they do not look at.
  const searchIndex = { 'search-index': streamWorker('search-index', searchIndexDeps, indexChanges) };
  const workers = {
    mail_events: queueWorker(
      'mail_events',
      () => ({ ...makeMailEventDeps(host('mail-events')), queues: queuesOf('mail-events') }),
      suppress,
    ),
    erasure: queueWorker(
      'erasure',
      () => ({ ...makeErasureDeps(host('erasure')), queues: queuesOf('erasure') }),
      continueErasure,
    ),
    export: queueWorker(
      'export',
      () => ({
        ...makeExportDeps(host('export')),
        queues: queuesOf('export'),
        objects: objectStoreIn(world.objects, 'export', door.pass),
        sizes: world.exportSizes,
      }),
      writeExport,
    ),
    backup: queueWorker('backup', () => backupDeps(), continueBackup),
    prune: queueWorker(
      'prune',
      () => ({ ...makePruneDeps(host('prune')), queues: queuesOf('prune') }),
      continuePrune,
    ),
    grants: queueWorker(
      'grants',
      () => ({ ...makeGrantWorkerDeps(host('grants')), queues: queuesOf('grants') }),
      continueGrants,
    ),
    discovery: queueWorker(
      'discovery',
      () => ({
        ...makeDiscoveryWorkerDeps(host('discovery')),
        ...discoveryParts('discovery'),
        queues: queuesOf('discovery'),
      }),
      workOnDiscovery,
    ),
    assistant_report: queueWorker(
      'assistant_report',
      () => ({
        ...makeAssistantReportDeps(host('assistant-report')),
        files: objectStoreIn(world.objects, 'assistant-report', door.pass),
        queues: queuesOf('assistant-report'),
      }),
      workOnReport,
    ),
    keyword_plan: queueWorker(
      'keyword_plan',
      () => ({ ...makeKeywordPlanDeps(host('keyword-plan')), queues: queuesOf('keyword-plan') }),
      workOnPlan,
    ),
    media: queueWorker(
      'media',
      () => {
        const deps = makeMediaCopyDeps(host('media-copies'));
        return {
          ...deps,
          queues: queuesOf('media-copies'),
          web: webBehind(world.web ?? deps.web, 'media-copies', door.pass),
          files: objectStoreIn(world.objects, 'media-copies', door.pass),
        };
      },
      copyMedia,
    ),
    notices: queueBatchWorker('notices', noticeDeps, postNotices),
    nudge_email: queueWorker('nudge_email', nudgeDeps, sendNudge),
    reset_codes: queueWorker(
      'reset_codes',
      () => ({
        ...makeResetCodeDeps(host('reset-codes')),
        mailer: mailerOf('reset-codes'),
        messenger: messengerOf('reset-codes'),
        queues: queuesOf('reset-codes'),
      }),
      sendResetCode,
    ),
  };
  // The test's own hand on the store: neither recorded nor refused, whatever fault the service runs under.
  const { transport: _, exchange: __, ...ownHost } = host('attribution');
  const { tokens, users, secrets: ownSecrets } = makeDeps(ownHost);
  const { devUsers } = makeOperatorAuthDeps(ownHost);

  return {
    world,
    send,
    consumers,
    workerDeps,
    noticeDeps,
    nudgeDeps,
    calls: door.calls,
    attribution: client(attribution, send),
    auth: client(auth, send),
    competitors: client(competitors, send),
    conversions: client(conversions, send),
    notifications: client(notifications, send),
    onboarding: client(onboarding, send),
    pixel: client(pixel, send),
    prompts: client(prompts, send),
    dashboard: client(dashboard, send),
    discover: client(discover, send),
    docs: client(docs, send),
    credits: client(credits, send),
    media: client(media, send),
    mailLinks: client(mailLinks, send),
    maintenance: client(maintenance, send),
    webhooks: client(webhooks, send),
    operatorAuth: client(operatorAuth, send),
    tracing: client(tracing, send),
    /** The same world after the process was started again. */
    restart: () => startApp(world, { env }),
    /** Delivers what the tables' streams hold to their consumers, until there is nothing left. */
    settle: () => world.streams.deliver(consumers),
    /** As `settle`, and the search index follows too. */
    settleSearch: () => world.streams.deliver({ ...consumers, ...searchIndex }),
    searchIndex,
    searchIndexDeps,
    /** Hands a message to its queue's worker: whether it was done. */
    attempt: (queue: keyof typeof workers, message: object) => isWorked(workers[queue], message),
    /** Hands a queue's messages to its worker, delays aside, until there are none. A failed message stays, and is told. */
    async work(queue: keyof typeof workers) {
      for (let at = 0; at < world.messages.length; ) {
        const sent = world.messages[at] as Sent;
        if (sent.queue !== queue) at++;
        else if (await isWorked(workers[queue], sent.message))
          world.messages.splice(world.messages.indexOf(sent), 1);
        else throw new Error(`A message of ${queue} has failed.`);
      }
    },
    /** `Authorization` headers of a signed-in user. */
    async signIn(userId: number) {
      const { token } = await tokens.issue('access', userId);
      return { authorization: `Bearer ${token}` };
    },
    /** The daily job that mails who has had an account for a week. */
    checkInAfterAWeek: () =>
      checkInAfterAWeek(
        { scheduledAt: new Date(world.clock.now).toISOString() },
        makeLifecycleMailDeps(host('lifecycle-mail')),
      ),
    /** The daily job that begins reports of the assistant's ads. */
    beginReports: () =>
      beginReports(
        { scheduledAt: new Date(world.clock.now).toISOString() },
        makeAssistantAdsDeps(host('assistant-ads')),
      ),
    users,
    devUsers,
    /** A schedule's call of a job that grants credits. */
    runScheduled: (event: JobEvent) =>
      runScheduled(event, { ...makeGrantDeps(host('grant-jobs')), queues: queuesOf('grant-jobs') }),
    /** A schedule's call of a job of the night. */
    runAtNight: (event: JobEvent) =>
      runAtNight(event, {
        ...makeNightDeps(host('night-jobs')),
        queues: queuesOf('night-jobs'),
        ...backupMethod(),
      }),
    /** What endpoints with the common view parameters are built with. */
    viewDeps: () => ({ ...makeMaintenanceDeps(ownHost), tokens }),
    /** The hash by which a user of an account is known. */
    userHash: ownSecrets.hashUser,
    /** Ledgers as the functions of the service have them: what goes wrong goes wrong here. */
    ledger: makeMaintenanceDeps(host('maintenance')).credits,
    licences: makeMaintenanceDeps(ownHost).licences,
  };
}

async function isWorked(worker: QueueHandler, message: object): Promise<boolean> {
  const attributes = { ApproximateReceiveCount: '1' };
  const record = { messageId: 'm', receiptHandle: 'r', body: JSON.stringify(message), attributes };
  const event = { Records: [record] } as unknown as Parameters<QueueHandler>[0];
  return (await worker(event, {} as never)).batchItemFailures.length === 0;
}

/** A new account with its Authorization headers. */
export async function newUser(app: TestApp, given: Partial<User> = {}) {
  const id = randomInt(1, 2 ** 47);
  const email = `user${id}@company.example`;
  const createdAt = new Date(app.world.clock.now).toISOString();
  await app.users.create(
    newAccount({ id, email, emailVerified: true, createdAt, fullName: 'Ada Example', ...given }),
  );
  return { id, email, headers: await app.signIn(id) };
}

/** An account with a pixel and a secret key, and a click of a campaign: what a conversion needs. */
export async function newAdvertiser(app: TestApp, environment: 'live' | 'test' = 'live') {
  const user = await newUser(app);
  const issue = async (body: Parameters<TestApp['attribution']['createKey']>[0]['body']) => {
    const answer = await app.attribution.createKey({ body, headers: user.headers });
    if (answer.status !== 201) throw new Error(`createKey: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const pixelKey = (await issue({ name: 'Shop', kind: 'public', environment })).key;
  const secret = await issue({ name: 'Back end', kind: 'secret', environment });
  const click = async (
    parameters = 'svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1',
    key = pixelKey,
  ) => {
    const answer = await app.pixel.createSession({
      body: { key, url: `https://shop.example/p?${parameters}` },
    });
    if (answer.status !== 201) throw new Error(`createSession: ${JSON.stringify(answer.body)}`);
    return answer.body.sid;
  };
  return {
    ...user,
    pixelKey,
    issue,
    click,
    secretKeyId: secret.id,
    key: { authorization: `Bearer ${secret.key}` },
  };
}
