import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { streamedFunctions } from '#functions/http.ts';
import { served } from '#functions/served.ts';
import { service } from '#lib/cloud/service-description.ts';
import { refuseMisspeltSettings } from '#lib/cloud/settings.ts';
import { bucketAt } from '#shared/aws/bucket-at.ts';
import { signed } from '#shared/aws/context.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { withConsole } from './console-files.ts';
import { createBucket } from './create-bucket.ts';
import { createQueues } from './create-queues.ts';
import { namingFullDisk, openDataFolder } from './data-folder.ts';
import type { Demo } from './demo.ts';
import { startDemoShop } from './demo-shop/shop.ts';
import { engineStates, probesOf } from './engine-states.ts';
import { engineAt } from './engines/dynamodb-call.ts';
import { backupBucket, exportBucket, filesBucket, localEnvironment } from './environment.ts';
import { filesPath, serveFiles } from './file-links.ts';
import { gateway, type Route } from './gateway.ts';
import { hostEndpoints } from './host-endpoints.ts';
import { httpServer } from './http-server.ts';
import { loadHandlers } from './invoker.ts';
import { loopback } from './listen.ts';
import { withLongRequests } from './long-requests.ts';
import { offersOf } from './machine-only.ts';
import { openPort, siblingPort } from './open-port.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { refuseHalfRestored } from './refuse-half-restored.ts';
import { refuseMoved } from './refuse-moved.ts';
import { createTables } from './resources.ts';
import { secretsIn } from './secrets.ts';
import { openServiceLog, type ServiceLog } from './service-log.ts';
import { startCells } from './start-cells.ts';
import { type DynamoDbEngine, startEngines } from './start-engines.ts';
import { type LongWork, longWork } from './start-long-work.ts';
import { startMocks } from './start-mocks.ts';
import { startWorkerThread, type WorkerThread } from './start-worker-thread.ts';

export type Facts = {
  api: string;
  docs: string;
  console: string;
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
  dynamo: Dynamo;
  demoData: Promise<void>;
  broken: Promise<string>;
  stop(): Promise<void>;
};

const [readyMs, booksMs] = [10_000, 60_000];

const finishMs = 1500;

const noWorkers: WorkerThread = {
  died: new Promise(() => {}),
  catchUp: async () => {},
  stop: async () => {},
};
const noDemo: Demo = {
  user_id: 0,
  email: '',
  password: '',
  access_token: '',
  public_key: '',
  secret_key: '',
};

type Settings = {
  directory: string;
  port: number | undefined;
  empty?: boolean;
  address?: string;
  publicUrl?: string | undefined;
  /** A trial answers requests, and nothing else: it makes no demo account, and sends and counts nothing. */
  isTrial?: boolean;
};
type AtStop = (close: () => unknown) => void;

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
    throw namingFullDisk(settings.directory, error);
  }
}

