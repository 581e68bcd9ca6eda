import type { HttpFunctionName } from '#functions/http.ts';
import { servedBy } from '#functions/served.ts';
import type { Route } from '#lib/local/gateway.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { libraryBehind } from './ad-library.ts';
import { billingBehind } from './billing-processor.ts';
import { deadLettersIn } from './dead-letters.ts';
import { engineEndpoint } from './engine.ts';
import { type FunctionDeps, noWebsites } from './function-deps.ts';
import { lazy } from './lazy.ts';
import { modelsBehind } from './llm.ts';
import { objectStoreIn } from './object-store.ts';

const streams = signedAws({
  service: 'dynamodb',
  jsonVersion: '1.0',
  region: 'us-east-1',
  endpoint: engineEndpoint,
  credentials: () => ({ accessKeyId: 'test', secretAccessKey: 'test' }),
});

/** The functions as the service makes them, with parts of the tests' world in place of vendors and queues. */
export function routesOf(deps: FunctionDeps): Route[] {
  const { world, door, env, host, queuesOf, mailerOf, messengerOf, modelOf, objectsOf } = deps;
  const ofAdvertisers = (name: 'attribution' | 'attribution-reads') => () => ({
    queues: queuesOf(name),
    objects: objectsOf(name),
    pause: () => deps.meanwhile(),
  });
  const parts: Partial<Record<HttpFunctionName, () => object>> = {
    attribution: ofAdvertisers('attribution'),
    'attribution-reads': ofAdvertisers('attribution-reads'),
    auth: () => ({ mailer: mailerOf('auth'), messenger: messengerOf('auth'), queues: queuesOf('auth') }),
    competitors: () => ({
      ...(!env.SOCIAL_BASE_URL && { adLibrary: libraryBehind(world.library, 'competitors', door.pass) }),
      queues: queuesOf('competitors'),
      adsTimeoutMs: world.adsTimeoutMs,
      async pause(milliseconds: number) {
        await deps.meanwhile();
        await world.pause(milliseconds);
      },
    }),
    onboarding: () => ({
      ...modelOf('onboarding'),
      moderation: modelsBehind(world.models, 'onboarding', door.pass).moderation,
    }),
    prompts: () => ({ ...modelOf('prompts'), files: objectsOf('prompts') }),
    dashboard: () => ({ files: objectsOf('dashboard') }),
    discover: () => ({ ...(!env.SITE_HOSTS && { web: noWebsites }), pause: () => deps.meanwhile() }),
    webhooks: () => ({ billing: billingBehind(world.processor, 'webhooks', door.pass) }),
    mcp: () => ({
      fetch: (url: string | URL | Request, init?: RequestInit) =>
        door.pass({ by: 'mcp', operation: 'fetch' }, () => deps.send(new Request(url, init))),
    }),
    media: () => ({ files: objectsOf('media') }),
    'mail-links': () => ({ files: objectsOf('mail-links'), exportFiles: objectsOf('mail-links') }),
    maintenance: () => ({
      ...deps.backupMethod(),
      billing: billingBehind(world.processor, 'maintenance', door.pass),
      queues: queuesOf('maintenance'),
      deadLetters: deadLettersIn(world, 'maintenance', door.pass),
      streams: (target: string, input: object) =>
        door.pass({ by: 'maintenance', operation: target.split('.')[1] ?? '' }, () => streams(target, input)),
      backupFiles: objectStoreIn(world.backups, 'maintenance', door.pass),
    }),
    tracing: () => ({ files: objectsOf('tracing') }),
  };
  return (Object.keys(servedBy) as HttpFunctionName[]).map((name) => {
    const serves = servedBy[name];
    const endpoints: readonly AnyEndpoint[] = Object.values(serves.endpoints);
    if (name === 'docs') return { endpoints, handler: serves.handler };
    const handler = lazy(() => httpLambda(endpoints, () => ({ ...serves.makeDeps(host(name)), ...parts[name]?.() })));
    return { endpoints, handler: (event, context) => handler()(event, context) };
  });
}
