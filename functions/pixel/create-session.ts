import * as z from 'zod';
import { landingOf, type Session } from '#shared/domain/attribution.ts';
import { endpoint, reply } from '#shared/http/endpoint.ts';
import { newId } from '#shared/ids.ts';

const dayMs = 86_400_000;

export const createSession = endpoint({
  id: 'createSession',
  method: 'POST',
  path: '/api/v1/pixel/sessions',
  auth: 'pixelKey',
  cors: 'any_origin',
  summary: 'Records an ad click from its landing page and answers the click id',
  description:
    'Campaign, ad group and ad are read from `svc_campaign`, `svc_ad_group`, `svc_ad_id` of the landing address, else from ' +
    '`utm_campaign`, `utm_term`, `utm_content`. A visit without a campaign is organic. The body may be sent as text/plain.',
  body: z
    .object({
      key: z.string().meta({ description: 'A public pixel key (pk_…).' }),
      url: z
        .url({ protocol: /^https?$/ })
        .max(8192)
        .meta({ description: 'The landing address, with its parameters.' }),
      referrer: z.string().max(8192).nullish(),
      vid: z
        .string()
        .regex(/^v_[0-9A-Za-z]{22}$/, 'A visitor id from an earlier answer expected')
        .nullish()
        .meta({ description: 'The visitor id of an earlier answer.' }),
      consent: z
        .boolean()
        .nullish()
        .meta({ description: 'false: the visitor is not to be recognised again.' }),
    })
    .meta({ id: 'CreateSessionRequest' }),
  responses: {
    201: z
      .object({
        sid: z.string().meta({ description: 'The click id; send it as `svc_click_id`.' }),
        vid: z.string().nullable().meta({ description: 'The visitor id; null without consent.' }),
        expires_at: z.iso.datetime(),
      })
      .meta({ id: 'NewSession' }),
  },
  errors: ['origin_not_allowed'],
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

  async handle({ body, actor }, { sessions, now }) {
    const createdAt = now();
    const vid = body.consent === false ? null : (body.vid ?? newId('v'));
    const session: Session = {
      sid: newId('s'),
      ...(vid && { vid }),
      accountId: actor.accountId,
      environment: actor.environment,
      pixelKey: actor.pixelKey,
      ...landingOf(new URL(body.url)),
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(createdAt + actor.clickWindowDays * dayMs).toISOString(),
    };
    await sessions.create(session);
    return reply(201, { sid: session.sid, vid, expires_at: session.expiresAt });
  },
});
