import * as z from 'zod';
import { keys } from '#shared/api-keys/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { siteChecksOnThisMachine } from '#shared/site-check/needs.ts';
import { maxCheckedKeys, siteChecksLimit } from '#shared/site-check/rules/limits.ts';
import { type KnownKey, levels, siteFindings } from '#shared/site-check/rules/site-findings.ts';
import type { SiteCheckParameters, SiteFacts } from '#shared/site-check/site-check-task.ts';
import { awaitTask } from '#shared/tasks/await-task.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { pageOnThisMachine } from '#shared/web/this-machine.ts';
import { addressRefused } from '#shared/web/web.ts';
import { normalizedWebsite } from '#shared/web/website.ts';

const needs = { keys, limits, siteChecksOnThisMachine, tasks: userTasks };
type Deps = DepsOf<typeof needs>;

/** The limit of the check is longer than the timeout of the website's response. */
const maxMs = 8000;

export const checkSite = defineEndpoint({
  id: 'checkSite',
  method: 'POST',
  path: '/api/v1/pixel/check-site',
  auth: 'view',
  needs,
  summary: 'Check the pixel of a page',
  description:
    'Loads a landing page as a visitor of a tagged link gets it, and returns whether the pixel is there and can work: its key, duplicates, the content security policy, its consent mode, and redirects that lose the parameters of ad links. Scripts are not run, so a pixel that a tag manager adds is not seen. An address that must not be fetched is `422` with a problem of type `address_refused`; a page that does not respond, `website_unreachable`.',
  body: z
    .object({
      url: z.string().trim().min(1).max(2048).meta({
        description:
          'An http(s) URL; `https://` is optional. A service that runs on your machine also takes `http://localhost` and `http://127.0.0.1` with any port. Without ad parameters, `svc_campaign=adtrail_check` is added.',
        example: 'https://shop.example/shoes',
      }),
    })
    .meta({ id: 'SiteCheckRequest' }),
  responses: {
    200: z
      .object({
        url: z.string().meta({ description: 'Where the last redirect led.' }),
        status: z.int().meta({ description: 'HTTP status of the page.' }),
        pixels: z
          .array(
            z.object({
              src: z.string().meta({ description: 'Address of the script.' }),
              key: z.string().nullable().meta({ description: 'The key that it names.' }),
              consent: z.enum(['given', 'false', 'hold', 'auto']).meta({ description: 'What its `data-consent` says.' }),
            }),
          )
          .meta({ description: 'The scripts of the pixel in the page, in their order.' }),
        findings: z
          .array(
            z.object({
              code: z.string().meta({
                description:
                  'page_failed, not_a_page, pixel_found, pixel_missing, pixel_not_in_html, pixel_twice, several_keys, key_known, key_is_test, key_missing, key_unknown, key_revoked, origin_not_allowed, consent_given, consent_false, consent_hold, consent_auto, consent_not_connected, consent_platform_not_seen, policy_allows, policy_blocks_script, policy_blocks_requests, parameters_kept, parameters_lost. More may be added.',
              }),
              level: z.enum(levels).meta({ description: '`error` and `warning` need a change.' }),
              message: z.string().meta({ description: 'What was found and what to do, in plain words.' }),
            }),
          )
          .meta({ description: 'What was found, the most urgent first.' }),
      })
      .meta({ id: 'SiteCheck' }),
  },
  errors: [serviceErrors.too_many_requests, serviceErrors.vendor_unavailable],
  rateLimit: siteChecksLimit,
  example: {
    body: { url: 'https://shop.example/shoes' },
    responses: {
      200: {
        url: 'https://shop.example/shoes?svc_campaign=adtrail_check',
        status: 200,
        pixels: [
          {
            src: 'https://api.example.com/pixel/p.js',
            key: 'pk_live_5fJm2QxR8tVn3KzWc7Lp0A',
            consent: 'given',
          },
        ],
        findings: [
          {
            code: 'policy_blocks_requests',
            level: 'error',
            message: 'The content security policy blocks the requests of the pixel. Add https://api.example.com to connect-src.',
          },
          { code: 'pixel_found', level: 'ok', message: 'The page has the pixel.' },
        ],
      },
    },
  },

  check: ({ body }) => {
    const { url } = (body ?? {}) as { url?: unknown };
    if (typeof url !== 'string' || url.trim() === '' || [...url].length > 2048) return [];
    return pageOf(url) || pageOnThisMachine(url) ? [] : [{ ...addressRefused, loc: ['body', 'url'] }];
  },

  async handle({ body, actor }, deps) {
    const page = pageOf(body.url) ?? (deps.siteChecksOnThisMachine && pageOnThisMachine(body.url)?.href);
    if (!page) throw invalid({ ...addressRefused, loc: ['body', 'url'] });
    const remaining = await deps.limits.take(siteChecksLimit, String(actor.user.id));
    if (!remaining.isAllowed) throw limitReached(siteChecksLimit, remaining);
    const headers = rateLimitHeaders(siteChecksLimit, remaining);
    const parameters: SiteCheckParameters = { page };
    const { task } = await deps.tasks.start({
      job: 'site_check',
      userId: actor.accountId,
      parameters,
      subject: sha256(page),
    });
    const endedTask = await awaitTask(task.id, maxMs, deps);
    if (endedTask.status !== 'completed') throw problemOf(endedTask, headers);
    const facts = endedTask.result as SiteFacts;
    const keys = new Map<string, KnownKey | null>();
    for (const { key } of facts.pixels.slice(0, maxCheckedKeys))
      if (key !== null && !keys.has(key)) keys.set(key, await knownKey(key, actor.accountId, deps));
    return ok(
      {
        url: facts.hops.at(-1) ?? page,
        status: facts.status,
        pixels: facts.pixels.map(({ src, key, consent }) => ({ src, key, consent })),
        findings: siteFindings(facts, keys),
      },
      headers,
    );
  },
});

function pageOf(text: string): string | null {
  const site = normalizedWebsite(text);
  return site && URL.canParse(site) ? site : null;
}

async function knownKey(key: string, accountId: AccountId, { keys }: Deps): Promise<KnownKey | null> {
  const ownKey = await keys.ownPixel(accountId, key);
  if (!ownKey) return null;
  const settings = await keys.settings(accountId, key);
  const { environment, revokedAt } = ownKey;
  return { environment, isRevoked: revokedAt !== undefined, allowedOrigins: settings?.allowedOrigins ?? [] };
}

function problemOf({ status, error, errorCode }: UserTask, headers: Record<string, string>) {
  const loc = ['body', 'url'];
  if (errorCode === 'address_refused') return invalid({ ...addressRefused, loc });
  if (errorCode === 'website_unreachable')
    return fail(serviceErrors.validation_failed, {
      headers,
      problems: [{ type: errorCode, loc, msg: error ?? errorCode }],
    });
  const wait = status === 'failed' ? '30' : '5';
  return fail(serviceErrors.vendor_unavailable, { headers: { ...headers, 'retry-after': wait } });
}
