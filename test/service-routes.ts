import * as attribution from '#functions/attribution/endpoints.ts';
import * as auth from '#functions/auth/endpoints.ts';
import * as competitors from '#functions/competitors/endpoints.ts';
import * as conversions from '#functions/conversions/endpoints.ts';
import * as credits from '#functions/credits/endpoints.ts';
import * as dashboard from '#functions/dashboard/endpoints.ts';
import * as discover from '#functions/discover/endpoints.ts';
import * as docs from '#functions/docs/endpoints.ts';
import { handler as docsHandler } from '#functions/docs/index.ts';
import * as mailLinks from '#functions/mail-links/endpoints.ts';
import * as maintenance from '#functions/maintenance/endpoints.ts';
import * as media from '#functions/media/endpoints.ts';
import * as notifications from '#functions/notifications/endpoints.ts';
import * as onboarding from '#functions/onboarding/endpoints.ts';
import * as operatorAuth from '#functions/operator-auth/endpoints.ts';
import * as pixel from '#functions/pixel/endpoints.ts';
import * as prompts from '#functions/prompts/endpoints.ts';
import * as tracing from '#functions/tracing/endpoints.ts';
import * as webhooks from '#functions/webhooks/endpoints.ts';
import type { Route } from '#lib/local/gateway.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { makeAccountDeps } from '#shared/make-deps/accounts.ts';
import { makeDeps } from '#shared/make-deps/attribution.ts';
import { makeCompetitorDeps } from '#shared/make-deps/competitors.ts';
import { makeConversionDeps, makePixelDeps } from '#shared/make-deps/conversions.ts';
import { makeCreditDeps } from '#shared/make-deps/credits.ts';
import { makeDashboardDeps } from '#shared/make-deps/dashboard.ts';
import { makeDiscoverDeps } from '#shared/make-deps/discovery.ts';
import { makeMailLinkDeps } from '#shared/make-deps/mail-links.ts';
import { makeMaintenanceDeps } from '#shared/make-deps/maintenance.ts';
import { makeMediaDeps } from '#shared/make-deps/media.ts';
import { makeNotificationDeps } from '#shared/make-deps/notifications.ts';
import { makeOnboardingDeps } from '#shared/make-deps/onboarding.ts';
import { makeOperatorAuthDeps } from '#shared/make-deps/operator-auth.ts';
import { makePromptDeps } from '#shared/make-deps/prompts.ts';
import { makeTracingDeps } from '#shared/make-deps/tracing.ts';
import { makeWebhookDeps } from '#shared/make-deps/webhooks.ts';
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
