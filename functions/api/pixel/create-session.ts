import * as z from 'zod';
import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { networkKeys, readUserAgent } from '#shared/clicks/needs.ts';
import { factsOf } from '#shared/clicks/rules/click-facts.ts';
import { PixelConsent, statementIn } from '#shared/consent/consent-schema.ts';
import { clicks } from '#shared/conversions/needs.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { readLanding } from '#shared/conversions/rules/landing.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import { visits } from '#shared/destinations/needs.ts';
import { mayKeep } from '#shared/destinations/rules/may-keep.ts';
import { visitOf } from '#shared/destinations/rules/sealed-texts.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { log } from '#shared/log.ts';
import { days } from '#shared/values/durations.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { ClickId } from './click-id.ts';
import { clickRequestOf } from './click-request.ts';
import { hasSameOwner } from './has-same-owner.ts';
import { consumePixel, pixelLimitNeeds, pixelPolicy } from './pixel-limit.ts';
import { verifyReasonNeeds, verifyReasonOf } from './verify-reason.ts';

const needs = { ...verifyReasonNeeds, ...pixelLimitNeeds, clicks, networkKeys, readUserAgent, visits };
type Deps = DepsOf<typeof needs>;

/** A union of schemas would answer a wrong word without its place. */
const SessionConsent = z
  .custom<boolean | z.input<typeof PixelConsent>>()
  .transform((value, context): boolean | z.output<typeof PixelConsent> => {
    if (typeof value === 'boolean') return value;
    const result = PixelConsent.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  })
  .meta({
    anyOf: [{ type: 'boolean' }, { $ref: `#/components/schemas/${z.globalRegistry.get(PixelConsent)?.id}` }],
  });

