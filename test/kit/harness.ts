import { randomInt } from 'node:crypto';
import { groups } from '#functions/groups.ts';
import { handler as docsHandler } from '#functions/http/docs.ts';
import { needs as canaryNeeds } from '#functions/jobs/canary/needs.ts';
import { runCanary } from '#functions/jobs/canary/run-canary.ts';
import { needs as lifecycleMailNeeds } from '#functions/jobs/lifecycle-mail/needs.ts';
import { gateway } from '#lib/local/gateway.ts';
import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import { newAccount, type User } from '#shared/accounts/rules/users.ts';
import { invalidations } from '#shared/accounts/sign-in/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { assistantAds, startReportNeeds } from '#shared/assistant-ads/needs.ts';
import { startReports } from '#shared/assistant-ads/start-reports.ts';
import { type DepsOf, depsOf } from '#shared/aws/deps-of.ts';
import { nightNeeds } from '#shared/backup/needs.ts';
import { runAtNight } from '#shared/backup/run-at-night.ts';
import { billing, billingRecords } from '#shared/billing/needs.ts';
import { grantNeeds } from '#shared/credits/grants/needs.ts';
import { runScheduled } from '#shared/credits/grants/run-grants.ts';
import { credits } from '#shared/credits/needs.ts';
import { type Client, client } from '#shared/http/client.ts';
import { viewNeeds } from '#shared/http/view-needs.ts';
import { checkInAfterAWeek } from '#shared/mail/check-in-after-a-week.ts';
import { mailNeeds } from '#shared/mail/needs.ts';
import { retrySoonSeconds } from '#shared/messages/retry-soon.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { spendDays } from '#shared/spend/needs.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import { deadLettersIn } from './dead-letters.ts';
import { withDeclaredErrors } from './declared-errors.ts';
import { assertLimitDeclared } from './declared-limits.ts';
import { assertDocumented } from './declared-operations.ts';
import { functionDeps } from './function-deps.ts';
import { lazy } from './lazy.ts';
import { learnFromBody, learnFromHeader } from './learnt-secrets.ts';
import { type Fault, type Interference, outgoing } from './outgoing.ts';
import { routesOf } from './service-routes.ts';
import { consumersOf, isWorked, webhookDepsOf, workersOf } from './service-workers.ts';
import type { Sent, World } from './world.ts';

export { operatorDomain, operatorToken } from './function-deps.ts';
export { newWorld, type World } from './world.ts';

/** The stores that tests read and prepare directly. */
const storeNeeds = {
  ...grantNeeds,
  ...mailNeeds,
  ...viewNeeds,
  accountDeletions,
  assistantAds,
  billing,
  billingRecords,
  invalidations,
  keys,
  operatorDomain,
  spendDays,
};

export type TestApp = Awaited<ReturnType<typeof startApp>>;

type WorkedQueue = keyof ReturnType<typeof workersOf>;
type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type Clients = { [G in keyof typeof groups as Camel<G>]: Client<(typeof groups)[G]> };

