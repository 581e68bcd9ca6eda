import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { groups, streamedGroups } from '#functions/groups.ts';
import { service } from '#lib/service-description.ts';
import { refuseMisspeltSettings } from '#lib/settings.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import { withConsole } from './console-files.ts';
import { createBucket } from './create-bucket.ts';
import { createQueues } from './create-queues.ts';
import { openDataFolder } from './data-folder.ts';
import type { Demo } from './demo.ts';
import { startDemoShop } from './demo-shop/shop.ts';
import { engineStates, probesOf } from './engine-states.ts';
import { engineAt } from './engines/dynamodb-call.ts';
import {
  backupBucket,
  exportBucket,
  filesBucket,
  localEnvironment,
  vendorSecretsFor,
} from './environment.ts';
import { gateway, type Route } from './gateway.ts';
import { hostEndpoints } from './host-endpoints.ts';
import { httpServer } from './http-server.ts';
import { loadHandlers } from './invoker.ts';
import { loopback } from './listen.ts';
import { besidePort, openPort } from './open-port.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { refuseHalfRestored } from './refuse-half-restored.ts';
import { refuseMoved } from './refuse-moved.ts';
import { createTables } from './resources.ts';
import { secretsIn } from './secrets.ts';
import { openServiceLog, type ServiceLog } from './service-log.ts';
import { startStandIns } from './stand-ins.ts';
import { startEngines } from './start-engines.ts';
import { startWorkerThread } from './start-worker-thread.ts';
import { billingBooks } from './vendors/billing-books.ts';
import { billingEvents } from './vendors/billing-events.ts';
import { mailEvents } from './vendors/mail-events.ts';
import { partnerEvents } from './vendors/partner-events.ts';
import { startVendors } from './vendors/start-vendors.ts';

