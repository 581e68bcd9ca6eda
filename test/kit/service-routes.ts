import { makeDeps } from '#functions/http/attribution/deps.ts';
import * as attribution from '#functions/http/attribution/endpoints.ts';
import { makeDeps as makeAccountDeps } from '#functions/http/auth/deps.ts';
import * as auth from '#functions/http/auth/endpoints.ts';
import { makeDeps as makeCompetitorDeps } from '#functions/http/competitors/deps.ts';
import * as competitors from '#functions/http/competitors/endpoints.ts';
import { makeDeps as makeConversionDeps } from '#functions/http/conversions/deps.ts';
import * as conversions from '#functions/http/conversions/endpoints.ts';
import { makeDeps as makeCreditDeps } from '#functions/http/credits/deps.ts';
import * as credits from '#functions/http/credits/endpoints.ts';
import { makeDeps as makeDashboardDeps } from '#functions/http/dashboard/deps.ts';
import * as dashboard from '#functions/http/dashboard/endpoints.ts';
import { makeDeps as makeDiscoverDeps } from '#functions/http/discover/deps.ts';
import * as discover from '#functions/http/discover/endpoints.ts';
import * as docs from '#functions/http/docs/endpoints.ts';
import { handler as docsHandler } from '#functions/http/docs/index.ts';
import { makeDeps as makeMailLinkDeps } from '#functions/http/mail-links/deps.ts';
import * as mailLinks from '#functions/http/mail-links/endpoints.ts';
import { makeDeps as makeMaintenanceDeps } from '#functions/http/maintenance/deps.ts';
import * as maintenance from '#functions/http/maintenance/endpoints.ts';
import { makeDeps as makeMcpDeps } from '#functions/http/mcp/deps.ts';
import * as mcp from '#functions/http/mcp/endpoints.ts';
import { makeDeps as makeMediaDeps } from '#functions/http/media/deps.ts';
import * as media from '#functions/http/media/endpoints.ts';
import { makeDeps as makeNotificationDeps } from '#functions/http/notifications/deps.ts';
import * as notifications from '#functions/http/notifications/endpoints.ts';
import { makeDeps as makeOnboardingDeps } from '#functions/http/onboarding/deps.ts';
import * as onboarding from '#functions/http/onboarding/endpoints.ts';
import { makeDeps as makeOperatorAuthDeps } from '#functions/http/operator-auth/deps.ts';
import * as operatorAuth from '#functions/http/operator-auth/endpoints.ts';
import { makeDeps as makePixelDeps } from '#functions/http/pixel/deps.ts';
import * as pixel from '#functions/http/pixel/endpoints.ts';
import { makeDeps as makePromptDeps } from '#functions/http/prompts/deps.ts';
import * as prompts from '#functions/http/prompts/endpoints.ts';
import { makeDeps as makeTracingDeps } from '#functions/http/tracing/deps.ts';
import * as tracing from '#functions/http/tracing/endpoints.ts';
import { makeDeps as makeWebhookDeps } from '#functions/http/webhooks/deps.ts';
import * as webhooks from '#functions/http/webhooks/endpoints.ts';
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
  ...{ service: 'dynamodb', jsonVersion: '1.0', region: 'us-east-1', endpoint: engineEndpoint },
  credentials: () => ({ accessKeyId: 'test', secretAccessKey: 'test' }),
});

export function routesOf(deps: FunctionDeps): Route[] {
  const { world, door, env, host, queuesOf, mailerOf, messengerOf, modelOf, objectsOf } = deps;
  const group = (endpoints: Record<string, AnyEndpoint>, makeGroupDeps: () => object): Route => {
    const all = Object.values(endpoints);
    const handler = lazy(() => httpLambda(all, makeGroupDeps));
    return { endpoints: all, handler: (event, context) => handler()(event, context) };
  };
  return [
    group(attribution, () => ({
      ...makeDeps(host('attribution')),
      queues: queuesOf('attribution'),
      objects: objectsOf('attribution'),
      pause: () => deps.meanwhile(),
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
      queues: queuesOf('competitors'),
      adsTimeoutMs: world.adsTimeoutMs,
      async pause(milliseconds: number) {
        await deps.meanwhile();
        await world.pause(milliseconds);
      },
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
      files: objectsOf('prompts'),
    })),
    group(dashboard, () => ({
      ...makeDashboardDeps(host('dashboard')),
      files: objectsOf('dashboard'),
    })),
    group(discover, () => ({
      ...makeDiscoverDeps(host('discover')),
      ...(!env.SITE_HOSTS && { web: noWebsites }),
      pause: () => deps.meanwhile(),
    })),
    group(webhooks, () => ({
      ...makeWebhookDeps(host('webhooks')),
      billing: billingBehind(world.processor, 'webhooks', door.pass),
    })),
    group(mcp, () => ({
      ...makeMcpDeps(host('mcp')),
      fetch: (url: string | URL | Request, init?: RequestInit) =>
        door.pass({ by: 'mcp', operation: 'fetch' }, () => deps.send(new Request(url, init))),
    })),
    group(media, () => ({
      ...makeMediaDeps(host('media')),
      files: objectsOf('media'),
    })),
    group(mailLinks, () => ({
      ...makeMailLinkDeps(host('mail-links')),
      files: objectsOf('mail-links'),
      exportFiles: objectsOf('mail-links'),
    })),
    group(maintenance, () => ({
      ...makeMaintenanceDeps(host('maintenance')),
      ...deps.backupMethod(),
      billing: billingBehind(world.processor, 'maintenance', door.pass),
      queues: queuesOf('maintenance'),
      deadLetters: deadLettersIn(world, 'maintenance', door.pass),
      streams: (target: string, input: object) =>
        door.pass({ by: 'maintenance', operation: target.split('.')[1] ?? '' }, () => streams(target, input)),
      backupFiles: objectStoreIn(world.backups, 'maintenance', door.pass),
    })),
    group(operatorAuth, () => makeOperatorAuthDeps(host('operator-auth'))),
    group(tracing, () => ({
      ...makeTracingDeps(host('tracing')),
      files: objectsOf('tracing'),
    })),
    { endpoints: Object.values(docs), handler: docsHandler },
  ];
}
