import type { FunctionName } from '#functions/access.ts';
import type { QueueName } from '#functions/queues.ts';
import { needs as backupNeeds } from '#functions/workers/backup/needs.ts';
import { needs as exportNeeds } from '#functions/workers/export/needs.ts';
import { needs as noticesNeeds } from '#functions/workers/notices/needs.ts';
import { needs as nudgeEmailNeeds } from '#functions/workers/nudge-email/needs.ts';
import { needs as outboxNeeds } from '#functions/workers/outbox/needs.ts';
import { NumberUnreachable } from '#shared/accounts/codes/messenger.ts';
import { deletionFilesIn } from '#shared/accounts/deletion/store/deletion-files.ts';
import { createContext } from '#shared/aws/context.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { messageBody } from '#shared/aws/queue-message.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { type RecordedLlm, recordedLlm } from '#shared/llm/recorded-llm.ts';
import { llmCallsIn } from '#shared/llm/store/llm-calls.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import { bulkPaceOf } from '#shared/mail/bulk-pace.ts';
import type { Mail } from '#shared/mail/mailer.ts';
import type { MessageOf, Queue } from '#shared/messages/queue.ts';
import { indexNeeds } from '#shared/search/needs.ts';
import { sha256 } from '#shared/values/ids.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';
import { libraryBehind } from './ad-library.ts';
import { assertMails, assertSends, assertWorks, environmentGranted } from './granted.ts';
import { learnFromMessage } from './learnt-secrets.ts';
import { modelsBehind } from './llm.ts';
import { objectStoreIn } from './object-store.ts';
import { type outgoing, partOf } from './outgoing.ts';
import { secretsJson } from './secrets-json.ts';
import type { Sent, World } from './world.ts';

const frontEnd = 'https://app.adtrail.example';
export const operatorToken = 'operator-token-of-the-tests';
export const operatorDomain = 'operator.example';
const secrets = secretsJson();

export const noWebsites: Web = {
  check: async () => {},
  fetch: () => Promise.reject(new SiteUnreachable('no_such_host')),
};

export type FunctionDeps = ReturnType<typeof functionDeps>;