export const createSession = defineEndpoint({
  id: 'createSession',
  method: 'POST',
  path: '/api/v1/pixel/sessions',
  auth: 'pixelKey',
  needs,
  cors: 'any_origin',
  summary: 'Record an ad click',
  description:
    'Records an ad click from its landing page and returns the click ID. Campaign, ad group and ad are read from `svc_campaign`, `svc_ad_group`, `svc_ad_id` of the landing address, else from ' +
    '`utm_campaign`, `utm_term`, `utm_content`. A visit without a campaign is organic. A browser that generates the click ID itself sends it as `sid`: a retry changes nothing and returns the stored session.\n\n' +
    'Limit: 50 sessions and events a second per key and network (IPv4 /24, IPv6 /56), with a burst of 200; for a network ' +
    'with all its keys together 50 requests a second, with a burst of 5,000. Above a limit the request is `429` with ' +
    '`Retry-After`, and nothing is stored.',
  body: z
    .object({
      key: z.string().meta({ description: 'A public pixel key (pk_…).' }),
      url: z
        .url({ protocol: /^https?$/ })
        .max(8192)
        .meta({ description: 'The URL of the landing page, with its parameters.' }),
      sid: ClickId.nullish().meta({
        description: 'A random click ID generated in the browser, so that it is known before the response. Use the one in the response.',
      }),
      referrer: z.string().max(8192).nullish().meta({
        description: 'The address of the page before. Only its host is stored, and only of another site.',
      }),
      vid: z
        .string()
        .regex(/^v_[0-9A-Za-z]{22}$/, 'A visitor id from an earlier answer expected')
        .nullish()
        .meta({ description: 'The visitor id of an earlier response.' }),
      consent: SessionConsent.nullish().meta({
        description:
          "`false` if the visitor must not be recognized again. An object is the answer of the page's banner about ads; then a visitor id is used if you send one, and never made.",
      }),
      webdriver: z.boolean().nullish().meta({
        description: '`true` if a program drives the browser (`navigator.webdriver`). The click counts as a bot.',
      }),
      internal: z.boolean().nullish().meta({
        description: '`true` if the visitor belongs to your staff. The click counts as internal.',
      }),
    })
    .meta({ id: 'CreateSessionRequest' }),
  responses: {
    201: z
      .object({
        sid: z.string().meta({ description: 'The click ID; send it as `svc_click_id`.' }),
        vid: z.string().nullable().meta({ description: 'The visitor id; null without consent.' }),
        expires_at: z.iso.datetime().meta({ description: 'When the click stops earning conversions.' }),
        verify: z.literal(true).optional().meta({
          description: 'Present if the click may be of a bot. Then send `reportInteraction` once a person uses the page.',
        }),
      })
      .meta({ id: 'NewSession' }),
  },
  errors: [apiKeyErrors.origin_not_allowed, serviceErrors.too_many_requests],
  rateLimit: pixelPolicy,
  answers: {
    201: 'The click was recorded. Keep `sid`: it is the click ID that conversions name.',
  },
  example: {
    body: {
      key: 'pk_live_EXAMPLE',
      url: 'https://shop.example/shoes?svc_campaign=spring_sale&svc_ad_group=running_shoes&svc_ad_id=ad_42',
    },
    responses: {
      201: {
        sid: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
        vid: 'v_9KdTq0ZkJ8vW2nRxLmP7aB',
        expires_at: '2026-12-21T09:00:00.000Z',
      },
    },
  },

  async handle({ body, actor, sourceIp, header }, deps) {
    const headers = await consumePixel(1, { actor, sourceIp }, deps);
    const { clicks, now, networkKeys, readUserAgent } = deps;
    const createdAt = now();
    const url = new URL(body.url);
    const { landing, source, hasOwnCampaign } = readLanding(url);
    const { campaign, networkClickIds, landingPage } = landing;
    const { environment, clickRules: rules } = actor;
    const caller = { header, isLive: environment === 'live', readUserAgent, address: sourceIp, rules };
    const facts = factsOf({
      ...clickRequestOf(body, caller),
      url,
      source,
      hasOwnCampaign,
      campaign,
      networkClickIds,
      landingPage,
    });
    const ipNetwork = await networkHash(networkKeys, actor.accountId, sourceIp);
    if (ipNetwork) facts.network = ipNetwork;
    const { consent } = body;
    const isOfAds = typeof consent === 'object' && consent !== null;
    const vid = consent === false ? null : (body.vid ?? (isOfAds ? null : newId('v')));
    const statement = isOfAds ? statementIn(consent, createdAt) : undefined;
    const click: Click = {
      sid: body.sid ?? newId('s'),
      ...(vid && { vid }),
      accountId: actor.accountId,
      environment,
      pixelKey: actor.pixelKey,
      ...landing,
      facts,
      ...(statement && { consent: statement }),
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(createdAt + days(actor.clickWindowDays)).toISOString(),
    };
    if (mayKeep(actor.collecting, click.consent ?? {}, facts.country)) {
      const visit = { userAgent: header('user-agent') ?? '', url: body.url, page: landingPage };
      Object.assign(click, await sealedVisit(click, visit, deps));
    }
    const verify = verifyReasonOf(click, sourceIp, deps);
    if (verify) facts.verify = verify;
    const { sid, expiresAt, ...stored } = await storeClick(click, clicks);
    const isAsked = stored.facts?.verify !== undefined && !stored.facts.interacted;
    return reply(201, { sid, vid: stored.vid ?? null, expires_at: expiresAt, ...(isAsked && { verify: true as const }) }, headers);
  },
});

async function networkHash(networkKeys: Deps['networkKeys'], accountId: AccountId, sourceIp: string) {
  try {
    return await networkKeys.hash(accountId, ipNetworkOf(sourceIp));
  } catch (error) {
    log.warn('The network of a click was not stored', { error });
    return undefined;
  }
}

/** A click counts without what a network would find its visitor by. */
async function sealedVisit(click: Click, visit: Parameters<typeof visitOf>[0], { visits }: Deps): Promise<Pick<Click, 'visit'>> {
  try {
    return { visit: await visits.seal(click, visitOf(visit)) };
  } catch (error) {
    log.warn('The visit of a click was not stored', { error });
    return {};
  }
}

/** A click ID of another account is replaced, so that its existence is not revealed. */
async function storeClick(click: Click, clicks: Clicks): Promise<Click> {
  const earlier = await clicks.create(click);
  if (!earlier) return click;
  return hasSameOwner(earlier, click) ? earlier : storeClick({ ...click, sid: newId('s') }, clicks);
}