export async function startApp(
  world: World,
  {
    fault = [],
    env = {},
    ...interference
  }: Omit<Interference, 'faults'> & { fault?: Fault | readonly Fault[]; env?: Record<string, string> } = {},
) {
  const door = outgoing({ faults: [fault].flat(), ...interference });
  const deps = functionDeps(world, door, env);
  const { host, queuesOf, workerDeps, noticeDeps, exportDeps, nudgeDeps, backupMethod, searchIndexDeps } = deps;
  const routes = routesOf(deps);
  const api = lazy(() => gateway(routes, docsHandler));
  const send = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const sourceIp = world.clientAddress;
    const requestBody = Buffer.from(await request.arrayBuffer());
    learnFromBody(requestBody.toString());
    for (const name of ['authorization', 'x-svc-dev-token', 'x-dev-token']) learnFromHeader(request.headers.get(name));
    const answer = await door.unit(() =>
      api().handle({
        method: request.method,
        path: url.pathname,
        query: url.search.slice(1),
        headers: [...request.headers],
        body: requestBody,
        sourceIp,
      }),
    );
    learnFromBody(String(answer.body));
    assertLimitDeclared((answer.headers as Record<string, string>)['ratelimit-policy'], env);
    const body = answer.status === 204 || answer.status === 304 ? null : (answer.body as string);
    return new Response(body, { status: answer.status, headers: answer.headers as Record<string, string> });
  };

  deps.send = send;
  const inUnits = <T extends object>(handlers: T): T =>
    Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [name, (...given: unknown[]) => door.unit(() => handle(...given))]),
    ) as T;
  const streamWorkers = lazy(() => {
    const { consumers, searchIndex } = consumersOf(deps);
    return { consumers: inUnits(consumers), searchIndex: inUnits(searchIndex) };
  });
  const workers = lazy(() => inUnits(workersOf(deps)));
  // Requests wait only for discoveries, so only these run in the background.
  let meanwhile: Promise<void> | undefined;
  deps.meanwhile = () => {
    meanwhile ??= workDiscoveries().finally(() => {
      meanwhile = undefined;
    });
    return meanwhile;
  };
  async function workDiscoveries() {
    await world.streams.deliver(streamWorkers().consumers);
    for (const name of ['effects', 'discovery'] as const)
      for (const sentMessage of world.messages.filter(({ queue }) => queue === name))
        if (await isWorked(workers()[name], sentMessage.message)) world.messages.splice(world.messages.indexOf(sentMessage), 1);
  }
  const ownHost = lazy(() => {
    const { dynamo: _, transport: __, exchange: ___, ...rest } = host('attribution');
    return rest;
  });
  const stores = lazy(() => depsOf(storeNeeds, ownHost()));

  const app = {
    world,
    send,
    routes,
    get consumers() {
      return streamWorkers().consumers;
    },
    workerDeps,
    noticeDeps,
    exportDeps,
    nudgeDeps,
    webhookDeps: () => webhookDepsOf(deps),
    calls: door.calls,
    traces: door.traces,
    restart: () => startApp(world, { env }),
    settle: async () => {
      await world.streams.deliver(streamWorkers().consumers);
      for (const sentMessage of world.messages.filter(({ queue }) => queue === 'bulk_mail'))
        if (await isWorked(workers().bulk_mail, sentMessage.message)) world.messages.splice(world.messages.indexOf(sentMessage), 1);
    },
    settleSearch: () => world.streams.deliver({ ...streamWorkers().consumers, ...streamWorkers().searchIndex }),
    get searchIndex() {
      return streamWorkers().searchIndex;
    },
    searchIndexDeps,
    attempt: (queue: WorkedQueue, message: object, receives?: number) => isWorked(workers()[queue], message, receives),
    async work(queue: WorkedQueue) {
      const worked = new Set<string>();
      for (let at = 0; at < world.messages.length; ) {
        const sentMessage = world.messages[at] as Sent;
        if (sentMessage.queue !== queue) {
          at++;
          continue;
        }
        // A message that waits for other work of its account comes back when its delay is over.
        const { delaySeconds = 0, message } = sentMessage;
        const isBack = worked.has(JSON.stringify(message));
        if (isBack && delaySeconds <= retrySoonSeconds[1]) world.clock.now += delaySeconds * 1000;
        worked.add(JSON.stringify(message));
        if (await isWorked(workers()[queue], sentMessage.message)) world.messages.splice(world.messages.indexOf(sentMessage), 1);
        else throw new Error(`A message of ${queue} has failed.`);
      }
    },
    async signIn(userId: number) {
      const { token } = await stores().tokens.issue('access', userId);
      return { authorization: `Bearer ${token}` };
    },
    checkInAfterAWeek: () =>
      checkInAfterAWeek({ scheduledAt: new Date(world.clock.now).toISOString() }, depsOf(lifecycleMailNeeds, host('lifecycle-mail'))),
    startReports: (at = world.clock.now) =>
      startReports({ scheduledAt: new Date(at).toISOString() }, depsOf(startReportNeeds, host('assistant-ads'))),
    async walkStage(over: Partial<DepsOf<typeof canaryNeeds>> = {}) {
      const deps = {
        ...depsOf(canaryNeeds, host('canary')),
        fetch: ((url, init) => send(new Request(url, init))) as typeof fetch,
        pause: () => world.streams.deliver(streamWorkers().consumers),
        deadLetters: deadLettersIn(world, 'canary', (_, call) => call()),
      };
      const scheduledAt = new Date(world.clock.now).toISOString();
      return await runCanary({ job: 'canary', scheduledAt }, { ...deps, ...over });
    },
    get users() {
      return stores().users;
    },
    get devUsers() {
      return stores().devUsers;
    },
    runScheduled: (event: JobEvent) => runScheduled(event, { ...depsOf(grantNeeds, host('grant-jobs')), queues: queuesOf('grant-jobs') }),
    runAtNight: (event: JobEvent) =>
      runAtNight(event, {
        ...depsOf(nightNeeds, host('night-jobs')),
        queues: queuesOf('night-jobs'),
        ...backupMethod(),
      }),
    viewDeps: () => depsOf(storeNeeds, ownHost()),
    get userHash() {
      return stores().secrets.hashUser;
    },
    get ledger() {
      return depsOf({ credits }, host('maintenance')).credits;
    },
    get spendDays() {
      return stores().spendDays;
    },
    get licenceStore() {
      return stores().licences;
    },
  };
  return withClients(app, send);
}

function withClients<A extends object>(app: A, send: (request: Request) => Promise<Response>): A & Clients {
  for (const [name, group] of Object.entries(groups)) {
    const clientOf = lazy(() => {
      assertDocumented();
      return withDeclaredErrors(group, client(group, send));
    });
    const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    Object.defineProperty(app, property, { get: clientOf, enumerable: true, configurable: true });
  }
  return app as A & Clients;
}

export async function newUser(app: TestApp, fields: Partial<User> = {}) {
  const id = randomInt(1, 2 ** 47);
  const email = `user${id}@company.example`;
  const createdAt = new Date(app.world.clock.now).toISOString();
  await app.users.create(newAccount({ id, email, emailVerified: true, createdAt, fullName: 'Ada Example', ...fields }));
  return { id, email, headers: await app.signIn(id) };
}

export async function newAdvertiser(app: TestApp, environment: 'live' | 'test' = 'live') {
  const user = await newUser(app);
  const issue = async (body: Parameters<TestApp['keys']['createKey']>[0]['body']) => {
    const answer = await app.keys.createKey({ body, headers: user.headers });
    if (answer.status !== 201) throw new Error(`createKey: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const pixelKey = (await issue({ name: 'Shop', kind: 'public', environment })).key;
  const secret = await issue({ name: 'Back end', kind: 'secret', environment });
  const click = async (parameters = 'svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1', key = pixelKey) => {
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