export function functionDeps(world: World, door: ReturnType<typeof outgoing>, env: Record<string, string>) {
  const host = (by: FunctionName): Overrides => ({
    env: environmentGranted(by, {
      STAGE: 'local',
      TABLE_ACCOUNTS: `${world.prefix}accounts`,
      TABLE_ATTRIBUTION: `${world.prefix}attribution`,
      TABLE_ANALYSIS: `${world.prefix}analysis`,
      TABLE_TRANSIENT: `${world.prefix}transient`,
      SECRETS_JSON: secrets,
      OPERATOR_TOKEN_HASHES: sha256(operatorToken),
      OPERATOR_DOMAIN: operatorDomain,
      FRONT_END_ORIGINS: frontEnd,
      // The tests' clock is stopped, so no bucket refills.
      INGEST_BURST: '1000000',
      PIXEL_BURST: '1000000',
      PIXEL_NETWORK_BURST: '1000000',
      UNKNOWN_KEY_BURST: '1000000',
      ...world.idp.env,
      ...env,
    }),
    now: () => world.clock.now,
    random: () => 0.5,
    // The tests' clock is stopped, so a delay would not end.
    pause: () => new Promise(setImmediate),
    dynamo: door.dynamo(by, world.prefix),
    transport: door.transport(by, world.prefix),
    exchange: door.exchange(by, world.prefix),
    fetch: (url, init) =>
      door.pass({ by, operation: 'fetch' }, () =>
        String(url).startsWith('http://127.0.0.1') ? fetch(url, init) : world.idp.fetch(url, init),
      ),
  });
  const queuesOf = (by: FunctionName) => ({
    async send<Q extends Queue>(queue: Q, message: MessageOf<Q>, { delaySeconds = 0 } = {}) {
      const { name } = queue;
      assertSends(by, name as QueueName);
      const body = messageBody(queue, message);
      // Queues reject other characters; the local engine also rejects surrogate pairs.
      if (/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/.test(body)) throw new Error('SQS would refuse this message.');
      const sentMessage = { queue: name, message: JSON.parse(body), delaySeconds } as unknown as Sent;
      const push = async () => void world.messages.push(sentMessage);
      await partOf('queue', door.pass({ by, operation: 'SendMessage' }, push));
    },
    async holdBack({ name }: Queue) {
      assertWorks(by, name as QueueName);
      await partOf(
        'queue',
        door.pass({ by, operation: 'ChangeMessageVisibility' }, async () => {}),
      );
    },
  });
  const objectsOf = (by: FunctionName) => objectStoreIn(world.objects, by, door.pass);
  const mailerOf = (by: FunctionName) => ({
    async send(mail: Mail) {
      assertMails(by);
      learnFromMessage(mail.text);
      const push = async () => void world.mails.push(mail);
      return await partOf('mail', door.pass({ by, operation: 'SendEmail' }, push));
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
    post: (text: string) => door.pass({ by, operation: 'PostNotice' }, async () => void world.notices.push(text)),
  });
  const modelOf = (by: FunctionName): { llm?: RecordedLlm } => {
    if (env.LLM_BASE_URL) return {};
    const { analysis, now } = createContext(host(by));
    const { llm } = modelsBehind(world.models, by, door.pass);
    return {
      llm: recordedLlm(llm, {
        calls: llmCallsIn(analysis()),
        spend: llmSpendIn(analysis(), { now }),
        prices: {},
        now,
      }),
    };
  };
  const discoveryParts = (by: FunctionName) => ({
    ...modelOf(by),
    ...((world.web || !env.SITE_HOSTS) && { web: world.web ?? noWebsites }),
    ...(!env.SOCIAL_BASE_URL && { adLibrary: libraryBehind(world.library, by, door.pass) }),
    discoveryLimits: world.discoveryLimits,
    pause: world.pause,
  });
  const workerDeps = (by: FunctionName) => ({
    ...depsOf(outboxNeeds, host(by)),
    deletionFiles: deletionFilesIn(objectStoreIn(world.backups, by, door.pass)),
    exportFiles: objectsOf(by),
    mailer: mailerOf(by),
    queues: queuesOf(by),
  });
  const noticeDeps = () => ({
    ...depsOf(noticesNeeds, host('notices')),
    channel: channelOf('notices'),
    queues: queuesOf('notices'),
    async pause(milliseconds: number) {
      world.clock.now += milliseconds;
    },
  });
  const exportDeps = () => ({
    ...depsOf(exportNeeds, host('export')),
    queues: queuesOf('export'),
    objects: objectsOf('export'),
    sizes: world.exportSizes,
  });
  const nudgeDeps = () => ({
    ...depsOf(nudgeEmailNeeds, host('nudge-email')),
    bulkPace: bulkPaceOf({
      throttle: distributedThrottle(createContext(host('nudge-email')).accounts(), {
        now: () => world.clock.now,
      }),
      limits: async () => world.mailService.limits,
      reputation: async () => world.mailService.reputation,
      mode: 'auto',
      now: () => world.clock.now,
    }),
    async pause(milliseconds: number) {
      world.clock.now += milliseconds;
    },
    mailer: mailerOf('nudge-email'),
    queues: queuesOf('nudge-email'),
  });

  const backupMethod = () => ({ backupMethod: world.tableExports ? ('export' as const) : ('scan' as const) });
  const backupDeps = () => ({
    ...depsOf(backupNeeds, host('backup')),
    queues: queuesOf('backup'),
    objects: objectStoreIn(world.backups, 'backup', door.pass),
    sizes: world.backupSizes,
    ...(world.tableExports && { exports: world.tableExports }),
  });

  const searchIndexDeps = () => ({
    ...depsOf(indexNeeds, host('search-index')),
    segmentSize: world.segmentSize,
  });

  return {
    meanwhile: async () => {},
    send: (_request: Request): Promise<Response> => Promise.reject(new Error('The service has not started.')),
    world,
    door,
    env,
    host,
    queuesOf,
    mailerOf,
    messengerOf,
    modelOf,
    discoveryParts,
    objectsOf,
    workerDeps,
    noticeDeps,
    exportDeps,
    nudgeDeps,
    backupMethod,
    backupDeps,
    searchIndexDeps,
  };
}