/** What the JSON line of `npm start -- --json` says. */
export type Facts = {
  api: string;
  docs: string;
  /** The console: the page to start from, in a browser. */
  console: string;
  /** The demo shop; empty when it could not be opened. */
  shop: string;
  inbox: string;
  vendors: string;
  operator_token: string;
  demo: Demo;
  engines: { dynamodb: string; sqs: string; s3: string; oidc: string };
};
export type Host = {
  facts: Facts;
  log: ServiceLog;
  /** Resolves with one sentence when the host cannot go on. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

/** How long the demo account's first visitor waits for its totals at most. */
const catchUpMs = 10_000;

/** How long requests, messages and batches in flight may take to finish once the host stops. */
const finishMs = 1500;

type Settings = {
  directory: string;
  port: number | undefined;
  empty?: boolean;
  address?: string;
  publicUrl?: string | undefined;
};
type AtStop = (close: () => unknown) => void;

/** The whole service on this machine: engines, resources, functions, front door and pollers, on one data folder. */
export async function startHost(settings: Settings): Promise<Host> {
  refuseMoved(settings.directory);
  const closers = [openDataFolder(settings.directory) as () => unknown];
  const log = openServiceLog(join(settings.directory, 'service.log'));
  closers.unshift(log.close);
  const stop = async () => {
    for (const close of closers.splice(0)) await close();
  };
  try {
    return { ...(await start(settings, log, (close) => closers.unshift(close))), log, stop };
  } catch (error) {
    log.write('The host could not start.', error);
    await stop();
    throw error;
  }
}

async function start(
  { directory, port: wishedPort, empty, address = loopback, publicUrl }: Settings,
  log: ServiceLog,
  atStop: AtStop,
): Promise<Pick<Host, 'facts' | 'broken'>> {
  refuseMisspeltSettings(process.env);
  const door = httpServer((error) => log.write('A request has failed.', error));
  const isExposed = address !== loopback || publicUrl !== undefined;
  refuseForeign(door.server, {
    answersOrigins: true,
    ...(publicUrl && { publicHost: new URL(publicUrl).host }),
  });
  const port = await openPort(door.server, wishedPort, address);
  if (isExposed) closeToOthers(process.env);
  atStop(() => door.stop(0));

  const engines = await startEngines(
    directory,
    process.env.DYNAMODB_ENDPOINT,
    besidePort(port, 'inbox'),
    (engine) => atStop(() => engine.stop()),
  );
  const { dynamodb, queues, mail, identity } = engines;
  const engine = dynamodb.own?.call ?? engineAt(dynamodb.endpoint);
  setOwnEngine(dynamodb.own?.dynamo);
  const endpoints = {
    dynamodb: dynamodb.endpoint,
    sqs: queues.endpoint,
    s3: queues.endpoint,
    ses: mail.endpoint,
    oidc: identity.endpoint,
  };
  const books = billingBooks();
  const webhooks = `http://127.0.0.1:${port}/api/v1/webhooks`;
  const { billing_webhook_secret, partner_webhook_key } = vendorSecretsFor(process.env);
  const standIns = await startStandIns(
    identity.idToken,
    {
      'POST /billing/events': billingEvents({
        books,
        webhook: `${webhooks}/billing`,
        secret: billing_webhook_secret,
      }),
      'POST /mail/events': mailEvents(endpoints.sqs),
      'POST /partner/events': partnerEvents({ webhook: `${webhooks}/partner`, secret: partner_webhook_key }),
    },
    besidePort(port, 'vendors'),
  );
  atStop(() => standIns.stop());
  const vendors = await startVendors(standIns, { books });
  atStop(() => vendors.stop());
  const secrets = secretsIn(directory);
  const baseUrls = { api: publicUrl ?? `http://127.0.0.1:${port}`, ...vendors.endpoints };
  setEnvironment(localEnvironment(process.env, endpoints, secrets, baseUrls));

  // Before the tables get their streams, which a restore does without.
  await refuseHalfRestored(dynamodb.endpoint, directory);
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const [tables, handlers] = await Promise.all([
    createTables(engine),
    loadHandlers(),
    createQueues(sqs, queues.endpoint),
    createBucket(queues.endpoint, exportBucket),
    createBucket(queues.endpoint, filesBucket),
    createBucket(queues.endpoint, backupBucket),
  ]);
  const { addDemoHistory, planDemoHistory } = await import('./demo-history.ts');
  const { demoToken, seedDemo } = await import('./demo.ts');
  const { demoOperatorToken } = await import('./demo-operator.ts');
  const demoFile = join(directory, 'demo.json');
  // An account that somebody has used already stays as it is.
  if (!empty && !existsSync(demoFile)) await planDemoHistory(directory, Date.now());
  const demo = await seedDemo({ directory });

  const handlerOf = (name: string) => handlers.get(name) as Route['handler'];
  const routes = Object.entries(groups).map(([name, endpointsOf]) => ({
    endpoints: Object.values(endpointsOf),
    handler: handlerOf(name),
    timeoutSeconds: streamedGroups[name]?.timeoutSeconds,
  }));
  const api = `http://127.0.0.1:${port}`;
  const docs = `${api}/docs`;
  const shop = await startDemoShop({
    api,
    docs,
    publicKey: demo.public_key,
    secretKey: demo.secret_key,
    accessToken: async () => (await seedDemo({ directory })).access_token,
    open: besidePort(port, 'shop'),
  }).catch((error) => log.write('The demo shop could not be opened.', error));
  atStop(() => shop?.stop());

  const shown = { shop: shop?.url ?? '', inbox: mail.endpoint, vendors: standIns.endpoint };
  const probes = probesOf({
    dynamodb: dynamodb.endpoint,
    sqs,
    s3: `${queues.endpoint}/${filesBucket}`,
    ...{ mail: mail.endpoint, oidc: identity.endpoint, vendors: standIns.endpoint },
  });
  let history: Promise<unknown> = Promise.resolve();
  const hostRoute = hostEndpoints(
    {
      ...{ api, ...shown },
      engines: () => engineStates(probes),
      demo: { email: demo.email, userId: demo.user_id },
      demoFile: demoFile.startsWith(process.cwd()) ? relative(process.cwd(), demoFile) : demoFile,
      async demoToken(userAgent) {
        await history;
        return await demoToken({ api, directory, userAgent });
      },
      operatorToken: (userAgent) =>
        demoOperatorToken({ api, directory, userAgent, operatorToken: secrets.operator_token }),
    },
    { isExposed },
  );
  // The last one wins: the host's own /health checks its engines.
  const { handle } = gateway([...routes, hostRoute], handlerOf(service.unroutedGroup));
  const links = isExposed ? null : { ...shown, demo: demo.email };
  door.serve(withConsole(handle, { links, images: queues.endpoint }));
  // Last, since it loads half of the service: the first request need not wait for them.
  // Node's own folder within the one that was asked for.
  const compileCache = getCompileCacheDir();
  const workers = startWorkerThread(
    {
      ...{ directory, tables, dynamodb: dynamodb.endpoint, sqsEndpoint: queues.endpoint },
      compileCache: compileCache && dirname(compileCache),
    },
    dynamodb.own,
    { endWaits: queues.endWaits, log: log.write },
  );
  atStop(() => Promise.all([door.stop(finishMs), Promise.race([workers.stop(), delay(finishMs)])]));

  if (!empty) {
    let isStopped = false;
    // Beside everything else: only the console's sign-in waits for it, and for the totals a moment later.
    const adding = addDemoHistory(demo, { directory, isStopped: () => isStopped }).catch((error) =>
      log.write('The data of the demo account could not be added.', error),
    );
    const counted = () =>
      // An external engine does not tell how far the workers are.
      dynamodb.own
        ? Promise.race([workers.catchUp(), delay(catchUpMs, undefined, { ref: false })])
        : delay(800, undefined, { ref: false });
    history = adding.then((added) => (added ? counted() : undefined));
    atStop(() => {
      isStopped = true;
      return adding;
    });
  }

  const { operator_token } = secrets;
  const addresses = {
    dynamodb: endpoints.dynamodb,
    sqs: endpoints.sqs,
    s3: endpoints.s3,
    oidc: identity.endpoint,
  };
  return {
    facts: {
      api,
      docs,
      console: `${api}/console`,
      ...shown,
      operator_token,
      demo,
      engines: addresses,
    },
    broken: Promise.race([workers.died, ...(dynamodb.own ? [dynamodb.own.died] : [])]),
  };
}

/** Ends what is convenient while only this machine reaches the host: secrets that everybody knows, webhooks to itself. */
function closeToOthers(env: NodeJS.ProcessEnv): void {
  for (const name of ['BILLING_WEBHOOK_SECRET', 'PARTNER_WEBHOOK_KEY'])
    env[name] ??= randomBytes(32).toString('base64url');
  env.WEBHOOKS_TO_THIS_MACHINE = 'false';
}

/** Replaces the process's environment where the host decides; leftovers of a real AWS account go. */
function setEnvironment(values: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, values);
}
