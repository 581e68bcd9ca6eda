import { makeDeps } from '#functions/attribution/deps.ts';
import * as attribution from '#functions/attribution/endpoints.ts';
import { makeDeps as makeAccountDeps } from '#functions/auth/deps.ts';
import * as auth from '#functions/auth/endpoints.ts';
import { makeDeps as makeCompetitorDeps } from '#functions/competitors/deps.ts';
import * as competitors from '#functions/competitors/endpoints.ts';
import { makeDeps as makeConversionDeps } from '#functions/conversions/deps.ts';
import * as conversions from '#functions/conversions/endpoints.ts';
import { makeDeps as makeCreditDeps } from '#functions/credits/deps.ts';
import * as credits from '#functions/credits/endpoints.ts';
import { makeDeps as makeDashboardDeps } from '#functions/dashboard/deps.ts';
import * as dashboard from '#functions/dashboard/endpoints.ts';
import { makeDeps as makeDiscoverDeps } from '#functions/discover/deps.ts';
import * as discover from '#functions/discover/endpoints.ts';
import * as docs from '#functions/docs/endpoints.ts';
import { handler as docsHandler } from '#functions/docs/index.ts';
import { makeDeps as makeMailLinkDeps } from '#functions/mail-links/deps.ts';
import * as mailLinks from '#functions/mail-links/endpoints.ts';
import { makeDeps as makeMaintenanceDeps } from '#functions/maintenance/deps.ts';
import * as maintenance from '#functions/maintenance/endpoints.ts';
import { makeDeps as makeMediaDeps } from '#functions/media/deps.ts';
import * as media from '#functions/media/endpoints.ts';
import { makeDeps as makeNotificationDeps } from '#functions/notifications/deps.ts';
import * as notifications from '#functions/notifications/endpoints.ts';
import { makeDeps as makeOnboardingDeps } from '#functions/onboarding/deps.ts';
import * as onboarding from '#functions/onboarding/endpoints.ts';
import { makeDeps as makeOperatorAuthDeps } from '#functions/operator-auth/deps.ts';
import * as operatorAuth from '#functions/operator-auth/endpoints.ts';
import { makeDeps as makePixelDeps } from '#functions/pixel/deps.ts';
import * as pixel from '#functions/pixel/endpoints.ts';
import { makeDeps as makePromptDeps } from '#functions/prompts/deps.ts';
import * as prompts from '#functions/prompts/endpoints.ts';
import { makeDeps as makeTracingDeps } from '#functions/tracing/deps.ts';
import * as tracing from '#functions/tracing/endpoints.ts';
import { makeDeps as makeWebhookDeps } from '#functions/webhooks/deps.ts';
import * as webhooks from '#functions/webhooks/endpoints.ts';
import type { Route } from '#lib/local/gateway.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { libraryBehind } from './ad-library.ts';
import { billingBehind } from './billing-processor.ts';
import { type FunctionDeps, noWebsites } from './function-deps.ts';
import { modelsBehind } from './llm.ts';

/** Every group of endpoints as its Lambda answers it. */
export function routesOf(deps: FunctionDeps): Route[] {
  const { world, door, env, host, queuesOf, mailerOf, messengerOf, modelOf, objectsOf } = deps;
  const group = (endpoints: Record<string, AnyEndpoint>, makeGroupDeps: () => object): Route => ({
    endpoints: Object.values(endpoints),
    handler: httpLambda(Object.values(endpoints), makeGroupDeps),
  });
  return [
    group(attribution, () => ({
      ...makeDeps(host('attribution')),
      queues: queuesOf('attribution'),
      objects: objectsOf('attribution'),
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
      // What goes on while the request waits.
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
      // What goes on while the request waits.
      pause: () => deps.meanwhile(),
    })),
    group(webhooks, () => ({
      ...makeWebhookDeps(host('webhooks')),
      billing: billingBehind(world.processor, 'webhooks', door.pass),
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
    })),
    group(operatorAuth, () => makeOperatorAuthDeps(host('operator-auth'))),
    group(tracing, () => ({
      ...makeTracingDeps(host('tracing')),
      files: objectsOf('tracing'),
    })),
    { endpoints: Object.values(docs), handler: docsHandler },
  ];
}