async function start(
  { directory, port: wishedPort, empty, address = loopback, publicUrl, isTrial = false }: Settings,
  log: ServiceLog,
  atStop: AtStop,
): Promise<Pick<Host, 'facts' | 'dynamo' | 'demoData' | 'broken'>> {
  refuseMisspeltSettings(process.env);
  const door = httpServer((error) => log.write('A request has failed.', error));
  const offers = offersOf({ isExposed: address !== loopback || publicUrl !== undefined });
  refuseForeign(door.server, {
    answersOrigins: true,
    ...(publicUrl && { publicHost: new URL(publicUrl).host }),
  });
  const port = await openPort(door.server, wishedPort, address);
  atStop(() => door.stop(0));
  const secrets = secretsIn(directory);

  const engines = await startEngines(
    directory,
    process.env.DYNAMODB_ENDPOINT,
    { offers, engineKey: secrets.engine_key, inboxPort: siblingPort(port, 'inbox') },
    (engine) => atStop(() => engine.stop()),
  );
  const { dynamodb, queues, mail, identity } = engines;
  const engine = dynamodb.own?.call ?? engineAt(dynamodb.endpoint, secrets.engine_key);
  setOwnEngine(dynamodb.own?.dynamo);
  const problem = damageOf(dynamodb);
  if (problem) {
    log.write(problem);
    log.screen.error(`${problem}\n`);
  }
  const endpoints = {
    dynamodb: dynamodb.endpoint,
    sqs: queues.endpoint,
    s3: queues.endpoint,
    ses: mail.endpoint,
    oidc: identity?.endpoint,
  };
  const mocks =
    offers.mock_servers && identity ? await startMocks({ port, sqs: endpoints.sqs, idToken: identity.idToken, atStop }) : undefined;
  const baseUrls = { api: publicUrl ?? `http://127.0.0.1:${port}`, ...mocks?.vendors };
  setEnvironment({
    ...localEnvironment(process.env, endpoints, secrets, baseUrls, offers),
    FILES_URL: `${baseUrls.api}${filesPath}`,
    // Behind a proxy, this machine may not reach its own public address.
    API_INTERNAL_URL: `http://127.0.0.1:${port}`,
  });

  // This check precedes the tables' streams, because a restore must not create stream records.
  await refuseHalfRestored(ownOrAt(dynamodb), directory);
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const [tables, handlers] = await Promise.all([
    createTables(engine),
    loadHandlers(),
    createQueues(sqs, queues.endpoint),
    createBucket(queues.endpoint, exportBucket, secrets.engine_key),
    createBucket(queues.endpoint, filesBucket, secrets.engine_key),
    createBucket(queues.endpoint, backupBucket, secrets.engine_key),
  ]);
  await startCells(ownOrAt(dynamodb));
  const { addDemoHistory, planDemoHistory } = await import('./demo-history.ts');
  const { addDemoExtras, addDemoReports, planDemoExtras } = await import('./demo-extras.ts');
  const { addDemoTour } = await import('./demo-tour.ts');
  const { addDemoSpend, planDemoSpend } = await import('./demo-spend.ts');
  const { addDemoBooks, planDemoBooks } = await import('./demo-books.ts');
  const { demoToken, seedDemo } = await import('./demo.ts');
  const { demoOperatorToken } = await import('./demo-operator.ts');
  const demoFile = join(directory, 'demo.json');
  const isPlanned = !empty && !existsSync(demoFile);
  const now = Date.now();
  if (isPlanned)
    await Promise.all([
      planDemoExtras(directory),
      planDemoHistory(directory, now),
      planDemoSpend(directory, now),
      planDemoBooks(directory, now),
    ]);
  const demo = isTrial ? noDemo : await seedDemo({ directory, offers, isPlanned });

  const compileCacheDir = getCompileCacheDir();
  const compileCache = compileCacheDir && dirname(compileCacheDir);
  const [files, reports] = [1, 2].map(() => longWork({ compileCache }, dynamodb.own, { log: log.write })) as [LongWork, LongWork];
  const handlerOf = (name: string) => handlers.get(name) as Route['handler'];
  const routes = Object.entries(served).map(([name, endpointsOf]) => ({
    endpoints: Object.values(endpointsOf),
    handler: withLongRequests(name, Object.values(endpointsOf), handlerOf(name), { files, reports }),
    timeoutSeconds: streamedFunctions[name]?.timeoutSeconds,
  }));
  const api = `http://127.0.0.1:${port}`;
  const docs = `${api}/docs`;
  const openShop = () =>
    startDemoShop({
      api,
      docs,
      publicKey: demo.public_key,
      secretKey: demo.secret_key,
      accessToken: async () => (await seedDemo({ directory, offers })).access_token,
      open: siblingPort(port, 'shop'),
    }).catch((error) => log.write('The demo shop could not be opened.', error));
  const shop = offers.demo_shop ? await openShop() : undefined;
  atStop(() => shop?.stop());

  const shown = {
    shop: shop?.url ?? '',
    inbox: offers.mail_inbox ? mail.endpoint : '',
    vendors: mocks?.endpoint ?? '',
  };
  const probes = probesOf({
    dynamodb: dynamodb.endpoint,
    sqs,
    s3: `${queues.endpoint}/${filesBucket}`,
    mail: mail.endpoint,
    oidc: identity?.endpoint,
    vendors: mocks?.endpoint,
    engineKey: secrets.engine_key,
    directory,
  });
  let demoData: Promise<void> = Promise.resolve();
  let extrasAdded: Promise<void> = Promise.resolve();
  const hostRoute = hostEndpoints(
    {
      api,
      ...shown,
      engines: () => engineStates(probes),
      demo: { email: demo.email, userId: demo.user_id },
      demoFile: demoFile.startsWith(process.cwd()) ? relative(process.cwd(), demoFile) : demoFile,
      async demoToken(userAgent) {
        await Promise.all([demoData, extrasAdded]);
        return await demoToken({ api, directory, userAgent, offers });
      },
      operatorToken: (userAgent) => demoOperatorToken({ api, directory, userAgent, operatorToken: secrets.operator_token }),
    },
    offers,
  );
  // The last route wins, so /health checks the host's engines.
  const { handle } = gateway([...routes, hostRoute], handlerOf(service.unroutedFunction));
  const links = offers.start_page ? { ...shown, demo: demo.email } : null;
  const frontEnds = (process.env.FRONT_END_ORIGINS ?? '').split(',');
  door.serve(
    withConsole(handle, { links, files: baseUrls.api }),
    serveFiles({
      engine: queues.endpoint,
      key: secrets.engine_key,
      frontEnds,
      uploads: bucketAt(exportBucket),
    }),
  );
  // The workers load half of the service, so they start after the first request is possible.
  const places = { directory, tables, dynamodb: dynamodb.endpoint, sqsEndpoint: queues.endpoint };
  const workers = isTrial
    ? noWorkers
    : startWorkerThread({ ...places, compileCache }, dynamodb.own, {
        endWaits: queues.endWaits,
        log: log.write,
        longWork: files,
      });
  atStop(files.stop);
  atStop(reports.stop);
  atStop(() => Promise.all([door.stop(finishMs), Promise.race([workers.stop(), delay(finishMs)])]));

  if (!empty) {
    let isStopped = false;
    const adding = addDemoHistory(demo, { directory, isStopped: () => isStopped }).catch((error) =>
      log.write('The data of the demo account could not be added.', error),
    );
    const spend = () =>
      addDemoSpend({ api, directory, accessToken: demo.access_token }).catch((error) =>
        log.write('The spend of the demo account could not be added.', error),
      );
    const counted = (ms: number) =>
      Promise.race([...(dynamodb.own ? [workers.catchUp()] : []), delay(dynamodb.own ? ms : 800, undefined, { ref: false })]);
    const books = () =>
      addDemoBooks({
        api,
        directory,
        keys: demo,
        accessToken: demo.access_token,
        counted: () => counted(booksMs),
      }).catch((error) => log.write('The books of the demo account could not be added.', error));
    const extras = () =>
      addDemoExtras({ api, directory, operatorToken: secrets.operator_token, demo, shop: shown.shop }).catch((error) =>
        log.write('The rest of the demo data could not be added.', error),
      );
    demoData = adding.then((isAdded) => (isAdded ? counted(readyMs) : undefined));
    extrasAdded = demoData.then(async () => {
      if (!isStopped) await spend();
      if (!isStopped) await books();
      if (!isStopped && offers.mock_servers) await extras();
    });
    const reports = () =>
      addDemoReports({
        directory,
        demo,
        isStopped: () => isStopped,
        addTour: () =>
          addDemoTour({
            api,
            demo,
            isStopped: () => isStopped,
            vendors: shown.vendors,
            operatorToken: secrets.operator_token,
          }),
      }).catch((error) => log.write('The last of the demo data could not be added.', error));
    let reporting: Promise<void> | undefined;
    void extrasAdded.then(() => {
      if (!isStopped && offers.mock_servers) reporting = reports();
    });
    atStop(() => {
      isStopped = true;
      return Promise.all([adding, reporting]);
    });
  }

  const { operator_token } = secrets;
  const addresses = {
    dynamodb: endpoints.dynamodb,
    sqs: endpoints.sqs,
    s3: endpoints.s3,
    oidc: identity?.endpoint ?? '',
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
    dynamo: ownOrAt(dynamodb),
    demoData,
    broken: Promise.race([workers.died, ...(dynamodb.own ? [dynamodb.own.died] : [])]),
  };
}

function damageOf({ own: embedded }: DynamoDbEngine): string | undefined {
  if (!embedded || embedded.damagedFrames === 0) return undefined;
  return `The last ${embedded.damagedFrames} pages of the database's log could not be read, and their writes are lost. If the machine lost its power, no caller had an answer to these writes; otherwise check the disk.`;
}

const ownOrAt = ({ own: embedded }: DynamoDbEngine) => embedded?.dynamo ?? signedDynamo(signed({}, 'DYNAMODB'));

function setEnvironment(values: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, values);
}
